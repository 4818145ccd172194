/** A record as on the wire (`contract.ts` of each resource): the body of a POST. */
export interface DemoRecord {
  id: string;
  active: boolean;
  name: string;
  data: Record<string, unknown>;
  [field: string]: unknown;
}

/**
 * The sales of a product in a company in a month; `date` is the first day of the month, money and quantity are text.
 */
export interface DemoMonthSale {
  plu_id: string;
  date: string;
  qty: string;
  total: string;
}

/** An API key of a demo company. */
export interface DemoKey {
  name: string;
  role: 'admin' | 'manager' | 'accountant' | 'terminal';
}

/** The resources, in an order in which references exist before they are used. */
export const demoResources = [
  'tax',
  'grp',
  'dpt',
  'pricelist',
  'supplier',
  'tender',
  'account',
  'location',
  'pos',
  'plu',
  'customer',
  'discount',
] as const;
/** A resource of the demo's records. */
export type DemoResource = (typeof demoResources)[number];

/** A company of the demo, with its keys and records. */
export interface DemoCompany {
  id: string;
  parent_id: string | null;
  name: string;
  /** The company's business id. */
  ident: string;
  data: {
    currency: 'EUR';
    locale: 'fi-FI';
    timezone: 'Europe/Helsinki';
    additional_fields?: Record<string, readonly { id: string; name: string; type: string }[]>;
  };
  records: Record<DemoResource, DemoRecord[]>;
  monthSales: DemoMonthSale[];
  keys: DemoKey[];
}
