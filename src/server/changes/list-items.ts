import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { itemStates, itemWarnings } from '@/contract/change-set';
import { string } from '@/contract/openapi/parts';
import { pathOf, pointerOf } from '@/contract/pointer';
import { guid } from '@/contract/values';
import { sameText } from '@/record/diff';
import { isArray, jsonText, parseJson, type Json } from '@/record/json';
import type { Caller } from '../auth/caller';
import { trusted, type Tx } from '../db/db';
import { recordJsonb, wireTime, type Table } from '../db/table';
import { queryOf } from '../http/query';
import { wholeNumber } from '../http/query-parameters';
import { isVisible, type Tables } from '../read/visibility';
import { unwrapped } from './add-items';
import { byTable } from './chunk';
import { cellsOf, storedItemColumns, type StoredItem } from './examine';
import { pageParameters } from './page-parameters';
import { mayRead, withheldOf, type Withheld } from './rights';
import { changedSince, tablesOf } from './since';

/** Which items of a set are asked for. */
export interface ItemQuery {
  readonly states: readonly string[];
  readonly resource: string | null;
  readonly recordIds: readonly string[];
  readonly field: string | null;
  readonly warning: string | null;
  readonly q: string | null;
  /** Whether a choice is or was to be made of it: somebody changed the same field since. */
  readonly waits: boolean | null;
  /** Applied items alone whose values somebody changed again since. */
  readonly changed: boolean;
  readonly totals: boolean;
  readonly after: number;
  readonly skip: number;
  readonly limit: number;
}

const list = z.string().transform((value) => value.split(','));
const text = {
  read: z
    .string()
    .nullable()
    .default(null)
    .transform((value) => value || null),
  schema: string,
};
const isTrue = {
  read: z
    .literal('true')
    .optional()
    .transform((value) => value === 'true'),
  rule: 'Must be true',
  schema: { type: 'string', enum: ['true'] },
};

/** The parameters of a list of items. */
export const itemQuery = queryOf(
  {
    state: {
      read: list.pipe(z.array(z.enum(itemStates))).default([]),
      rule: `Must be of ${itemStates.join(', ')}`,
      schema: { ...string, description: `Of ${itemStates.join(', ')}; several with commas` },
    },
    resource: text,
    record_id: {
      read: list.pipe(z.array(guid())).default([]),
      rule: 'Must be GUIDs, separated by commas',
      schema: { ...string, description: 'Several with commas' },
    },
    field: {
      read: z.string().startsWith('/').nullable().default(null),
      rule: 'Must be a JSON pointer',
      schema: { ...string, description: 'A JSON pointer' },
    },
    warning: {
      read: z.enum(itemWarnings).nullable().default(null),
      rule: `Must be of ${itemWarnings.join(', ')}`,
      schema: { type: 'string', enum: itemWarnings },
    },
    q: text,
    waits: {
      read: z
        .enum(['true', 'false'])
        .transform((value) => value === 'true')
        .nullable()
        .default(null),
      rule: 'Must be true or false',
      schema: { type: 'boolean', description: 'Whether a choice is or was to be made of it' },
    },
    changed: { ...isTrue, schema: { ...isTrue.schema, description: 'Changed again since it was applied' } },
    totals: { ...isTrue, schema: { ...isTrue.schema, description: 'Counts what the query finds in all' } },
    skip: { read: wholeNumber(0, 9_999_999).default(0), schema: { type: 'integer', minimum: 0 } },
    ...pageParameters,
  },
  ({ state, record_id, cursor, ...rest }): ItemQuery => ({
    ...rest,
    states: state,
    recordIds: record_id,
    after: cursor,
  }),
);

interface ListedItem extends StoredItem {
  readonly line: number | null;
  readonly version: number | null;
  readonly state: string;
  readonly problems: unknown;
  readonly warnings: readonly string[];
}

interface CurrentRecord {
  readonly n: number;
  readonly name: string;
  readonly code: string;
  readonly company_id: string;
  readonly now: string;
  readonly who: string | null;
  readonly at: string | null;
}

/**
 * Returns a page of the items of a set, as JSON text: each with its values, what they were and what they are now. Items of
 * resources that the caller may not read are not found by anything; `withheld` says how many of which resource there are.
 */
export async function listItems(
  tx: Tx,
  caller: Caller,
  tables: Tables,
  id: string,
  query: ItemQuery,
): Promise<string> {
  const { after, skip, limit } = query;
  const withheld = await withheldOf(tx, caller, tables, id);
  const where = await conditionsOf(tx, caller, tables, id, query, withheld);
  const rows = await tx.rows(sql<ListedItem>`
    select ${storedItemColumns}, i.line, i.version, i.state, i.problems, i.warnings from changeset_item i
    where ${where} and i.n > ${after} order by i.n offset ${skip} limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  const current = new Map<number, CurrentRecord>();
  for (const { table, group } of byTable(tables, page))
    for (const record of await currentRecords(tx, caller, table, group)) current.set(record.n, record);
  const items = page.map((item) => answered(item, current.get(item.n), tables[item.resource]));
  const next = rows.length > limit ? String(page.at(-1)?.n) : null;
  const totals = query.totals ? `,"totals":${JSON.stringify(await totalsOf(tx, where))}` : '';
  return `{"items":[${items.join(',')}],"next_cursor":${JSON.stringify(next)},"withheld":${JSON.stringify(withheld)}${totals}}`;
}

/** Returns how many items a condition finds, with how many values, how many new records and how many choices made. */
async function totalsOf(tx: Tx, where: RawBuilder<unknown>) {
  const [totals] = await tx.rows(sql<{ items: number; cells: number; new: number; chosen: number }>`
    select count(*)::int as items, coalesce(sum(jsonb_array_length(i.paths)), 0)::int as cells,
      (count(*) filter (where i.is_new))::int as new,
      (count(*) filter (where i.choices <> '{}' and i.state <> 'conflict'))::int as chosen
    from changeset_item i where ${where}`);
  return totals;
}

async function conditionsOf(
  tx: Tx,
  caller: Caller,
  tables: Tables,
  id: string,
  query: ItemQuery,
  withheld: readonly Withheld[],
): Promise<RawBuilder<unknown>> {
  const { states, resource, recordIds, field, warning, q, waits, changed } = query;
  const where: RawBuilder<unknown>[] = [sql`i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id}`];
  if (withheld.length > 0) where.push(sql`i.resource <> all(${withheld.map((one) => one.resource)}::text[])`);
  if (states.length > 0) where.push(sql`i.state = any(${states}::text[])`);
  if (resource !== null) where.push(sql`i.resource = ${resource}`);
  if (recordIds.length > 0) where.push(sql`i.record_id = any(${recordIds}::uuid[])`);
  if (field !== null) where.push(sql`i.paths @> ${JSON.stringify([pathOf(field)])}::jsonb`);
  if (warning !== null) where.push(sql`${warning} = any(i.warnings)`);
  if (waits !== null) where.push(sql`(i.state in ('conflict', 'kept') or i.choices <> '{}') = ${waits}`);
  if (changed) where.push(changedSince(caller, await readableTables(tx, caller, tables, id)));
  if (q !== null) where.push(await searched(tx, caller, tables, id, q));
  return sql.join(where, sql` and `);
}

/** Returns the tables of a set's items whose records the caller may read. */
const readableTables = async (tx: Tx, caller: Caller, tables: Tables, id: string) =>
  (await tablesOf(tx, caller, tables, id)).filter(({ resource }) => mayRead(tables, caller, resource.name));

/** The field by which people know a record besides its name: a product's code, a customer's number. */
export const codeField = ({ resource }: Table): string | null =>
  Object.keys(resource.fields).find((name) => name === 'productid' || name.endsWith('_num')) ?? null;

/** Returns the condition for items by a line's number, or a part of the record's name or its code. */
async function searched(
  tx: Tx,
  caller: Caller,
  tables: Tables,
  id: string,
  q: string,
): Promise<RawBuilder<unknown>> {
  const searchable = await readableTables(tx, caller, tables, id);
  const part = `%${q.replaceAll(/[%_\\]/g, '\\$&')}%`;
  const named = searchable.map((table) => {
    const { name } = table.resource;
    const code = codeField(table);
    return sql`i.resource = ${name} and exists (select from ${sql.table(name)} t
        where t.tenant_id = i.tenant_id and t.id = i.record_id and ${isVisible(caller, table)}
          and (t.name ilike ${part} ${code === null ? sql`` : sql`or ${sql.ref(`t.${code}`)}::text = ${q}`}))`;
  });
  const line = /^\d{1,9}$/.test(q) ? sql`i.line = ${Number(q)}` : sql`false`;
  return sql`(${sql.join([line, sql`i.patch->>'name' ilike ${part}`, ...named], sql` or `)})`;
}

/** Returns the records of items as they are, and for those that others changed since, who did last. */
function currentRecords(
  tx: Tx,
  caller: Caller,
  table: Table,
  items: readonly StoredItem[],
): Promise<CurrentRecord[]> {
  const code = codeField(table);
  const asked = `[${items.map(({ n, record_id: id, paths }) => `{"n":${n},"id":${JSON.stringify(id)},"paths":${paths}}`).join(',')}]`;
  return tx.rows(sql<CurrentRecord>`
    select g.n, t.name, ${code === null ? sql`''` : sql`coalesce(${sql.ref(`t.${code}`)}::text, '')`} as code, t.company_id,
      picked(${trusted(recordJsonb(table))}, g.paths)::text as now, last.who, last.at
    from jsonb_to_recordset(${asked}::jsonb) g(n int, id uuid, paths jsonb)
    join ${sql.table(table.resource.name)} t on ${isVisible(caller, table)} and t.id = g.id
    left join lateral (
      select e.who, ${trusted(wireTime('e.at'))} as at from event e
      where e.tenant_id = t.tenant_id and e.company_id = t.company_id and e.entity = ${table.resource.name} and e.entity_id = t.id
      order by e.at desc, e.seq desc limit 1
    ) last on true`);
}

function answered(item: ListedItem, record: CurrentRecord | undefined, table: Table | undefined): string {
  const patch = parseJson(item.patch);
  const nowValues = record ? parseJson(record.now) : [];
  const now = isArray(nowValues) ? nowValues.map(unwrapped) : [];
  const isDone = item.state === 'applied';
  const cells = cellsOf(item, record ? now : undefined).map((cell) => {
    const isOthers =
      record !== undefined && !sameText(cell.now ?? null, (isDone ? cell.after : cell.base) ?? null);
    return `{${[
      `"pointer":${JSON.stringify(pointerOf(cell.path))}`,
      ...member('before', item.is_new ? undefined : cell.base),
      ...member('after', cell.after),
      ...(isOthers
        ? [
            ...member('now', cell.now ?? null),
            `"who":${JSON.stringify(record.who)}`,
            `"at":${JSON.stringify(record.at)}`,
          ]
        : []),
    ].join(',')}}`;
  });
  const code = table ? codeField(table) : null;
  const inPatch = (name: string | null): string => {
    const value =
      name !== null && typeof patch === 'object' && patch !== null ? Reflect.get(patch, name) : undefined;
    return value === undefined || value === null
      ? ''
      : typeof value === 'object'
        ? String(value)
        : `${value}`;
  };
  const label = {
    name: record?.name ?? inPatch('name'),
    code: record?.code ?? inPatch(code),
    company_id: record?.company_id ?? null,
  };
  const { n, resource, record_id, is_new, line, version, state, problems, warnings, choices } = item;
  const plain = JSON.stringify({
    n,
    resource,
    record_id,
    is_new,
    line,
    version,
    state,
    label,
    problems,
    warnings,
    choices,
  });
  return `${plain.slice(0, -1)},"cells":[${cells.join(',')}],"patch":${jsonText(patch)}}`;
}

const member = (name: string, value: Json | undefined): string[] =>
  value === undefined ? [] : [`"${name}":${jsonText(value)}`];
