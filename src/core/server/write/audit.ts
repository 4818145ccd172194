import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../auth/caller';
import { trusted, type Tx } from '../db/db';
import { wireTime } from '../db/table';

/** What the service itself writes beside the store: companies and keys, from the command line and the demo; how people sign in. */
export interface AuditEntry {
  readonly action: 'create' | 'update';
  readonly entity: 'company' | 'apikey' | 'user';
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** JSON text of the record before, where there was one. */
  readonly before?: string | null;
  /** The record itself stays as it is, so the time is not its own. */
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
};

/** The record as events keep it, as JSON text. */
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
 * Takes the revision of the resource, as every write does before anything else of it is written
 * (docs/design.md#3-one-database-postgresql), so that its events are numbered in the order of their commits.
 */
export async function takeRevision(tx: Tx, caller: Caller, entity: AuditEntry['entity']): Promise<void> {
  await tx.rows(sql`
    insert into revision as r (tenant_id, resource, revision) values (${caller.tenantId}, ${entity}, 1)
    on conflict (tenant_id, resource) do update
      set revision = r.revision + 1, at = greatest(r.at, clock_timestamp())`);
}

/** Writes the event of a deed, in its transaction, after it was done (docs/interface.md#6-events). */
export async function writeAuditEntry(tx: Tx, caller: Caller, deed: AuditEntry): Promise<void> {
  await tx.rows(sql`
    insert into event (tenant_id, company_id, at, action, entity, entity_id, user_id, key_id, who, payload, before, after)
    select ${caller.tenantId}, ${caller.companyId}, ${deed.aside ? trusted('clock_timestamp()') : trusted('t.modified_at')}, ${deed.action}, ${deed.entity}, t.id,
      ${caller.userId}::uuid, ${caller.keyId}::uuid, ${caller.keyName}, ${JSON.stringify(deed.payload)}::jsonb,
      ${deed.before ?? null}::jsonb, ${records[deed.entity]}
    from ${sql.table(deed.entity)} t where t.tenant_id = ${caller.tenantId} and t.id = ${deed.id}`);
}
