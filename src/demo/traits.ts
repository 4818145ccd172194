import { gtinCheckDigit } from '@/resources/plu/fields/gtin';
import { between, chance } from './seed';
import type { Article, DptKey } from './words';

/** Departments with composed food, whose names tell the ingredients. */
const composed =
  'coffee|cold|bakery|cakes|lunch|breakfast|grocery|frozen|icecream|meat|sweets|dairy|catering|kiosk';

/** Allergen codes by words in a product's name, with exceptions for words that only look alike. */
const allergenWords: readonly (readonly [code: string, says: RegExp, butNot: RegExp])[] = [
  [
    'gluten',
    /bread|\bbun\b|pulla|pasty|pasties|pie\b|rye|wheat|barley|oat|malt|spelt|pasta|noodle|lasagne|burger|schnitzel|toast|sandwich|wrap\b|bagel|baguette|ciabatta|focaccia|roll\b|rolls\b|pizza|breaded|fish fingers|pancake|tortilla|couscous|bulgur|semolina|macaroni|meatball|gyoza|falafel|cake|brownie|muffin|wafer|biscuit|cookie|granola|soy sauce|teriyaki|casserole|doughnut|croissant|crumb|gingerbread|liquorice|salmiakki latte|crumble|tart\b|cone|croque|brunch|buffet/i,
    /gluten-free|rice noodles|maize tortilla|taco|buckwheat|rice cake|meringue|pasta sauce|potato pancake/i,
  ],
  ['crustaceans', /prawn|crayfish|oyster sauce/i, /napkin/i],
  [
    'eggs',
    /\begg\b|eggs|mayonnaise|carbonara|meringue|macaron\b|pavlova|omelette|caesar|pancake|quiche|cake|brownie|muffin|custard|schnitzel|meatball|princess|brunch|buffet/i,
    /vegan|rice cake|chocolate egg|mini chocolate eggs|sandwich cake, vegan|pancake mix|custard powder/i,
  ],
  [
    'fish',
    /salmon|herring|vendace|\bfish\b|tuna|gravlax|pike|perch|trout|whitefish|anchov|sardine|mackerel|sprat|cod\b|roe\b|worcester|caesar|poke bowl, salmon/i,
    /sour fish|cat food/i,
  ],
  ['peanuts', /peanut/i, /(?!)/],
  ['soya', /soya|soy sauce|tofu|edamame|teriyaki|vegan burger|vegan sausages/i, /(?!)/],
  [
    'milk',
    /milk|cream|cheese|butter|yoghurt|latte|cappuccino|macchiato|cortado|flat white|mocha|quark|skyr|mozzarella|feta|halloumi|brie\b|parmesan|mash\b|carbonara|stroganoff|smetana|lasagne|risotto|croque|milkshake|pesto|pudding|custard|soft ice|affogato|brownie|mascarpone|toffee|caramel|casserole|vanilla sauce|four cheeses|pizza|whipped|karelian pasty, (plain|carrot)|karelian pasties|white chocolate|nougat|truffle|cocoa with|chocolate (egg|hen)|chocolate eggs|brunch|buffet/i,
    /with oat|vegan|coconut (milk|cream)|peanut butter|almond butter|oat (drink|cream|yoghurt|ice|cooking|whipping)|black pudding|tofu|cream crackers|soya|ice cream, vegan|sea buckthorn jelly/i,
  ],
  [
    'nuts',
    /almond|hazelnut|walnut|cashew|pecan|brazil nut|pistachio|nut mix|nougat|marzipan|pralines|macaron\b|\bnut\b|basil pesto|pesto, (basil|rocket)|princess|tosca|runeberg/i,
    /coconut|peanut(?! )|flavour|potatoes, almond/i,
  ],
  ['celery', /stock cubes|soup|bolognese|minestrone/i, /vegetable mix, soup|porridge/i],
  ['mustard', /mustard|caesar|honey mustard|coleslaw|potato salad|frankfurter|dressing/i, /(?!)/],
  ['sesame', /sesame|tahini|hummus|bagel|poke bowl|seeds, mixed|seed crackers|multiseed/i, /(?!)/],
  [
    'sulphites',
    /dried apricots|wine vinegar|balsamic|cider vinegar|dried figs|raisin|glögi, cup|glögi with/i,
    /(?!)/,
  ],
  ['lupin', /gluten-free loaf|bun, gluten-free/i, /(?!)/],
  ['molluscs', /oyster sauce|mussel|squid/i, /(?!)/],
];

const makers: Partial<Record<DptKey, string>> = {
  grocery: '1',
  produce: '1',
  dairy: '2',
  drinks: '3',
  beer: '3',
  sweets: '4',
  household: '5',
  frozen: '6',
  icecream: '6',
  gifts: '7',
  meat: '8',
};

const withCheckDigit = (body: string) => body + gtinCheckDigit(body);

/**
 * Returns the barcodes of an article: none at the counter, in-store codes for own goods and for goods sold by weight,
 * otherwise a manufacturer's.
 */
export function barcodesOf(article: Article): string[] {
  const { code, unit, dpt } = article;
  const first = article.barcode ?? firstBarcode(article);
  if (first === null) return [];
  const maker = makers[dpt];
  if (maker === undefined || unit === 'kg') return [first];
  // A tray, a box or a new package has another code.
  const also =
    article.more ??
    (article.barcode === undefined && chance(`also ${code}`, dpt === 'drinks' ? 70 : 18) ? 1 : 0);
  const serial = Number(first.slice(10, 12));
  const more = Array.from({ length: also }, (_, at) =>
    withCheckDigit(first.slice(0, 10) + String((serial + at + 1) % 100).padStart(2, '0')),
  );
  return [first, ...more];
}

function firstBarcode({ code, unit, dpt }: Article): string | null {
  if (unit === 'cup' || unit === 'portion') return null;
  if (unit === 'kg') return withCheckDigit(`21${code.padStart(5, '0')}00000`);
  const maker = makers[dpt];
  if (maker === undefined) return withCheckDigit(`2000000${code.padStart(5, '0')}`);
  const serial = String(between(`serial ${code}`, 2, 9)).padStart(2, '0');
  return withCheckDigit(`643${code.length === 5 ? '1' : '00'}${maker}${code}${serial}`);
}

/** Returns allergen codes, from the family and from words in the name. */
export function allergensOf({ name, dpt, allergens }: Article): string[] {
  const codes = new Set((allergens ?? '').split(', ').filter((code) => code !== ''));
  if (composed.split('|').includes(dpt)) {
    for (const [code, says, butNot] of allergenWords)
      if (says.test(name) && !butNot.test(name)) codes.add(code);
  }
  if (/gluten-free/i.test(name)) codes.delete('gluten');
  if (/vegan/i.test(name)) for (const code of ['milk', 'eggs', 'fish']) codes.delete(code);
  return [...codes];
}

const claims = ['organic', 'vegan', 'gluten-free', 'lactose-free', 'alcohol-free'];

/** Returns the tags of the family, and the claims in the name. */
export function tagsOf({ name, tags }: Article): string[] {
  const claimed = claims.filter((claim) => name.toLowerCase().includes(claim));
  return [...new Set([...(tags ?? '').split(', ').filter((tag) => tag !== ''), ...claimed])];
}

/** Returns the first line of the shelf tag: a claim, or that it is baked here; otherwise ''. */
export function tagLineOf(article: Article): string {
  const claim = claims.find((word) => article.name.toLowerCase().includes(word));
  if (claim !== undefined) return claim.charAt(0).toUpperCase() + claim.slice(1);
  if (article.tags === 'own bakery' || article.tags === 'bread') return 'Baked today';
  if (article.tags === 'local') return 'Local';
  return article.dpt === 'meat' && article.unit === 'kg' ? 'From the counter' : '';
}

/** Returns the name for the receipt: capitals, at most 18 characters, with the size at the end. */
export function receiptName(name: string): string {
  const plain = name.toUpperCase().replaceAll(',', '');
  if (plain.length <= 18) return plain;
  const size = sizePattern.exec(plain)?.[0].trim() ?? '';
  const maxLength = size === '' ? 18 : 17 - size.length;
  const words = plain.slice(0, plain.length - size.length).trim();
  return `${words.slice(0, maxLength).trim()}${size === '' ? '' : ` ${size}`}`;
}

const sizePattern = / (\d+(?:\.\d+)?) (g|kg|ml|L)$/i;

/** Returns the size in the name in kilograms or litres, for the comparison price, or null if there is none. */
export function sizeOf({ name, unit }: Article): { size: number; type: 'weight' | 'volume' } | null {
  if (unit === 'kg') return { size: 1, type: 'weight' };
  const [, number, measure] = sizePattern.exec(name) ?? [];
  if (number === undefined || measure === undefined) return null;
  const small = measure === 'g' || measure === 'ml';
  return {
    size: small ? Number(number) / 1000 : Number(number),
    type: measure.endsWith('g') ? 'weight' : 'volume',
  };
}

/**
 * Returns the stock units on the wire; the balance unit is the one that the list shows ("box of 12": name Box, value
 * 12).
 */
export function stockUnitsOf(unit: string): Record<string, unknown>[] {
  const [name = 'piece', count] = unit.split(' of ');
  const title = name === 'kg' ? name : name.charAt(0).toUpperCase() + name.slice(1);
  if (count === undefined) {
    return [
      { name: title, value: 1, multiplier: 1, balance_unit: true, wastage_unit: true, inventory_unit: true },
    ];
  }
  return [
    {
      name: 'Piece',
      value: 1,
      multiplier: 1,
      balance_unit: false,
      wastage_unit: true,
      inventory_unit: false,
    },
    {
      name: title,
      value: Number(count),
      multiplier: 1,
      balance_unit: true,
      wastage_unit: false,
      inventory_unit: true,
    },
  ];
}
