/** A body as the wire has it (`contract.ts` of each resource): what a POST of the record would send. */
export interface DemoRecord {
  id: string;
  active: boolean;
  name: string;
  data: Record<string, unknown>;
  [field: string]: unknown;
}

/** What one company sold of one product in one month; `date` is the month's first day, money and quantity are text. */
export interface DemoMonthSale {
  plu_id: string;
  date: string;
  qty: string;
  total: string;
}

export interface DemoKey {
  name: string;
  role: 'admin' | 'manager' | 'accountant' | 'terminal';
}

/** The resources in the order in which references are satisfied. */
export const demoResources = [
  'tax',
  'grp',
  'dpt',
  'pricelist',
  'supplier',
  'tender',
  'location',
  'pos',
  'plu',
  'customer',
  'discount',
] as const;
export type DemoResource = (typeof demoResources)[number];

export interface DemoCompany {
  id: string;
  parent_id: string | null;
  name: string;
  /** Business id. */
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
