/** What turnover has of every key by which sales over years are broken down; before it the receipts. */
const sold = {
  qty: 'numeric',
  gross: 'numeric',
  net: 'numeric',
  tax: 'numeric',
  discount: 'numeric',
} as const;

/**
 * The figures of days that summaries, months and the sales over years add up: column → its composite type and its members. Each is a list
 * of rows that adds up with those of other days by its key, except `sums`, which is one row. The migration makes the types of it,
 * and the statements (figure-parts.server.ts) read and write in this order.
 *
 * `receipts` of a product is how many have it, counted at the department of its first line; `tills` are the registers; `lates` is
 * what belongs to another day, by that day.
 */
export const figureColumns = {
  sums: {
    count: 'bigint',
    gross: 'numeric',
    net: 'numeric',
    tax: 'numeric',
    discount: 'numeric',
    rounding: 'numeric',
    returns: 'bigint',
    returns_gross: 'numeric',
    voids: 'bigint',
    voids_gross: 'numeric',
    trainings: 'bigint',
    trainings_gross: 'numeric',
  },
  taxes: { rate: 'numeric', gross: 'numeric', net: 'numeric', tax: 'numeric', is_aside: 'boolean' },
  tenders: {
    tender_id: 'text',
    name: 'text',
    type: 'text',
    count: 'bigint',
    amount: 'numeric',
    refunded: 'numeric',
  },
  dpts: { dpt_id: 'text', name: 'text', hour: 'integer', receipts: 'bigint', ...sold },
  plus: {
    plu_id: 'text',
    productid: 'text',
    name: 'text',
    dpt_id: 'text',
    dpt_name: 'text',
    receipts: 'bigint',
    ...sold,
  },
  asides: { kind: 'text', returned: 'boolean', count: 'bigint', amount: 'numeric' },
  hours: { hour: 'integer', cutover: 'integer', count: 'bigint', ...sold },
  cashiers: { id: 'text', name: 'text', count: 'bigint', ...sold },
  tills: { pos_id: 'text', count: 'bigint', ...sold },
  lates: { late_for: 'text', count: 'bigint', gross: 'numeric', tax: 'numeric' },
  unknowns: { type: 'text', count: 'bigint', gross: 'numeric' },
  removals: {
    id: 'uuid',
    receipt_num: 'text',
    type: 'text',
    gross: 'numeric',
    removed: 'jsonb',
    completed_at: 'timestamptz(3)',
    num: 'numeric',
    seq: 'bigint',
    is_turnover: 'boolean',
  },
  drawers: {
    pos_id: 'text',
    sales: 'numeric',
    refunds: 'numeric',
    paid_in: 'numeric',
    paid_out: 'numeric',
  },
} as const;

/**
 * What the checks of a day need of its receipts, which does not add up over days. `doubts`: receipts that agree with themselves,
 * counted by what is compared with records that may change: a register that was not the location's own, the rates, and what was
 * rounded with which tenders. `registers`: the numbers of each register, and what it says was paid in and out.
 */
export const checkColumns = {
  doubts: { count: 'bigint', pos_id: 'text', rates: 'numeric[]', keys: 'text[]', rounding: 'numeric' },
  registers: {
    pos_id: 'text',
    first: 'numeric',
    last: 'numeric',
    is_whole: 'boolean',
    has_unnumbered: 'boolean',
    is_numbered: 'boolean',
    paid_in: 'numeric',
    paid_out: 'numeric',
  },
} as const;

/**
 * The edition of what makes the figures. It is raised whenever the statements or stored sums of receipts come to something else:
 * then all figures are made again, and none of before is used. `figures.test.ts` fails until it is.
 */
export const figuresEdition = 4;

/** Sums of days have their products in slices, so that one product is found without reading the others: 64 of them. */
export const sliceOf = (plu: string): string =>
  `coalesce((ascii(right(${plu}, 1)) & 15) + 16 * (ascii(right(${plu}, 2)) & 3), 0)`;

/** Columns with one row instead of a list. */
export const isSingle = (column: string): boolean => column === 'sums';

/** The name of the composite type of a column. */
export const figureType = (column: string): string => `day_${column}`;
