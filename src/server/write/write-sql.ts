import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../auth/caller';
import { trusted } from '../db/db';
import { blindEntityJson, columnType, entityJson, recordJsonb, type Table } from '../db/table';

/**
 * The input of the two statements that change a table. Each takes any number of items, writes their events in the
 * same statement, and answers the entities as JSON text. `columns` is JSON made here (validated top-level values);
 * `payloads` is the request's own text, in which PostgreSQL alone reads `data`, so its numbers keep every digit.
 */
export interface SentItems {
  readonly table: Table;
  readonly caller: Caller;
  /**
   * One object per item: `n` (its index in the request), `place` (in `payloads`, from 1), `id`, and the fields to
   * write.
   */
  readonly columns: readonly Record<string, unknown>[];
  /** JSON text of an array: what was sent. */
  readonly payloads: string;
}

/** Items to write, after their time was drawn (revision.ts) in the same transaction. */
export interface WriteInput extends SentItems {
  readonly requestId: string;
  /** The author of each item, by its index in the request, if they differ. */
  readonly authors?: readonly Author[];
}

/** Who writes, and by which request: what an event says about its author. */
export interface Author {
  readonly caller: Caller;
  readonly requestId: string;
  /** The change set and the number of its item, if that is where the write comes from. */
  readonly changeset?: { readonly id: string; readonly n: number };
}

/** Returns the columns of an item's author, if each item has its own. No field has such a name. */
export const authorColumns = (author?: Author): Record<string, unknown> =>
  author
    ? {
        '@user': author.caller.userId,
        '@key': author.caller.keyId,
        '@who': author.caller.keyName,
        '@request': author.requestId,
        '@set': author.changeset?.id,
        '@item': author.changeset?.n,
      }
    : {};

/** Returns SQL for the author of an event: user, key, name, request, change set and its item. */
const authorOf = ({ caller, requestId, authors }: WriteInput, sent: string): RawBuilder<unknown> => {
  const of = (name: string) => trusted(`${sent}->>'@${name}'`);
  return authors
    ? sql`(${of('user')})::uuid, (${of('key')})::uuid, ${of('who')}, ${of('request')}, (${of('set')})::uuid, (${of('item')})::int`
    : sql`${caller.userId}::uuid, ${caller.keyId}::uuid, ${caller.keyName}, ${requestId}, null::uuid, null::int`;
};

/** An entity after a write, and its index in the request. */
export interface Written {
  readonly n: number;
  readonly entity: string;
  readonly version: number;
}

/**
 * Inserts entities. An id that exists, visible or not, is missing from the answer, or with `raise` an error: for a
 * statement whose answer nobody sees before the commit.
 */
export function insertStatement(input: WriteInput, taken: 'skip' | 'raise'): RawBuilder<Written> {
  const { table, caller } = input;
  const columns = ['name', ...Object.keys(table.columns)];
  return sql<Written>`
    with item as materialized (${items(input)}),
    t as (
      insert into ${sql.table(table.resource.name)} (tenant_id, company_id, id, active, ${trusted(columns.join(', '))},
        data, created_at, modified_at)
      select ${caller.tenantId}, ${caller.companyId}, i.id, (i.c->>'active')::boolean,
        ${trusted(columns.map((name) => `(i.c->>'${name}')::${columnType(table, name)}`).join(', '))},
        ${stamped(sql`coalesce(i.payload->'data', '{}')`)}, ${drawnAt}, ${drawnAt}
      from item i order by i.n
      ${taken === 'skip' ? sql`on conflict do nothing` : sql``}
      returning *
    ),
    logged as (${logEvents(input, 'create', sql`t join item i on i.id = t.id`, { n: 'i.n', sent: 'i.c', payload: 'i.payload', before: 'null::jsonb' })})
    select i.n, t.version, ${trusted(entityJson(table, caller))}::text as entity from t join item i on i.id = t.id`;
}

/**
 * Updates entities of the caller's company: only the fields that were sent, `data` by merge patch. An update that
 * changes nothing raises no version, but still writes its event.
 */
export function updateStatement(input: WriteInput): RawBuilder<Written> {
  const { table, caller } = input;
  const name = sql.table(table.resource.name);
  const columns = written(table);
  return sql<Written>`
    with item as materialized (${items(input)}),
    next as materialized (
      select n.*, (${differs([...columns, 'data'])}) as differs from (${updated(input)}) n
    ),
    t as (
      update ${name} t
      set ${trusted(columns.map((column) => `${column} = n.new_${column}`).join(', '))},
        data = case when n.differs then ${stamped(sql`n.new_data`)} else t.data end,
        version = t.version + n.differs::int,
        modified_at = case when n.differs then ${drawnAt} else t.modified_at end
      from next n
      where t.tenant_id = ${caller.tenantId} and t.id = n.id
      returning t.*, n.place, n.sent, n.payload, n.before
    ),
    logged as (${logEvents(input, 'update', sql`t`, { n: 't.place', sent: 't.sent', payload: 't.payload', before: 't.before' })})
    select t.place as n, t.version, ${trusted(entityJson(table, caller))}::text as entity from t`;
}

/** An item compared with its stored entity: whether it would change `active`, or anything else. */
export interface Compared extends Written {
  readonly differs: boolean;
  readonly changes_active: boolean;
}

/**
 * `sent`: a merge patch, as an update is. `whole`: fields missing from the body must be missing from the stored
 * entity too; for a role that may not read, which learns nothing that it did not send.
 */
type Comparison = 'sent' | 'whole';

/** Returns what an update with these items would change, item by item, without changing anything. */
export function compareStatement(input: SentItems, compared: Comparison): RawBuilder<Compared> {
  const { table, caller } = input;
  const others = [...written(table).filter((column) => column !== 'active'), 'data'];
  return sql<Compared>`
    with item as materialized (${items(input)})
    select n.place as n, t.version, (${differs(others)}) as differs, (${differs(['active'])}) as changes_active,
      ${trusted(compared === 'whole' ? blindEntityJson(table) : entityJson(table, caller))}::text as entity
    from (${updated(input, compared)}) n
    join ${sql.table(table.resource.name)} t on t.tenant_id = ${caller.tenantId} and t.id = n.id`;
}

/** The columns that clients write, except `data`. */
const written = (table: Table) => ['active', 'name', ...Object.keys(table.columns)];

/**
 * Returns the stored rows with the updated value of each column: `new_…`. Ids come from the materialized `item`: what is
 * computed from JSON in the join itself may not be compared before the policy's condition, so no index would be used.
 */
function updated(input: SentItems, compared: Comparison = 'sent'): RawBuilder<unknown> {
  const { table, caller } = input;
  const sent = written(table).map(
    (column) =>
      `case when i.c ? '${column}' then (i.c->>'${column}')::${columnType(table, column)} else t.${column} end
        as new_${column}`,
  );
  return sql`
    select i.n as place, i.c as sent, i.payload, ${trusted(recordJsonb(table))} as before, t.*, ${trusted(sent.join(', '))},
      ${compared === 'whole' ? wholeData : patchedData} as new_data
    from item i
    join ${sql.table(table.resource.name)} t on t.id = i.id and t.tenant_id = ${caller.tenantId}`;
}

const patchedData = sql`
  case when i.payload ? 'data' then merge_patch(t.data, (i.payload->'data') - 'modified_at') else t.data end`;

/** As a create would store it, except for the time, which is the stored one. */
const wholeData = sql`
  (coalesce(i.payload->'data', '{}') - 'modified_at') || case when t.data ? 'modified_at'
    then jsonb_build_object('modified_at', t.data->'modified_at') else '{}' end`;

/** Compares as text: 4.5 and 4.50 are one number and two texts, and the client sent text. */
const differs = (columns: readonly string[]) =>
  trusted(columns.map((column) => `n.new_${column}::text is distinct from n.${column}::text`).join(' or '));

/**
 * Returns the items as rows: their place, id, validated values, and what was sent. One item is no list of which
 * PostgreSQL would expect a hundred.
 */
function items({ columns, payloads }: SentItems): RawBuilder<unknown> {
  const [only, ...others] = columns;
  if (only && others.length === 0) {
    return sql`
      select ${only['n']}::int as n, ${only['id']}::uuid as id, ${JSON.stringify(only)}::jsonb as c,
        ${payloads}::jsonb->${Number(only['place']) - 1}::int as payload`;
  }
  return sql`
    select (c.value->>'n')::int as n, (c.value->>'id')::uuid as id, c.value as c, p.payload
    from jsonb_array_elements(${JSON.stringify(columns)}::jsonb) c
    join jsonb_array_elements(${payloads}::jsonb) with ordinality p(payload, place) on p.place = (c.value->>'place')::int`;
}

/** Returns `data` with the time of this write in `modified_at` (docs/design.md#7-resources-and-fields). */
const stamped = (data: RawBuilder<unknown>) =>
  sql`(${data} - 'modified_at') || jsonb_build_object('modified_at', (select current_setting('app.at')))`;

/** The time of the write, drawn under the revision lock (revision.ts). */
const drawnAt = sql`(select current_setting('app.at')::timestamptz)`;

/** Writes one event per item (docs/interface.md#6-events), in the same statement as the write itself. */
function logEvents(
  input: WriteInput,
  action: 'create' | 'update',
  source: RawBuilder<unknown>,
  columns: { n: string; sent: string; payload: string; before: string },
): RawBuilder<unknown> {
  const { table, caller } = input;
  const { before, after } = table.resource.acceptedOnce
    ? { before: 'null::jsonb', after: 'null::jsonb' }
    : { before: columns.before, after: recordJsonb(table) };
  return sql`
    insert into event (tenant_id, company_id, at, action, entity, entity_id, user_id, key_id, who, request_id,
      changeset_id, changeset_item, payload, before, after)
    select ${caller.tenantId}, ${caller.companyId}, ${drawnAt}, ${action}, ${table.resource.name}, t.id,
      ${authorOf(input, columns.sent)}, ${trusted(columns.payload)},
      ${trusted(before)}, ${trusted(after)}
    from ${source} order by ${trusted(columns.n)}`;
}
