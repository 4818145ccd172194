import { sql, type RawBuilder } from 'kysely';
import type { Besides } from '@/contract/history';
import type { Caller } from '../auth/caller';
import { trusted, type Tx } from '../db/db';
import { wireTime } from '../db/table';

/**
 * An event that the service writes outside the store: companies and keys, from the command line and the demo;
 * sign-in.
 */
export interface AuditEntry {
  readonly action: 'create' | 'update';
  readonly entity: 'company' | 'apikey' | 'user' | 'identityprovider' | 'webhook';
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** JSON text of the record before, if there was one. */
  readonly before?: string | null;
  /** The record itself is unchanged, so its modification time is not the event's. */
  readonly aside?: true;
}

const common = (row: string) => `'id', ${row}.id, 'active', ${row}.active, 'name', ${row}.name,
  'company_id', ${row}.company_id, 'created_at', ${wireTime(`${row}.created_at`)},
  'modified_at', ${wireTime(`${row}.modified_at`)}, 'version', ${row}.version, 'data', ${row}.data`;

const records: Readonly<Record<AuditEntry['entity'], RawBuilder<unknown>>> = {
  company: trusted(`jsonb_build_object(${common('t')}, 'ident', t.ident)`),
  apikey: trusted(
    `jsonb_build_object(${common('t')}, 'role', t.role, 'expires_at', ${wireTime('t.expires_at')})`,
  ),
  user: trusted(`jsonb_build_object(${common('t')}, 'email', t.email, 'role', t.role)`),
  identityprovider: trusted(`jsonb_build_object(${common('t')})`),
  webhook: trusted(`jsonb_build_object(${common('t')})`),
};

/** Returns the record as events store it, as JSON text. */
export async function recordOf(
  tx: Tx,
  caller: Caller,
  entity: AuditEntry['entity'],
  id: string,
): Promise<string | null> {
  const [row] = await tx.rows(sql<{ record: string }>`
    select ${records[entity]}::text as record from ${sql.table(entity)} t
    where t.tenant_id = ${caller.tenantId} and t.id = ${id}`);
  return row?.record ?? null;
}

/**
 * Locks and raises the resource's revision, as every write does before it writes anything else
 * (docs/design.md#3-one-database-postgresql), so that its events are numbered in commit order.
 */
export async function takeRevision(tx: Tx, caller: Caller, entity: AuditEntry['entity']): Promise<void> {
  await tx.rows(sql`
    insert into revision as r (tenant_id, resource, revision) values (${caller.tenantId}, ${entity}, 1)
    on conflict (tenant_id, resource) do update
      set revision = r.revision + 1, at = greatest(r.at, clock_timestamp())`);
}

/** Writes an event in the transaction of what it records, after it was done (docs/interface.md#6-events). */
export async function writeAuditEntry(tx: Tx, caller: Caller, deed: AuditEntry): Promise<void> {
  await tx.rows(sql`
    insert into event (tenant_id, company_id, at, action, entity, entity_id, user_id, key_id, who, payload, before, after)
    select ${caller.tenantId}, ${caller.companyId}, ${deed.aside ? trusted('clock_timestamp()') : trusted('t.modified_at')}, ${deed.action}, ${deed.entity}, t.id,
      ${caller.userId}::uuid, ${caller.keyId}::uuid, ${caller.keyName}, ${JSON.stringify(deed.payload)}::jsonb,
      ${deed.before ?? null}::jsonb, ${records[deed.entity]}
    from ${sql.table(deed.entity)} t where t.tenant_id = ${caller.tenantId} and t.id = ${deed.id}`);
}

/** Writes the event of what is done beside a record, under the revision of its resource. */
export async function noteBeside<Entity extends keyof Besides>(
  tx: Tx,
  caller: Caller,
  entity: Entity,
  id: string,
  payload: Readonly<Partial<Record<Besides[Entity][number], unknown>>>,
): Promise<void> {
  const before = await recordOf(tx, caller, entity, id);
  await takeRevision(tx, caller, entity);
  await writeAuditEntry(tx, caller, { action: 'update', entity, id, payload, before, aside: true });
}
