import { roundShopPrice, rateTenths } from './money';
import { between, chance } from './seed';
import {
  departments,
  families,
  shown,
  type Article,
  owners,
  type DptKey,
  type Family,
  type Owner,
} from './words';

/** Codes that are taken by the pictured products, and the next code to try for each range. */
interface Codes {
  taken: ReadonlySet<string>;
  next: Map<number, number>;
}

type Unnumbered = Omit<Article, 'code' | 'of'>;

const café: ReadonlySet<DptKey> = new Set<DptKey>([
  'coffee',
  'cold',
  'bakery',
  'cakes',
  'lunch',
  'breakfast',
  'kiosk',
  'catering',
]);

/** How many products each company has. */
const counts: Readonly<Record<Owner, number>> = { group: 900, helsinki: 400, tampere: 200 };

/** Tells whether a department prepares what it sells: its prices end in whole ten cents. */
export function isCafé(dpt: DptKey): boolean {
  return café.has(dpt);
}

/** Returns the tax key of an article: its own, otherwise its department's. */
export function taxOf(article: Pick<Article, 'tax' | 'dpt'>): string {
  return article.tax ?? departments.find((dpt) => dpt.key === article.dpt)?.tax ?? '25.5';
}

/** Returns all 1,500 articles, for each company those of the pictures first; every name and code is unique. */
export function articles(): Article[] {
  const names = new Set(shown.map((article) => article.name.toLowerCase()));
  const codes: Codes = { taken: new Set(shown.map((article) => article.code)), next: new Map() };
  return owners.flatMap((of) => {
    const count = counts[of];
    const pictured = shown.filter((article) => article.of === of);
    const fromFamilies = families[of]
      .flatMap((family) => expand(family))
      .filter((article) => {
        const fresh = !names.has(article.name.toLowerCase());
        names.add(article.name.toLowerCase());
        return fresh;
      });
    const remaining = count - pictured.length;
    if (fromFamilies.length < remaining)
      throw new RangeError(`${of}: ${fromFamilies.length} of ${remaining} products have words`);
    // Leaves out surplus articles evenly, so that no department loses its end.
    const chosen = fromFamilies.filter(
      (_, at) =>
        Math.floor(((at + 1) * remaining) / fromFamilies.length) >
        Math.floor((at * remaining) / fromFamilies.length),
    );
    return pictured.concat(chosen.map((article, at) => assignCode(article, of, at, codes)));
  });
}

/**
 * Assigns the next free code of the department's range (five digits in Tampere), and deactivates every fortieth
 * article.
 */
function assignCode(article: Unnumbered, of: Owner, at: number, codes: Codes): Article {
  const from = departments.find((dpt) => dpt.key === article.dpt)?.from ?? 1;
  const start = of === 'tampere' ? from * 10 : from;
  let code = codes.next.get(start) ?? start;
  while (codes.taken.has(String(code))) code += 1;
  codes.next.set(start, code + 1);
  return { ...article, of, code: String(code), ...(at % 40 === 23 ? { active: false } : {}) };
}

function expand(family: Family): Unnumbered[] {
  const variants = pairs(family.variants);
  const sizes = pairs(family.sizes ?? '');
  return variants.flatMap((variant) => {
    const base = family.name.replace('{}', variant.text);
    if (variant.cents !== null) return [priced(family, base, variant.cents)];
    // All sizes of a variant have the same price shift, so that a larger one stays more expensive.
    const shift = between(`price ${base}`, -7, 9);
    return sizes.map((size) => {
      const cents = Math.round(((size.cents ?? 0) * (100 + shift)) / 100);
      return priced(
        family,
        `${base} ${size.text}`,
        roundShopPrice(cents, isCafé(family.dpt) ? 'café' : 'shelf'),
      );
    });
  });
}

function priced(family: Family, name: string, price: number): Unnumbered {
  const { dpt, unit, season, allergens, tags, tax } = family;
  const thin = family.margin < 45 && chance(`thin ${name}`, 6);
  const margin = thin ? between(`margin ${name}`, 4, 19) : family.margin + between(`margin ${name}`, -4, 5);
  const perMille = 1000 + rateTenths(taxOf({ dpt, ...(tax ? { tax } : {}) }));
  const cost = Math.floor((price * 10 * (100 - (family.margin === 0 ? 0 : margin))) / perMille);
  const sold = Math.max(1, Math.floor((family.sold * between(`sold ${name}`, 25, 95)) / 100));
  return {
    name,
    dpt,
    price,
    cost: Math.max(1, cost),
    unit,
    sold,
    ...(season ? { season } : {}),
    ...(allergens ? { allergens } : {}),
    ...(tags ? { tags } : {}),
    ...(tax ? { tax } : {}),
  };
}

function pairs(text: string): { text: string; cents: number | null }[] {
  return text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [label = '', cents] = part.split('=');
      return { text: label, cents: cents === undefined ? null : Number(cents) };
    });
}
