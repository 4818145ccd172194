import type { Owner } from '../taxes-and-groups';

/** The key of a department (`departments.ts`), used wherever its GUID is not known yet. */
export type DptKey =
  | 'coffee'
  | 'cold'
  | 'bakery'
  | 'cakes'
  | 'lunch'
  | 'breakfast'
  | 'dairy'
  | 'grocery'
  | 'produce'
  | 'frozen'
  | 'icecream'
  | 'meat'
  | 'sweets'
  | 'drinks'
  | 'beer'
  | 'household'
  | 'gifts'
  | 'flowers'
  | 'catering'
  | 'kiosk';

/** How sales change over the year (`seasons.ts`). */
export type SeasonKey =
  | 'steady'
  | 'bun'
  | 'lunch'
  | 'summer'
  | 'icecream'
  | 'warm'
  | 'christmas'
  | 'easter'
  | 'mayday'
  | 'runeberg'
  | 'shrove'
  | 'harvest';

/** Products that share everything but their name and price. */
export interface Family {
  dpt: DptKey;
  /** `{}` is replaced with the variant; a size is appended. */
  name: string;
  /** Separated by `|` or a line break; `variant=395` sets a price in cents for the variant. */
  variants: string;
  /** Sizes with the typical price in cents: `250 g=449 | 500 g=795`. */
  sizes?: string;
  /** Typical margin after tax, in per cent. */
  margin: number;
  /** The stock unit: `piece`, `kg`, `cup`, `portion`, `box of 12`, `tray of 24`. */
  unit: string;
  /** Typical monthly sales of one product in Helsinki, in sales units. */
  sold: number;
  season?: SeasonKey;
  /** Allergens of the whole family; more follow from the names (`allergens.ts`). */
  allergens?: string;
  tags?: string;
  /** If the tax is not the department's. */
  tax?: '25.5' | '13.5' | '10' | '0';
}

/**
 * A product with all its figures, given (`shown-made.ts`, `shown-bought.ts`) or made from a family. Money is in cents.
 */
export interface Article {
  of: Owner;
  code: string;
  name: string;
  dpt: DptKey;
  price: number;
  cost: number;
  tax?: Family['tax'];
  /** The first barcode; `more` is the number of further ones by the same manufacturer. */
  barcode?: string;
  more?: number;
  unit: string;
  sold: number;
  season?: SeasonKey;
  allergens?: string;
  tags?: string;
  memo?: string;
  active?: false;
}
