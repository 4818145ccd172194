import type { SchemaElement } from 'hyparquet-writer';

/** Decimals of amounts, and of quantities and prices of a unit; both have up to 18 digits. */
const scales = { MONEY: 4, FINE: 6 } as const;

/** The types of the files' columns. */
export type ColumnType = 'UUID' | 'STRING' | 'DATE' | 'TIME' | 'INT' | 'BOOLEAN' | keyof typeof scales;

/** Columns that each row of a part begins with; `counts`: it is turnover (docs/report.md#what-counts). */
const place = {
  businessday_id: 'UUID',
  receipt_id: 'UUID',
  date: 'DATE',
  location_id: 'UUID',
  currency: 'STRING',
  counts: 'BOOLEAN',
} as const;

const figures = { quantity: 'FINE', gross: 'MONEY', net: 'MONEY', tax: 'MONEY', discount: 'MONEY' } as const;

/** What the files of sealed days hold: part → column → its type. Customers are in none, so that an erasure has nothing to find. */
export const parts = {
  receipts: {
    ...place,
    pos_id: 'UUID',
    receipt_num: 'STRING',
    type: 'STRING',
    active: 'BOOLEAN',
    completed_at: 'TIME',
    hour: 'INT',
    cashier_id: 'STRING',
    cashier_name: 'STRING',
    total: 'MONEY',
    total_net: 'MONEY',
    total_tax: 'MONEY',
    rounding: 'MONEY',
    ...figures,
  },
  lines: {
    ...place,
    kind: 'STRING',
    plu_id: 'UUID',
    productid: 'STRING',
    name: 'STRING',
    dpt_id: 'UUID',
    dpt_name: 'STRING',
    unit_price: 'FINE',
    tax_rate: 'FINE',
    ...figures,
  },
  tenders: {
    ...place,
    tender_id: 'UUID',
    name: 'STRING',
    type: 'STRING',
    amount: 'MONEY',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnType>>>>;

export type Part = keyof typeof parts;
export const partNames: readonly Part[] = ['receipts', 'lines', 'tenders'];

/** Returns the columns of a part with their types. */
export const columnsOf = (part: Part): [string, ColumnType][] => Object.entries(parts[part]);

const elements: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  UUID: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  DATE: { type: 'INT32', converted_type: 'DATE' },
  TIME: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  INT: { type: 'INT32' },
  BOOLEAN: { type: 'BOOLEAN' },
  MONEY: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: scales.MONEY },
  FINE: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: scales.FINE },
};

/** Returns the schema of a part's files. */
export function schemaOf(part: Part): SchemaElement[] {
  const columns = columnsOf(part);
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(([name, type]) => ({ name, repetition_type: 'OPTIONAL' as const, ...elements[type] })),
  ];
}

/** A value that a column of the files cannot hold exactly. */
export class Unfit extends Error {}

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a value, as text of PostgreSQL, as the writer takes it. @throws Unfit */
export function valueOf(
  type: ColumnType,
  text: string | null,
): string | number | bigint | boolean | Date | null {
  if (text === null) return null;
  switch (type) {
    case 'UUID':
      if (!guid.test(text)) throw new Unfit('an id that is no GUID');
      return text;
    case 'DATE':
    case 'TIME':
      return new Date(text);
    case 'INT':
      return Number(text);
    case 'BOOLEAN':
      return text === 'true';
    case 'STRING':
      return text;
    default:
      return unscaled(text, scales[type]);
  }
}

/** Returns a decimal as a whole number of its last decimals: 12.5 with 4 of them is 125000n. @throws Unfit */
function unscaled(text: string, scale: number): bigint {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) throw new Unfit('a number that is not finite');
  const kept = decimals.replace(/0+$/, '');
  if (kept.length > scale) throw new Unfit(`more than ${scale} decimals`);
  const digits = BigInt(whole + kept.padEnd(scale, '0'));
  if (digits >= 10n ** 18n) throw new Unfit('more than 18 digits');
  return sign === '' ? digits : -digits;
}
