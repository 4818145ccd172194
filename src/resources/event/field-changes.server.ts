import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { string } from '@/contract/openapi/parts';
import { fieldChanges } from '@/contract/field-changes';
import { pathOf } from '@/contract/pointer';
import { hasFullHistory, type Resource } from '@/contract/resource';
import { readTrail, readsHistory } from '@/contract/history';
import { roles, type Grant } from '@/contract/role';
import { forbidden, type Caller } from '@/server/auth/caller';
import { inScope, trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { json } from '@/server/http/json-answer';
import { notFound } from '@/server/http/problems';
import { queryOf } from '@/server/http/query';
import { idParameter, wholeNumber } from '@/server/http/query-parameters';
import { requireSeenPath } from '@/server/read/seen';
import { isVisible } from '@/server/read/visibility';
import { contracts } from '../contracts';

/** Resources whose events hold every value that a field ever had. */
const traced: readonly Resource[] = Object.values(contracts).filter(hasFullHistory);

/** What reading the history of a resource's records needs, as in the audit trail (event.server.ts). */
const neededFor = (resource: Resource): Grant => ({
  ...readTrail,
  roles: roles.filter((role) => readsHistory({ role }, resource)),
});

interface Query {
  readonly path: readonly string[];
  readonly before: string | null;
  readonly limit: number;
}

const query = queryOf(
  {
    pointer: {
      read: z
        .string()
        .max(2000)
        .startsWith('/')
        .refine((pointer) => !pointer.includes('\0')),
      rule: 'Must be a JSON pointer to a field: /base_price',
      needed: 'A JSON pointer to a field is needed: ?pointer=/base_price',
      schema: string,
      description: 'A JSON pointer to the field: /base_price',
    },
    before: idParameter('The event to continue before: the `next` of the last answer'),
    limit: {
      read: wholeNumber(1, 20).default(2),
      schema: { type: 'integer', minimum: 1, maximum: 20, default: 2 },
    },
  },
  ({ pointer, before, limit }): Query => ({ path: pathOf(pointer), before, limit }),
);

/** Who gave a field its value, and what it was before (docs/design.md#audit). */
export const fieldChangeAddresses = endpoints(
  ...traced.map((resource) =>
    route({
      method: 'GET',
      path: `/${resource.name}/:id/changes`,
      operationId: `list_changes_${resource.name}`,
      tag: resource.name,
      summary:
        'Who gave one field its value, when and by what, and what it was before; the latest change first',
      needs: neededFor(resource),
      query,
      answers: { 200: jsonAnswer('The changes of that field.', fieldChanges) },
      handle: async ({ caller, parts: { db, tables }, params: { id }, query: asked }) => {
        if (!readsHistory(caller, resource)) throw forbidden(caller.role);
        const { name } = resource;
        requireSeenPath(caller, name, asked.path);
        const table = tables[name];
        const { changes, removed } = await inScope(db, caller, 'read only', async (tx) => {
          const [record] = table
            ? await tx.rows(sql<{ own: boolean }>`
                select t.company_id = ${caller.companyId} as own from ${sql.table(name)} t
                where ${isVisible(caller, table)} and t.id = ${id}`)
            : [];
          if (!record) throw notFound();
          // The events of a record that a parent shares are the parent's.
          if (!record.own) return { changes: [], removed: undefined };
          const [found, [horizon]] = await Promise.all([
            readChanges(tx, caller, name, id, asked),
            tx.rows(sql<{ before: string }>`
              select ${trusted(wireTime('h.horizon'))} as before
              from event_removed r join event_horizon h on h.tenant_id = r.tenant_id and h.company_id = r.company_id
              where r.tenant_id = ${caller.tenantId} and r.company_id = ${caller.companyId} and r.entity = ${name}
                and r.entity_id = ${id}`),
          ]);
          return { changes: found, removed: horizon?.before };
        });
        const next = changes.length === asked.limit ? (changes.at(-1)?.id ?? null) : null;
        return json(
          `{"changes":[${changes.map(({ entry }) => entry).join(',')}],"next":${JSON.stringify(next)},"removed_before":${JSON.stringify(removed ?? null)}}`,
          200,
        );
      },
    }),
  ),
);

/**
 * Reads the latest events that changed a field. They are walked by the index of the record's events, from the newest;
 * what was sent is looked at first, because it is short, and tells which events cannot have changed the field.
 */
function readChanges(tx: Tx, caller: Caller, entity: string, id: string, query: Query) {
  const { path, before, limit } = query;
  const [top = '', inner] = path;
  const was = sql`(t.before #> ${[...path]}::text[])`;
  const now = sql`(coalesce(t.after, t.payload) #> ${[...path]}::text[])`;
  const isSent =
    top === 'data' && inner !== undefined
      ? sql`(t.payload is null or coalesce(t.payload->'data' ? ${inner}, false))`
      : sql`(t.payload is null or t.payload ? ${top})`;
  const ofRecord = (alias: 't' | 'e'): RawBuilder<unknown> => {
    const of = (column: string) => sql.ref(`${alias}.${column}`);
    return sql`${of('tenant_id')} = ${caller.tenantId} and ${of('company_id')} = ${caller.companyId}
      and ${of('entity')} = ${entity} and ${of('entity_id')} = ${id}`;
  };
  const isBefore =
    before === null
      ? sql`true`
      : sql`(t.at, t.seq) < (select e.at, e.seq from event e where ${ofRecord('e')} and e.id = ${before})`;
  return tx.rows(sql<{ id: string; entry: string }>`
    select f.id, (select row_to_json(x) from (
      select f.id as event_id, ${trusted(wireTime('f.at'))} as at, f.action, f.who, f.user_id, f.key_id,
        f.value, f.before,
        case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'origin', c.origin,
          'item', f.changeset_item, 'line', i.line, 'formula', c.data->>'formula',
          'scheduled', c.apply_at is not null) end as changeset) x)::text as entry
    from (
      select t.id, t.at, t.seq, t.action, t.who, t.user_id, t.key_id, t.changeset_id, t.changeset_item,
        ${now} as value, ${was} as before
      from event t
      where ${ofRecord('t')} and t.action in ('create', 'update') and ${isBefore}
        and case when t.action = 'create' then ${now} is not null and ${now} <> 'null'::jsonb
          else ${isSent} and ${was} is distinct from ${now} end
      order by t.at desc, t.seq desc limit ${limit}
    ) f
    left join changeset c on c.tenant_id = ${caller.tenantId} and c.company_id = ${caller.companyId} and c.id = f.changeset_id
    left join changeset_item i on i.tenant_id = ${caller.tenantId} and i.changeset_id = f.changeset_id and i.n = f.changeset_item
    order by f.at desc, f.seq desc`);
}
