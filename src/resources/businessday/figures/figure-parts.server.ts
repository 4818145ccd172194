import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted } from '@/core/server/db/db';
import { figureColumns, figureType, isSingle } from './figure-columns.server';

type Column = keyof typeof figureColumns;

/** How the rows of a part add up with those of other days. */
interface Part {
  /** The name of the part in the statement of a report (report-totals.server.ts). */
  readonly rows: string;
  readonly keys: readonly string[];
  /** Keys of rows whose first key is null. */
  readonly otherwise?: readonly string[];
  /** Members that are not sums: the greatest text, or another aggregate. Null: each row stays as it is. */
  readonly by?: Readonly<Record<string, string>> | null;
}

const greatest = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `max(${name} collate "C")`]));

const parts: Readonly<Record<Column, Part>> = {
  sums: { rows: 'g', keys: [] },
  taxes: { rows: 'tax_parts', keys: ['rate'], by: { is_aside: 'bool_or(is_aside)' } },
  tenders: {
    rows: 'tender_rows',
    keys: ['tender_id'],
    otherwise: ['type', 'name'],
    by: greatest('name', 'type'),
  },
  dpts: { rows: 'dpt_rows', keys: ['dpt_id'], otherwise: ['name'], by: greatest('name') },
  plus: {
    rows: 'plu_rows',
    keys: ['plu_id'],
    otherwise: ['productid', 'name'],
    by: greatest('productid', 'name'),
  },
  asides: { rows: 'aside_rows', keys: ['kind'] },
  hours: { rows: 'hour_rows', keys: ['hour'], by: { cutover: 'min(cutover)' } },
  cashiers: { rows: 'cashier_rows', keys: ['id'], otherwise: ['name'], by: greatest('name') },
  unknowns: { rows: 'unknown_rows', keys: ['type'] },
  removals: { rows: 'removed_rows', keys: [], by: null },
  drawers: { rows: 'drawer_rows', keys: ['pos_id'] },
};

const columns = Object.keys(parts).filter((name): name is Column => name in figureColumns);

/** The names of the columns, for a list of a statement. */
export const figureNames = columns;

/** SQL part `x`: stored figures by the ids of their rows. */
export const storedPart = (
  { tenantId, companyId }: Caller,
  ids: readonly number[],
): RawBuilder<unknown> => sql`
  x as materialized (
    select ${trusted(columns.map((name) => `f.${name}`).join(', '))} from businessday_figures f
    where f.tenant_id = ${tenantId} and f.company_id = ${companyId} and f.id = any(${ids}::bigint[])
  )`;

/**
 * SQL parts inside of a statement that has the parts of a report and `x`: each has its name again, and adds the stored figures
 * to what was computed from receipts.
 */
export const addedParts = columns
  .map((name) => `${parts[name].rows} as materialized (${added(name)})`)
  .join(',\n');

function added(name: Column): string {
  const { rows, keys, otherwise = [], by = {} } = parts[name];
  const members = Object.entries<string>(figureColumns[name]);
  const list = members.map(([member]) => member).join(', ');
  const stored = members.map(([member]) => `e.${member}`).join(', ');
  const from = isSingle(name) ? `unnest(array[x.${name}])` : `unnest(x.${name})`;
  const union = `select ${list} from ${rows} union all select ${stored} from x cross join ${from} e`;
  if (by === null) return union;
  const values = members.map(([member, type]) => {
    if (keys.includes(member)) return member;
    const aggregate = by[member] ?? (type === 'bigint' ? `sum(${member})::bigint` : `sum(${member})`);
    return `${aggregate} as ${member}`;
  });
  const [first] = keys;
  const groups = [...keys, ...otherwise.map((key) => `case when ${first} is null then ${key} end`)];
  return `select ${values.join(', ')} from (${union}) e${groups.length > 0 ? ` group by ${groups.join(', ')}` : ''}`;
}

/** SQL: the figures of the parts in scope, as columns of `businessday_figures`; lists in an order of their own. */
export const figuresOfParts = columns
  .map((name) => {
    const row = `row(${Object.keys(figureColumns[name]).join(', ')})::${figureType(name)}`;
    const { rows } = parts[name];
    return isSingle(name)
      ? `(select ${row} from ${rows}) as ${name}`
      : `array(select ${row} from ${rows} order by 1) as ${name}`;
  })
  .join(',\n');
