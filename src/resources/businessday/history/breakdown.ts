import type { SalesBy } from '../../sales/history/answer';

/** What the rows of a breakdown are read from: receipts, their lines or their payments (rows.server.ts). */
export type Part = 'receipts' | 'lines' | 'tenders';

/** How sales are broken down: the rows that are added up, and by what. */
export interface Breakdown {
  readonly part: Part;
  /** SQL of the columns of a row; an id alone tells rows apart where it is there. */
  readonly id: string;
  readonly productid?: string;
  readonly name?: string;
  /** SQL: what the rows are grouped by; '' for all of them. */
  readonly group: string;
  /** The column whose sum is the number of receipts. */
  readonly receipts: string;
  /** SQL: the order of the rows; without it the highest sales are first. */
  readonly order?: string;
}

const month = `to_char(date, 'YYYY-MM')`;
const weekday = 'extract(isodow from date)::integer';

const product: Breakdown = {
  part: 'lines',
  id: 'plu_id',
  productid: 'max(productid collate "C")',
  name: 'max(name collate "C")',
  group: 'plu_id, case when plu_id is null then productid end, case when plu_id is null then name end',
  receipts: 'plu_receipts',
};

const whole: Readonly<Record<SalesBy, Breakdown>> = {
  product,
  together: product,
  department: {
    part: 'lines',
    id: 'dpt_id',
    name: 'max(dpt_name collate "C")',
    group: 'dpt_id, case when dpt_id is null then dpt_name end',
    receipts: 'dpt_receipts',
  },
  location: of('location_id'),
  register: of('pos_id'),
  cashier: {
    part: 'receipts',
    id: 'cashier_id',
    name: 'max(cashier_name collate "C")',
    group: 'cashier_id, case when cashier_id is null then cashier_name end',
    receipts: 'n',
  },
  tender: {
    part: 'tenders',
    id: 'tender_id',
    productid: 'max(type collate "C")',
    name: 'max(name collate "C")',
    group: 'tender_id, case when tender_id is null then type end, case when tender_id is null then name end',
    receipts: 'n',
  },
  hour: { ...of('hour'), order: 'min(hour)' },
  weekday: { ...of(weekday), order: weekday },
  day: { ...of('date'), order: 'date' },
  month: { ...of(month), order: month },
};

function of(key: string): Breakdown {
  return { part: 'receipts', id: `(${key})::text`, group: key, receipts: 'n' };
}

/** What the lines are restricted to, if they are. */
export type Article = 'plu' | 'dpt' | null;

/** Returns how to break down. */
export function breakdownOf(by: SalesBy, of: Article): Breakdown {
  const usual = whole[by];
  if (of === null || usual === product) return usual;
  const { name: _, ...keys } = usual;
  return { ...keys, part: 'lines', receipts: `${of}_receipts` };
}

/** The figures of all of them: without groups. */
export const totalOf = (of: Article): Breakdown => ({
  part: of === null ? 'receipts' : 'lines',
  id: 'null',
  group: '',
  receipts: of === null ? 'n' : `${of}_receipts`,
});

const figures = ['quantity', 'gross', 'net', 'tax', 'discount'];

/** SQL: the rows of a breakdown with their figures, over the relation `found`. */
export function rowsText({ part, id, productid = 'null', name = 'null', group, receipts, order }: Breakdown): string {
  const sum = (column: string, as: string) => `coalesce(sum(${column}), 0) as ${as}`;
  const sums =
    part === 'tenders'
      ? `null::numeric as quantity, ${sum('amount', 'gross')}, null::numeric as net, null::numeric as tax, ${sum('refunded', 'discount')}`
      : figures.map((figure) => sum(figure, figure)).join(', ');
  return `select ${id} as id, ${productid} as productid, ${name} as name, ${order ?? 'null'} as place,
    coalesce(sum(${receipts}), 0)::bigint as receipts, ${sums} from found where counts${group === '' ? '' : ` group by ${group}`}`;
}

/** SQL: the members of a row in the answer; money with at least `scale` decimals. */
export const rowJson = (scale: number): string => `json_build_object('id', rows.id, 'productid', productid, 'name', name,
  'receipts', receipts, 'quantity', trim_scale(quantity)::text,
  ${['gross', 'net', 'tax', 'discount'].map((figure) => `'${figure}', report_money(${figure}, ${scale})`).join(', ')},
  'average', round(gross / nullif(receipts, 0), ${scale})::text)
  order by place, gross desc, coalesce(name, '') collate "C", rows.id`;
