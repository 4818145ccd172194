/**
 * The figures of days that a summary and a month add up: column → its composite type and its members. Each is a list of rows that adds
 * up with those of other days by its key, except `sums`, which is one row. The migration makes the types of it, and the
 * statements (figure-parts.server.ts) read and write in this order.
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
  dpts: { dpt_id: 'text', name: 'text', qty: 'numeric', gross: 'numeric', net: 'numeric', tax: 'numeric' },
  plus: { plu_id: 'text', productid: 'text', name: 'text', qty: 'numeric', gross: 'numeric' },
  asides: { kind: 'text', returned: 'boolean', count: 'bigint', amount: 'numeric' },
  lates: { late_for: 'text', count: 'bigint', gross: 'numeric', tax: 'numeric' },
  hours: { hour: 'integer', cutover: 'integer', count: 'bigint', gross: 'numeric' },
  cashiers: { id: 'text', name: 'text', count: 'bigint', gross: 'numeric' },
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

/** Columns with one row instead of a list. */
export const isSingle = (column: string): boolean => column === 'sums';

/** The name of the composite type of a column. */
export const figureType = (column: string): string => `day_${column}`;
