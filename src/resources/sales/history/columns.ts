/**
 * What the archive's files hold: the columns of each part, and their types in Parquet. Both engines have relations of these
 * names and columns, so that a question (breakdown.ts) is one text for both.
 */
const money = 'DECIMAL(18,4)';
const fine = 'DECIMAL(18,6)';

/** Columns that each row of a part begins with. */
const place = {
  receipt: 'BIGINT',
  day: 'BIGINT',
  date: 'DATE',
  location_id: 'UUID',
  currency: 'VARCHAR',
  counts: 'BOOLEAN',
};

const figures = { quantity: fine, gross: money, net: money, tax: money, discount: money };

const article = {
  plu_id: 'UUID',
  productid: 'VARCHAR',
  name: 'VARCHAR',
  dpt_id: 'UUID',
  dpt_name: 'VARCHAR',
};

/** The parts that are written from receipts: column → its type. */
export const parts = {
  receipts: {
    ...place,
    id: 'UUID',
    pos_id: 'UUID',
    receipt_num: 'VARCHAR',
    type: 'VARCHAR',
    active: 'BOOLEAN',
    completed_at: 'TIMESTAMPTZ',
    hour: 'TINYINT',
    cashier_id: 'VARCHAR',
    cashier_name: 'VARCHAR',
    lines: 'INTEGER',
    total: money,
    total_net: money,
    total_tax: money,
    rounding: money,
    ...figures,
  },
  lines: {
    ...place,
    hour: 'TINYINT',
    kind: 'VARCHAR',
    ...article,
    // 1 on the first line of a product, or of a department, in a receipt: their sum is the number of receipts.
    plu_receipts: 'INTEGER',
    dpt_receipts: 'INTEGER',
    unit_price: fine,
    tax_rate: fine,
    ...figures,
  },
  tenders: {
    ...place,
    tender_id: 'UUID',
    name: 'VARCHAR',
    type: 'VARCHAR',
    amount: money,
    refunded: money,
  },
} as const;

/** A part that is written from receipts. */
export type Part = keyof typeof parts;

export const partNames: readonly Part[] = ['receipts', 'lines', 'tenders'];

/** The columns that tell products, or departments, apart, and the figures of a line or a receipt. */
export const articleColumns = Object.keys(article);
export const figureColumns = Object.keys(figures);

/** The columns of the part `sums`: what the lines of a month come to by product and by department, here and everywhere. */
export const sumColumns = [
  'date',
  'location_id',
  'currency',
  ...articleColumns,
  'plu_receipts',
  'dpt_receipts',
  ...figureColumns,
] as const;

/**
 * What the part `daily` adds up for each business day: each way of breaking receipts down, with the columns it needs besides the
 * day and its place. Adding up the receipts of years takes a second, adding up these does not.
 */
export const dailySums = {
  day: { part: 'receipts', keys: [] },
  hour: { part: 'receipts', keys: ['hour'] },
  register: { part: 'receipts', keys: ['pos_id'] },
  cashier: { part: 'receipts', keys: ['cashier_id', 'cashier_name'] },
  basket: { part: 'receipts', keys: ['lines'] },
  tender: { part: 'tenders', keys: ['tender_id', 'name', 'type'] },
} as const satisfies Record<string, { part: Part; keys: readonly string[] }>;

/** A way of breaking receipts down that `daily` has sums for. */
export type DailySum = keyof typeof dailySums;

/** What is summed of a part in `daily`; `n` is the number of its rows. */
export const dailyFigures = {
  receipts: ['n', ...figureColumns],
  tenders: ['n', 'amount', 'refunded'],
} as const;

/**
 * What was sold together in a month (pairs/fill-pairs.server.ts). `articles` numbers the products of the month; `pairs` has, for each
 * product that may be asked for, what the other products of its receipts come to; `baskets` has the lines of the receipts with
 * too many products for that.
 */
export const pairParts = ['articles', 'pairs', 'baskets'] as const;

/** All parts of a month's files: what is written from receipts, and the sums of these. */
export const fileParts = [...partNames, 'sums', 'daily', ...pairParts] as const;
export type FilePart = (typeof fileParts)[number];

/** What tells the rows of a product apart, as receipts call it. */
export const articleKey = ['plu_id', 'productid', 'name'] as const;

/** Receipts with more products than this are never in `pairs`. */
export const pairedUpTo = 24;
/** `pairs` has at most so many rows for each line of its month, whatever the receipts are. */
export const pairsForEachLine = 8;

/**
 * SQL of DuckDB: the last seven hexadecimal digits of an id. Groups of rows that cannot have a product are passed over by a
 * whole number in less than half of the time that it takes by an id; the id itself then decides.
 */
export const pairKey = (id: string): string => `('0x' || right(${id}::varchar, 7))::integer`;

/** The columns of a part that are decimals, with the decimals that each holds. */
export const decimalsOf = (part: Part): readonly { readonly name: string; readonly scale: number }[] =>
  Object.entries(parts[part]).flatMap(([name, type]) => {
    const scale = /^DECIMAL\(18,(\d)\)$/.exec(type)?.[1];
    return scale === undefined ? [] : [{ name, scale: Number(scale) }];
  });

/** SQL of DuckDB: a text. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
