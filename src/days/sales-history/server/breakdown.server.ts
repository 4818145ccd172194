import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { amountSteps, type SalesBy } from '../answer';
import type { SumKind } from '../../figures/stored-figures.server';

/** The columns of the figures that sales are broken down by (figures/figure-columns.server.ts), and what only receipts say. */
export type Column = 'tills' | 'hours' | 'cashiers' | 'tenders' | 'dpts' | 'plus' | ReceiptColumn;
type ReceiptColumn = 'discounts' | 'tips' | 'amounts';

/** How sales are broken down: the column of the figures that is added up, and by what. */
export interface Breakdown {
  readonly column: Column;
  /** SQL of the columns of a row; an id alone tells rows apart where it is there. */
  readonly id: string;
  readonly productid?: string;
  readonly name?: string;
  /** SQL: what the rows are grouped by; '' for all of them. */
  readonly group: string;
  /** SQL: the order of the rows; without it the highest sales are first. */
  readonly order?: string;
  /** The sums of days that have what the rows are grouped by; without it all of them. */
  readonly of?: SumKind;
}

const month = `to_char(date, 'YYYY-MM')`;
const weekday = 'extract(isodow from date)::integer';

const product: Breakdown = {
  column: 'plus',
  id: 'plu_id',
  productid: 'max(productid collate "C")',
  name: 'max(name collate "C")',
  group: 'plu_id, case when plu_id is null then productid end, case when plu_id is null then name end',
};

const whole: Readonly<Record<SalesBy, Breakdown>> = {
  product,
  together: product,
  department: {
    column: 'dpts',
    id: 'dpt_id',
    name: 'max(dpt_name collate "C")',
    group: 'dpt_id, case when dpt_id is null then dpt_name end',
  },
  location: { column: 'tills', id: 'location_id::text', group: 'location_id', of: 'place' },
  register: { column: 'tills', id: 'pos_id', group: 'pos_id' },
  cashier: {
    column: 'cashiers',
    id: 'id',
    name: 'max(name collate "C")',
    group: 'id, case when id is null then name end',
  },
  tender: {
    column: 'tenders',
    id: 'tender_id',
    productid: 'max(type collate "C")',
    name: 'max(name collate "C")',
    group: 'tender_id, case when tender_id is null then type end, case when tender_id is null then name end',
  },
  hour: { column: 'hours', id: 'hour::text', group: 'hour', order: 'hour' },
  weekday: { column: 'tills', id: `(${weekday})::text`, group: weekday, order: weekday, of: 'date' },
  day: { column: 'tills', id: 'date::text', group: 'date', order: 'date', of: 'date' },
  month: { column: 'tills', id: month, group: month, order: month },
  discount: { column: 'discounts', id: 'discount_id', group: 'discount_id' },
  tip: {
    column: 'tips',
    id: 'id',
    name: 'max(name collate "C")',
    group: 'id, case when id is null then name end',
  },
  amount: {
    column: 'amounts',
    id: `case when step < 0 then 'returns' else step::text end`,
    group: 'step',
    order: 'step',
  },
};

/** What the lines are restricted to, if they are. */
export type Article = 'plu' | 'dpt' | null;

/** Returns how to break down. */
export function breakdownOf(by: SalesBy, of: Article): Breakdown {
  const usual = whole[by];
  if (of === null || usual === product) return usual;
  return { ...usual, column: of === 'plu' ? 'plus' : 'dpts' };
}

/** The figures of all of them: without groups. */
export const totalOf = (of: Article): Breakdown => ({
  column: of === null ? 'tills' : of === 'plu' ? 'plus' : 'dpts',
  id: 'null',
  group: '',
});

const figures = ['qty', 'gross', 'net', 'tax', 'discount'];

/** Column → its members, as rows of stored figures and of receipts have them; `receipts` is what counts these. */
const members: Readonly<Record<Column, readonly string[]>> = {
  tills: ['pos_id', 'receipts', ...figures],
  hours: ['hour', 'receipts', ...figures],
  cashiers: ['id', 'name', 'receipts', ...figures],
  tenders: ['tender_id', 'name', 'type', 'receipts', 'amount', 'refunded'],
  dpts: ['dpt_id', 'dpt_name', 'hour', 'receipts', ...figures],
  plus: ['plu_id', 'productid', 'name', 'dpt_id', 'dpt_name', 'receipts', ...figures],
  discounts: ['discount_id', 'receipts', 'qty', 'amount'],
  tips: ['id', 'name', 'receipts', 'qty', 'amount'],
  amounts: ['step', 'receipts', ...figures],
};

/** SQL: the first amount of the row of amounts that a receipt of `gross` is in; -1 of one below zero. */
export const stepOf = `coalesce((array[${amountSteps.join(', ')}])[width_bucket(gross, array[${amountSteps.join(', ')}]::numeric[])], -1)`;

/** The names that members have where they are read from, if others. */
const called = {
  stored: (column: Column, member: string): string =>
    member === 'receipts' && ['tills', 'hours', 'cashiers', 'tenders'].includes(column)
      ? 'count'
      : member === 'dpt_name' && column === 'dpts'
        ? 'name'
        : member,
  sold: (column: Column, member: string): string =>
    member !== 'receipts'
      ? member
      : column === 'plus'
        ? 'plu_receipts'
        : column === 'dpts'
          ? 'dpt_receipts'
          : column === 'tenders'
            ? 'count'
            : column === 'discounts' || column === 'tips'
              ? 'receipts'
              : '1',
};

/** SQL: the members of a column in a list, of stored figures `e` or of the parts of receipts. */
export const membersOf = (column: Column, from: 'stored' | 'sold'): string =>
  members[column]
    .map((member) => `${from === 'stored' ? 'e.' : ''}${called[from](column, member)} as ${member}`)
    .join(', ');

/** SQL: the rows of a breakdown with their figures, over the relation `found`. */
export function rowsText({ column, id, productid = 'null', name = 'null', group, order }: Breakdown): string {
  const sum = (of: string, as = of) => `coalesce(sum(${of}), 0) as ${as}`;
  const sums =
    column === 'discounts' || column === 'tips'
      ? `sum(qty) as qty, ${sum('amount', 'gross')}, null::numeric as net, null::numeric as tax, null::numeric as discount`
      : column === 'tenders'
        ? `null::numeric as qty, ${sum('amount', 'gross')}, null::numeric as net, null::numeric as tax, ${sum('refunded', 'discount')}`
        : figures.map((figure) => sum(figure)).join(', ');
  return `select ${id} as id, ${productid} as productid, ${name} as name, ${order ?? 'null'} as place,
    coalesce(sum(receipts), 0)::bigint as receipts, ${sums} from found${group === '' ? '' : ` group by ${group}`}`;
}

/** SQL: the members of a row in the answer; money with at least `scale` decimals. */
export const rowJson = (
  scale: number,
): string => `json_build_object('id', rows.id, 'productid', productid, 'name', name,
  'receipts', receipts, 'quantity', trim_scale(qty)::text,
  ${['gross', 'net', 'tax', 'discount'].map((figure) => `'${figure}', report_money(${figure}, ${scale})`).join(', ')},
  'average', round(gross / nullif(receipts, 0), ${scale})::text)
  order by place, gross desc, coalesce(name, '') collate "C", rows.id`;

/**
 * SQL: the join of the rows `f` of a breakdown with the records `n` that say what they are called now; null where the receipts say it.
 * Discounts are those of the ancestors, too; what a till calls one is only text.
 */
export function namesNow({ tenantId, lineage }: Caller, by: SalesBy): RawBuilder<unknown> | null {
  const named = by === 'location' || by === 'discount' ? by : by === 'register' ? 'pos' : null;
  return (
    named &&
    sql`left join ${sql.table(named)} n on n.tenant_id = ${tenantId} and n.company_id = any(${lineage}::uuid[]) and n.id::text = f.id`
  );
}
