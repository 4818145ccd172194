import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import { figureColumns, figureType, isSingle } from './figure-columns.server';

type Column = keyof typeof figureColumns;

/** How the rows of a column add up with those of other days. */
interface Part {
  /** The part with all members of the column, in a statement that has the parts of a report and of sales (sales-parts.server.ts). */
  readonly made: string;
  /** The part of a summary that has some of them (report-totals.server.ts), and which; none: a summary does not show it. */
  readonly summary?: { readonly rows: string; readonly members?: readonly string[] };
  readonly keys: readonly string[];
  /** Key → what also tells rows apart where that key is null. */
  readonly otherwise?: Readonly<Record<string, readonly string[]>>;
  /** Members that are not sums: the greatest text, or another aggregate. Null: each row stays as it is. */
  readonly by?: Readonly<Record<string, string>> | null;
}

const greatest = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `max(${name} collate "C")`]));

const parts: Readonly<Record<Column, Part>> = {
  sums: { made: 'g', summary: { rows: 'g' }, keys: [] },
  taxes: {
    made: 'tax_parts',
    summary: { rows: 'tax_parts' },
    keys: ['rate'],
    by: { is_aside: 'bool_or(is_aside)' },
  },
  tenders: {
    made: 'tender_rows',
    summary: { rows: 'tender_rows' },
    keys: ['tender_id'],
    otherwise: { tender_id: ['type', 'name'] },
    by: greatest('name', 'type'),
  },
  dpts: {
    made: 'dpts_sold',
    summary: { rows: 'dpt_rows', members: ['dpt_id', 'name', 'qty', 'gross', 'net', 'tax'] },
    keys: ['dpt_id', 'hour'],
    otherwise: { dpt_id: ['name'] },
    by: greatest('name'),
  },
  plus: {
    made: 'plus_sold',
    summary: { rows: 'plu_rows', members: ['plu_id', 'productid', 'name', 'qty', 'gross'] },
    keys: ['plu_id', 'dpt_id'],
    otherwise: { plu_id: ['productid', 'name'], dpt_id: ['dpt_name'] },
    by: greatest('productid', 'name', 'dpt_name'),
  },
  asides: {
    made: 'asides_by_kind',
    summary: { rows: 'aside_rows', members: ['kind', 'count', 'amount'] },
    keys: ['kind', 'returned'],
  },
  hours: {
    made: 'hours_sold',
    summary: { rows: 'hour_rows', members: ['hour', 'cutover', 'count', 'gross'] },
    keys: ['hour'],
    by: { cutover: 'min(cutover)' },
  },
  cashiers: {
    made: 'cashiers_sold',
    summary: { rows: 'cashier_rows', members: ['id', 'name', 'count', 'gross'] },
    keys: ['id'],
    otherwise: { id: ['name'] },
    by: greatest('name'),
  },
  tills: { made: 'tills_sold', keys: ['pos_id'] },
  lates: { made: 'lates', keys: ['late_for'] },
  unknowns: { made: 'unknown_rows', summary: { rows: 'unknown_rows' }, keys: ['type'] },
  removals: { made: 'removed_rows', summary: { rows: 'removed_rows' }, keys: [], by: null },
  drawers: { made: 'drawer_rows', summary: { rows: 'drawer_rows' }, keys: ['pos_id'] },
};

const columns = Object.keys(parts).filter((name): name is Column => name in figureColumns);

/** The names of the columns, for a list of a statement. */
export const figureNames = columns;

/** SQL parts `x`: stored figures by the ids of their rows; `x_plus`: their products, which sums have in slices. */
export const storedPart = (
  { tenantId, companyId }: Caller,
  ids: readonly number[],
): RawBuilder<unknown> => sql`
  x as materialized (
    select ${trusted(columns.map((name) => `f.${name}`).join(', '))} from businessday_figures f
    where f.tenant_id = ${tenantId} and f.company_id = ${companyId} and f.id = any(${ids}::bigint[])
  ), x_plus as (
    select plus from x union all
    select p.plus from businessday_figures_plus p
    where p.tenant_id = ${tenantId} and p.company_id = ${companyId} and p.figures_id = any(${ids}::bigint[])
  )`;

/** SQL: the stored rows of a column as `e`. */
const storedRows = (name: Column): string =>
  name === 'plus'
    ? 'x_plus cross join unnest(x_plus.plus) e'
    : `x cross join ${isSingle(name) ? `unnest(array[x.${name}])` : `unnest(x.${name})`} e`;

/** SQL: rows of a column, added up by its keys. `members`: those that the rows have. */
function folded(name: Column, from: string, members: readonly string[]): string {
  const { keys, otherwise = {}, by = {} } = parts[name];
  if (by === null) return from;
  const types: Readonly<Record<string, string>> = figureColumns[name];
  const own = keys.filter((key) => members.includes(key));
  const values = members.map((member) => {
    if (own.includes(member)) return member;
    const aggregate =
      by[member] ?? (types[member] === 'bigint' ? `sum(${member})::bigint` : `sum(${member})`);
    return `${aggregate} as ${member}`;
  });
  const groups = own.flatMap((key) => [
    key,
    ...(otherwise[key] ?? []).map((member) => `case when ${key} is null then ${member} end`),
  ]);
  return `select ${values.join(', ')} from (${from}) e${groups.length > 0 ? ` group by ${groups.join(', ')}` : ''}`;
}

const membersOf = (name: Column): readonly string[] => Object.keys(figureColumns[name]);

/**
 * SQL parts inside of a statement that has the parts of a report and `x`: each part of a summary has its name again, and adds the
 * stored figures to what was computed from receipts.
 */
export const addedParts = columns
  .flatMap((name) => {
    const { summary } = parts[name];
    if (!summary) return [];
    const members = summary.members ?? membersOf(name);
    const both = `select ${members.join(', ')} from ${summary.rows} union all
      select ${members.map((member) => `e.${member}`).join(', ')} from ${storedRows(name)}`;
    return [`${summary.rows} as materialized (${folded(name, both, members)})`];
  })
  .join(',\n');

/** SQL: rows as a column of `businessday_figures`, a list in an order of its own. */
function columnOf(name: Column, from: string): string {
  const row = `row(${membersOf(name).join(', ')})::${figureType(name)}`;
  return isSingle(name)
    ? `(select ${row} from ${from}) as ${name}`
    : `array(select ${row} from ${from} order by 1) as ${name}`;
}

/** SQL: the figures of the parts in scope, as columns of `businessday_figures`. */
export const figuresOfParts = columns.map((name) => columnOf(name, parts[name].made)).join(',\n');

/** SQL: the sum of the stored figures `x`, as columns of `businessday_figures`. */
export const figuresOfStored = columns
  .map((name) => {
    const members = membersOf(name);
    const from = `select ${members.map((member) => `e.${member}`).join(', ')} from ${storedRows(name)}`;
    return columnOf(name, `(${folded(name, from, members)}) e`);
  })
  .join(',\n');
