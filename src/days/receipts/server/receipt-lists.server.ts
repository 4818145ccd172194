/**
 * How numbers in `data` are read. `cast` casts them, which works for everything that the service accepted; it fails on
 * values that were written past the service, and the statement is then repeated with `careful`, which checks each value
 * and costs more than the rest of the statement.
 */
export type NumberParsing = 'cast' | 'careful';

/** SQL: the pattern of a GUID in lower case; what a line says of its product or discount may be any text. */
export const guidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** SQL: the number at a key of a JSON object; null if it is missing. */
export const decimal = (parsing: NumberParsing, from: string, key: string): string =>
  parsing === 'cast' ? `(${from}->>'${key}')::numeric` : `report_decimal(${from}->'${key}')`;

/** The columns read from the objects of a list: text, numbers, and flags for values that are not numbers. */
interface Members {
  readonly text?: readonly string[];
  readonly numbers: readonly string[];
  readonly bad: Readonly<Record<string, readonly string[]>>;
}

/** The columns of each list of a receipt (sales/contract.ts). */
const lists: Readonly<Record<'lines' | 'tenders' | 'taxes', Members>> = {
  lines: {
    text: ['kind', 'plu_id', 'productid', 'name', 'dpt_id', 'dpt_name', 'discount_id'],
    numbers: ['qty', 'unit_price', 'discount', 'total', 'net', 'tax', 'tax_rate'],
    bad: { bad: ['qty', 'discount', 'total'], bad_tax: ['net', 'tax', 'tax_rate'] },
  },
  tenders: {
    text: ['tender_id', 'name', 'type'],
    numbers: ['amount', 'tendered', 'change'],
    bad: { bad: ['amount', 'tendered', 'change'] },
  },
  taxes: { numbers: ['rate', 'gross', 'net', 'tax'], bad: { bad: ['rate', 'gross', 'net', 'tax'] } },
};

/**
 * SQL: the objects of a list of a receipt's `data` as rows `e` with the requested columns. A value that is not a list
 * gives no rows, except an object, which gives one. With `cast`, all are parsed in one call, which fails for a list that
 * contains anything but objects.
 */
export function elements(
  parsing: NumberParsing,
  list: keyof typeof lists,
  columns: readonly string[],
  data = 't.data',
): string {
  const { text = [], numbers, bad } = lists[list];
  const some = (names: readonly string[]) => names.filter((name) => columns.includes(name));
  if (parsing === 'cast') {
    const typed = [
      ...some(text).map((name) => `${name} text`),
      ...some(numbers).map((name) => `${name} numeric`),
    ];
    return `lateral jsonb_to_recordset(nullif(${data}->'${list}', 'null')) e(${typed.join(', ')})`;
  }
  const wrong = (name: string) =>
    `(report_decimal(e->'${name}') is null and coalesce(jsonb_typeof(e->'${name}'), 'null') <> 'null')`;
  const read = [
    ...some(text).map((name) => `e->>'${name}' as ${name}`),
    ...some(numbers).map((name) => `report_decimal(e->'${name}') as ${name}`),
    ...some(Object.keys(bad)).map((name) => `${(bad[name] ?? []).map(wrong).join(' or ')} as ${name}`),
  ];
  return `lateral (
    select ${read.join(', ')} from jsonb_path_query(${data}, '$.${list}[*] ? (@.type() == "object")') e) e`;
}

/** SQL condition: a receipt `t` is an active sale or return (docs/report.md#what-counts). */
export const counts = `t.active and t.type in ('sale', 'return')`;

/**
 * SQL condition: the till counts lines that are no turnover in `total_net`. Tills differ in it: the reading that comes closer to adding up
 * is used. `s` are the sums of the receipt.
 */
export const netHasAside = `s.aside = 0 or abs(total_net + total_tax - total) <= abs(total_net + total_tax - total + s.aside)`;

/** SQL conditions: the line is turnover, or it is not (a gift card, a deposit, a tip). */
export const isTurnover = `coalesce(e.kind, 'sale') = 'sale'`;
export const isNonTurnover = `e.kind <> 'sale'`;
/** SQL: the net of a line; one that does not state it has its total without its tax. */
export const lineNet = 'coalesce(e.net, e.total - coalesce(e.tax, 0), 0)';

/** SQL condition: a line that is no turnover states a tax or the rate of one, as a deposit or a single-purpose voucher does. */
export const isTaxedAside = `(${isNonTurnover} and (coalesce(e.tax, 0) <> 0 or coalesce(e.tax_rate, 0) <> 0))`;

/** SQL condition: a line that is no turnover is taxed otherwise than the company says of its kind, on a day `d`. */
export const kindDiffers = `case d.line_kinds->>e.kind when 'taxed' then not ${isTaxedAside}
  when 'untaxed' then coalesce(e.tax, 0) <> 0 else false end and ${isNonTurnover}`;

/**
 * SQL: how a line that is no turnover changes the tax rows of its receipt `r`: 1, −1, or 0 for not at all. VAT rows have the turnover and
 * whatever else is taxed: lines without tax are taken off where the till has them in its rows, and taxed ones are added where it
 * does not.
 */
export const asideSign = `case when ${isTaxedAside} = r.rows_have_aside then 0 when r.rows_have_aside then -1 else 1 end`;

/** SQL: the tax rate of a line; a non-turnover line without one has rate 0. */
export const lineRate = `coalesce(e.tax_rate, case when ${isNonTurnover} then 0 end)`;

/**
 * SQL: whether quantity × unit price − discount differs from the total of a line, at the currency's smallest unit.
 * Rounding half up and rounding half to even are both accepted.
 */
export const lineDiffers = (unit: string): string =>
  `abs(e.qty * e.unit_price - coalesce(e.discount, 0) - coalesce(e.total, 0)) * 2 > ${unit}`;

/** SQL: the same of a price without tax: whether quantity × unit price − discount differs from the net of a line. */
export const lineDiffersNet = (unit: string): string =>
  `abs(e.qty * e.unit_price - coalesce(e.discount, 0) - ${lineNet}) * 2 > ${unit}`;

/** SQL condition: a receipt `r` fits neither as one whose prices hold tax nor as one whose prices are without tax. */
export const pricesAreWrong = 'prices_differ and prices_are_net is not true';

/**
 * SQL: whether a receipt `t` of which some line is not quantity × price − discount as its total is so as its net in every line:
 * its prices are without tax. Null for all other receipts: only of those that do not fit with tax are the lines read.
 */
export const pricesAreNet = (
  parsing: NumberParsing,
): string => `case when (t.checked).prices_differ then not exists (
  select from ${elements(parsing, 'lines', ['qty', 'unit_price', 'discount', 'total', 'net', 'tax'])}
  where ${lineDiffersNet('currency_unit(t.currency)')}) end`;

/**
 * SQL: whether the tax of a tax row differs from the tax computed from its gross and rate, by more than one smallest unit
 * for each of its `lines`.
 */
export const taxDiffers = (unit: string, row: string, lines: string): string =>
  `abs(coalesce(${row}.tax, 0) * (100 + ${row}.rate) - coalesce(${row}.gross, 0) * ${row}.rate)
    > greatest(1, ${lines}) * ${unit} * abs(100 + ${row}.rate)`;
