import { articles, taxOf } from '../catalogue';
import { rateTenths } from '../money';
import { monthlyPieces, isSoldBy } from '../sales';
import type { Stream } from '../seed';
import type { DemoCompany } from '../shape';
import { departments, type DptKey } from '../words';

/** A product as a till knows it, for the lines of receipts. Money is in cents. */
export interface ShelfItem {
  readonly plu_id: string;
  readonly productid: string;
  readonly name: string;
  readonly dpt: DptKey;
  readonly dpt_id: string;
  readonly dpt_name: string;
  readonly ean: string | undefined;
  readonly price: number;
  /** The tax rate as text, and in tenths of a per cent. */
  readonly rate: string;
  readonly tenths: number;
  readonly weighed: boolean;
  readonly discountable: boolean;
}

/** The products that a shop sells on a day, chosen with the frequency of their sales in the month. */
export interface Shelf {
  pick(dpt: DptKey, stream: Stream): ShelfItem;
  /** Returns a gift card, with a random one of its amounts. */
  giftCard(stream: Stream): ShelfItem;
  /** Returns the GUID of a discount by its name (words/discounts.json). */
  discountId(name: string): string | undefined;
}

interface Weighted {
  readonly items: readonly ShelfItem[];
  /** The cumulative weights of the items. */
  readonly sums: readonly number[];
}

/**
 * Returns a function that gives a company's shelf for a date. `companies` are the demo's (demo.ts), the parent first.
 */
export function shelves(companies: readonly DemoCompany[], name: string): (date: string) => Shelf {
  const company = companies.find((one) => one.name === name);
  const seen = companies.filter((one) => one === company || one.id === company?.parent_id);
  const items = shelfItems(seen);
  const shelvesByMonth = new Map<string, Map<DptKey, Weighted>>();
  const discountIds = new Map(
    seen.flatMap((one) => one.records.discount.map((record) => [record.name, record.id] as const)),
  );
  const giftCards = items.flatMap(({ item }) => (item.tenths === 0 ? [item] : []));
  return (date) => {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    const month = Number(date.slice(5, 7)) - 1;
    const kind = weekday === 0 || weekday === 6 ? weekday : 1;
    const key = `${month} ${kind}`;
    const shelf = shelvesByMonth.get(key) ?? stock(items, month, kind);
    shelvesByMonth.set(key, shelf);
    return {
      giftCard: (stream) => stream.choice(giftCards),
      discountId: (discount) => discountIds.get(discount),
      pick: (dpt, stream) => {
        const weighted = shelf.get(dpt);
        const item = weighted && itemAt(weighted, stream.between(1, weighted.sums.at(-1) ?? 1));
        if (!item) throw new RangeError(`Nothing of ${dpt} sells in month ${month + 1}`);
        return item;
      },
    };
  };
}

interface Known {
  readonly item: ShelfItem;
  readonly pieces: (month: number) => number;
}

function shelfItems(companies: readonly DemoCompany[]): Known[] {
  const records = new Map(
    companies.flatMap((one) => one.records.plu.map((record) => [record['productid'], record] as const)),
  );
  const dptIds = new Map(
    companies.flatMap((one) => one.records.dpt.map((record) => [record.name, record.id] as const)),
  );
  return articles().flatMap((article) => {
    const record = records.get(article.code);
    const dpt = departments.find((one) => one.key === article.dpt);
    if (!record || !dpt || !isSoldBy('helsinki', article)) return [];
    const barcodes: unknown = record.data['barcodes'];
    const ean: unknown = Array.isArray(barcodes) ? barcodes[0] : undefined;
    const rate = taxOf(article);
    const item: ShelfItem = {
      plu_id: record.id,
      productid: article.code,
      name: article.name,
      dpt: article.dpt,
      dpt_id: dptIds.get(dpt.name) ?? '',
      dpt_name: dpt.name,
      ean: typeof ean === 'string' ? ean : undefined,
      price: article.price,
      rate,
      tenths: rateTenths(rate),
      weighed: article.unit === 'kg',
      discountable: rate !== '0' && article.dpt !== 'beer',
    };
    return [{ item, pieces: (month: number) => monthlyPieces('helsinki', article, month) }];
  });
}

/** Brunch is sold on its day of the weekend, the weekday buffet on the other days. */
const otherDays = {
  0: /weekday|Brunch, Saturday/,
  1: /^Brunch/,
  6: /weekday|Brunch, Sunday/,
} as const;

function stock(known: readonly Known[], month: number, kind: number): Map<DptKey, Weighted> {
  const not = otherDays[kind === 0 || kind === 6 ? kind : 1];
  const byDpt = new Map<DptKey, { items: ShelfItem[]; sums: number[] }>();
  for (const { item, pieces } of known) {
    // A product that sells less than a tenth of a piece a month is never chosen.
    const weight = Math.round(pieces(month) * 10);
    if (weight <= 0 || item.tenths === 0 || not.test(item.name)) continue;
    const shelf = byDpt.get(item.dpt) ?? { items: [], sums: [] };
    byDpt.set(item.dpt, shelf);
    shelf.items.push(item);
    shelf.sums.push((shelf.sums.at(-1) ?? 0) + weight);
  }
  return byDpt;
}

function itemAt({ items, sums }: Weighted, place: number): ShelfItem | undefined {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return items[low];
}
