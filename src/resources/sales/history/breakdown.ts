import { figureColumns, type DailySum, type Part } from './columns';
import type { SalesBy } from './answer';

/** How sales are broken down: the rows that are added up, and by what. The SQL is one that both engines understand. */
export interface Breakdown {
  readonly part: Part;
  /** The columns of a row: `id`, `productid` and `name`; an id alone tells rows apart where it is there. */
  readonly id: string;
  readonly productid?: string;
  readonly name?: string;
  /** What the rows are grouped by. */
  readonly group: string;
  /** The number of receipts of a row. */
  readonly receipts: string;
  /** The sums of each day that it can be made of, where the archive has such. */
  readonly daily?: DailySum;
}

const month = '(extract(year from date) * 100 + extract(month from date))::integer';
const weekday = 'extract(isodow from date)::integer';

/** Of the receipts as a whole. */
const whole: Readonly<Record<SalesBy, Breakdown>> = {
  product: {
    part: 'lines',
    id: 'plu_id::text',
    productid: 'max(productid)',
    name: 'max(name)',
    group: 'plu_id, case when plu_id is null then productid end, case when plu_id is null then name end',
    receipts: 'sum(plu_receipts)',
  },
  department: {
    part: 'lines',
    id: 'dpt_id::text',
    name: 'max(dpt_name)',
    group: 'dpt_id, case when dpt_id is null then dpt_name end',
    receipts: 'sum(dpt_receipts)',
  },
  location: of('location_id'),
  register: of('pos_id', 'register'),
  cashier: {
    ...of('cashier_id', 'cashier'),
    name: 'max(cashier_name)',
    group: 'cashier_id, case when cashier_id is null then cashier_name end',
  },
  tender: {
    part: 'tenders',
    id: 'tender_id::text',
    productid: 'max(type)',
    name: 'max(name)',
    group: 'tender_id, case when tender_id is null then type end, case when tender_id is null then name end',
    receipts: 'sum(n)',
    daily: 'tender',
  },
  hour: of('hour', 'hour'),
  weekday: of(weekday),
  day: of('date'),
  month: of(month),
  basket: of('lines', 'basket'),
  together: {
    part: 'lines',
    id: 'plu_id::text',
    productid: 'max(productid)',
    name: 'max(name)',
    group: 'plu_id, case when plu_id is null then productid end, case when plu_id is null then name end',
    receipts: 'sum(plu_receipts)',
  },
};

function of(key: string, daily: DailySum = 'day'): Breakdown {
  return {
    part: 'receipts',
    id: `${key === 'date' ? 'date' : `(${key})`}::text`,
    group: key,
    receipts: 'sum(n)',
    daily,
  };
}

/** Returns how to break down; `of` is what the lines are restricted to. */
export function breakdownOf(by: SalesBy, of: 'plu' | 'dpt' | null): Breakdown {
  const usual = whole[by];
  if (of === null || usual.group.includes('plu_id')) return usual;
  const { id, group } = usual;
  return { part: 'lines', id, group, receipts: `sum(${of}_receipts)` };
}

/** The figures of all of them: without groups. */
export const totalOf = (of: 'plu' | 'dpt' | null): Breakdown =>
  of === null
    ? { part: 'receipts', id: 'null::text', group: '', receipts: 'sum(n)', daily: 'day' }
    : { part: 'lines', id: 'null::text', group: '', receipts: `sum(${of}_receipts)` };

/** SQL: a sum as decimal text with all of its digits. */
export type TextOf = (sum: string, figure: string) => string;

/** SQL: the rows of a breakdown over the relation `found`. */
export function breakdownText(
  { part, id, productid, name, group, receipts }: Breakdown,
  textOf: TextOf = (sum) => `${sum}::text`,
): string {
  const sumOf = (column: string, figure: string) =>
    `${textOf(`coalesce(sum(${column}), 0)`, figure)} as ${figure}`;
  const sums =
    part === 'tenders'
      ? `null as quantity, ${sumOf('amount', 'gross')}, null as net, null as tax, ${sumOf('refunded', 'discount')}`
      : figureColumns.map((figure) => sumOf(figure, figure)).join(', ');
  return `select ${id} as id, ${productid ?? 'null::text'} as productid, ${name ?? 'null::text'} as name,
    coalesce(${receipts}, 0)::text as receipts, ${sums}
    from found where counts${group === '' ? '' : ` group by ${group}`}`;
}
