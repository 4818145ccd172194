/**
 * How numbers of `data` are read. What the service accepted casts; what came in past it may not, and then the
 * statement fails, and is asked again carefully: a look at each value costs more than all the rest.
 */
export type Care = 'cast' | 'careful';

/** The number at a key of a JSON object; null where there is none. */
export const decimal = (care: Care, from: string, key: string): string =>
  care === 'cast' ? `(${from}->>'${key}')::numeric` : `report_decimal(${from}->'${key}')`;

/** What is read of the objects of a list: text, numbers, and whether some of the numbers are none. */
interface Members {
  readonly text?: readonly string[];
  readonly numbers: readonly string[];
  readonly bad: Readonly<Record<string, readonly string[]>>;
}

/** The lists of a receipt (sales/contract.ts). */
const lists: Readonly<Record<'lines' | 'tenders' | 'taxes', Members>> = {
  lines: {
    text: ['kind', 'plu_id', 'productid', 'name', 'dpt_id', 'dpt_name'],
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
 * The objects of a list of a receipt's `data` as rows `e`, in SQL, those columns of them that are asked for; what is no list is
 * missing, but for an object, which is its own only element. Cast, they are taken apart at once, and a list that is
 * not of objects alone fails, too.
 */
export function elements(
  care: Care,
  list: keyof typeof lists,
  columns: readonly string[],
  data = 't.data',
): string {
  const { text = [], numbers, bad } = lists[list];
  const some = (names: readonly string[]) => names.filter((name) => columns.includes(name));
  if (care === 'cast') {
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

/** A line that is turnover, and one that is none: a gift card, a deposit, a tip. */
export const isTurnover = `coalesce(e.kind, 'sale') = 'sale'`;
export const isNonTurnover = `e.kind <> 'sale'`;
/** The net of a line that is no turnover: it need not say it. */
export const nonTurnoverNet = 'coalesce(e.net, e.total - coalesce(e.tax, 0), 0)';

/** The rate of a line; what is no turnover has none of its own unless it says so. */
export const lineRate = `coalesce(e.tax_rate, case when ${isNonTurnover} then 0 end)`;

/**
 * Whether quantity × unit price − discount is the total of a line, to the currency's smallest unit: rounded half up and
 * rounded half to even both are.
 */
export const lineDiffers = (unit: string): string =>
  `abs(e.qty * e.unit_price - coalesce(e.discount, 0) - coalesce(e.total, 0)) * 2 > ${unit}`;

/** Whether the tax of a row is what its rate makes of its gross, within one smallest unit for each of its `lines`. */
export const taxDiffers = (unit: string, row: string, lines: string): string =>
  `abs(coalesce(${row}.tax, 0) * (100 + ${row}.rate) - coalesce(${row}.gross, 0) * ${row}.rate)
    > greatest(1, ${lines}) * ${unit} * abs(100 + ${row}.rate)`;
