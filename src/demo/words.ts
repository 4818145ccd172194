import { z } from 'zod';
import { tenderTypes } from '@/resources/tender/contract';
import departmentRows from './words/departments.json';
import discountRows from './words/discounts.json';
import familyRows from './words/families.json';
import groupRows from './words/groups.json';
import placeRows from './words/places.json';
import priceListRows from './words/price-lists.json';
import shopRows from './words/shops.json';
import shownRows from './words/shown.json';
import supplierRows from './words/suppliers.json';
import taxRows from './words/taxes.json';
import tenderRows from './words/tenders.json';

// What the demo company is made of, from the tables in words/: one record a line. Money is in cents.

/** The company that owns a record: the parent or one of its two children. */
const owner = z.enum(['group', 'helsinki', 'tampere']);
export type Owner = z.output<typeof owner>;
export const owners = owner.options;

/** The key of a department with products, used wherever its GUID is not known yet. */
const dptKey = z.enum([
  ...([
    'coffee',
    'cold',
    'bakery',
    'cakes',
    'lunch',
    'breakfast',
    'dairy',
    'grocery',
    'produce',
    'frozen',
  ] as const),
  ...([
    'icecream',
    'meat',
    'sweets',
    'drinks',
    'beer',
    'household',
    'gifts',
    'flowers',
    'catering',
    'kiosk',
  ] as const),
]);
export type DptKey = z.output<typeof dptKey>;

/** How sales change over the year (`seasons` in sales.ts). */
const seasonKey = z.enum([
  ...(['steady', 'bun', 'lunch', 'summer', 'icecream', 'warm', 'christmas'] as const),
  ...(['easter', 'mayday', 'runeberg', 'shrove', 'harvest'] as const),
]);
export type SeasonKey = z.output<typeof seasonKey>;

const inactive = z.literal(false).exactOptional();

/** Products that share everything but their name and price. */
const family = z.strictObject({
  dpt: dptKey,
  /** `{}` is replaced with the variant; a size is appended. */
  name: z.string(),
  /** Separated by `|`; `variant=395` sets a price for the variant. */
  variants: z.string(),
  /** Sizes with the typical price: `250 g=449 | 500 g=795`. */
  sizes: z.string().exactOptional(),
  /** Typical margin after tax, in per cent. */
  margin: z.number(),
  /** The stock unit: `piece`, `kg`, `cup`, `portion`, `box of 12`, `tray of 24`. */
  unit: z.string(),
  /** Typical monthly sales of one product in Helsinki, in sales units. */
  sold: z.number(),
  season: seasonKey.exactOptional(),
  /** Allergens of the whole family; more follow from the names (traits.ts). */
  allergens: z.string().exactOptional(),
  tags: z.string().exactOptional(),
  /** If the tax is not the department's. */
  tax: z.enum(['25.5', '13.5', '10', '0']).exactOptional(),
});
export type Family = z.output<typeof family>;
/** What each company sells, the group's for all. */
export const families = z.record(owner, z.array(family)).parse(familyRows);

/** A product with all its figures, given or made from a family. */
const article = family.omit({ variants: true, sizes: true, margin: true }).extend({
  of: owner,
  code: z.string(),
  price: z.number(),
  cost: z.number(),
  /** The first barcode; `more` is the number of further ones by the same manufacturer. */
  barcode: z.string().exactOptional(),
  more: z.number().exactOptional(),
  memo: z.string().exactOptional(),
  active: inactive,
});
export type Article = z.output<typeof article>;
/** The products in the pictures of the application: first those that the shops make, then those that they buy. */
export const shown = z.array(article).parse(shownRows);

/** VAT rates of Finland: those of 2026, and two that ended, which old receipts still reference. */
export const taxes = z
  .array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      rate: z.string(),
      account: z.string(),
      from: z.string().nullable(),
      until: z.string().nullable(),
      active: z.boolean(),
    }),
  )
  .parse(taxRows);

/** The groups of departments. */
export const groups = z
  .array(
    z.strictObject({
      key: z.string(),
      num: z.number(),
      name: z.string(),
      color: z.string(),
      active: z.boolean(),
    }),
  )
  .parse(groupRows);

export const departments = z
  .array(
    z.strictObject({
      key: z.enum([...dptKey.options, 'tobacco', 'terrace', 'market']),
      of: owner,
      name: z.string(),
      num: z.number(),
      grp: z.string(),
      tax: z.enum(['25.5', '13.5']),
      color: z.string(),
      printer: z.string().exactOptional(),
      ageLimit: z.number().exactOptional(),
      /** The first code of its products. */
      from: z.number(),
      active: inactive,
    }),
  )
  .parse(departmentRows);

/** The price lists; the first one of each company has its base prices. */
export const priceLists = z
  .array(
    z.strictObject({
      key: z.string(),
      of: owner,
      name: z.string(),
      type: z.enum(['base', 'campaign', 'customer']),
      /** The percentage of the base price. */
      per: z.number(),
      /** Departments with prices on the list, and the percentage of their products. The base lists have all of them. */
      for: z.string(),
      share: z.number(),
      weekdays: z.array(z.number()).exactOptional(),
      time: z.tuple([z.string(), z.string()]).exactOptional(),
      from: z.string().exactOptional(),
      until: z.string().exactOptional(),
      active: z.boolean(),
    }),
  )
  .parse(priceListRows);

/** Invented companies, in the order of their numbers. */
export const suppliers = z
  .array(
    z.strictObject({
      of: owner,
      name: z.string(),
      /** Departments that it delivers to. */
      for: z.string(),
      contact: z.string(),
      town: z.string(),
      terms: z.string(),
      active: inactive,
    }),
  )
  .parse(supplierRows);

/** The discounts of the companies, one of each kind. */
export const discounts = z
  .array(
    z.strictObject({
      name: z.string(),
      of: owner,
      num: z.number(),
      receipt: z.string(),
      type: z.enum(['percent', 'amount', 'fixed_price']),
      value: z.string(),
      /** Keys of departments, codes of products, keys of locations; customers by their index in the list. */
      dpts: z.string().exactOptional(),
      plus: z.string().exactOptional(),
      places: z.string().exactOptional(),
      customers: z.array(z.number()).exactOptional(),
      data: z.record(z.string(), z.unknown()),
      active: inactive,
    }),
  )
  .parse(discountRows);

/** The group's tenders. Only cash is rounded, to five cents, as the law requires. */
export const tenders = z
  .array(
    z.strictObject({
      name: z.string(),
      num: z.number(),
      type: z.enum(tenderTypes),
      account: z.string(),
      /** The fee for the payment, in per cent. */
      fee: z.string().exactOptional(),
      max: z.string().exactOptional(),
      /** What the till does with it. */
      can: z.string(),
      active: inactive,
    }),
  )
  .parse(tenderRows);

/** The shops of the receipt on the sign-in page, five with eleven active registers, and two that are closed. */
export const places = z
  .array(
    z.strictObject({
      key: z.string(),
      of: owner,
      num: z.number(),
      name: z.string(),
      type: z.enum(['store', 'event']),
      street: z.string(),
      town: z.string(),
      phone: z.string(),
      pricelist: z.string(),
      /** When the business day begins. */
      cutover: z.string(),
      /** The lines above and below a receipt, in the customers' language. */
      header: z.array(z.string()),
      footer: z.array(z.string()),
      /** The type of each of its registers. */
      tills: z.array(z.string()),
      active: inactive,
    }),
  )
  .parse(placeRows);

/** An active register of a shop with receipts. */
const shopRegister = z.strictObject({
  /** Its number within the shop. */
  till: z.literal([1, 2, 3]),
  /** Accepts cash; the others accept only cards. */
  cash: z.boolean(),
  /** Its share of the receipts. */
  share: z.number(),
  /** The number of its first receipt, with the leading zeros that it prints. */
  first: z.string(),
  /** The cashiers before and after 14:00; the machine's own name if there is none. */
  cashiers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type ShopRegister = z.output<typeof shopRegister>;

const shop = z.strictObject({
  place: z.string(),
  /** Receipts on a typical day. */
  receipts: z.number(),
  registers: z.array(shopRegister),
  closedOnSundays: z.boolean(),
});
export type SellingShop = z.output<typeof shop>;
/** The shops whose receipts the demo has. The names of Hakaniemi's people are those of the pictured report. */
export const shops = z.array(shop).parse(shopRows);
