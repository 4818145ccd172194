import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import type { Item } from '../http/items';
import { erasedBefore } from '../http/problems';
import { callerId } from './scope-key';
import type { Result, WriteContext } from './write-context';
import type { Stored } from './stored';
import { compareStatement } from './write-sql';

/**
 * Returns which of the records that items name were erased.
 *
 * @throws 409 `erased` naming each item that would write content into one. Content sent back unchanged is accepted.
 */
export async function refuseErased(
  tx: Tx,
  context: WriteContext,
  payloads: string,
  items: readonly Item[],
  stored: ReadonlyMap<string, Stored>,
): Promise<ReadonlySet<string>> {
  const { caller, table } = context;
  const given = items.filter((item) => item.idGiven);
  if (!table.resource.erasable || given.length === 0) return new Set();
  const rows = await tx.rows(sql<{ id: string }>`
    select e.entity_id as id from erased e
    where e.tenant_id = ${caller.tenantId} and e.company_id = ${caller.companyId} and e.entity = ${table.resource.name}
      and e.entity_id = any(${given.map((item) => item.id)}::uuid[])`);
  const erased = new Set(rows.map((row) => row.id));
  const named = given.filter((item) => erased.has(item.id));
  if (named.length === 0) return erased;
  const columns = named.map((item) => ({ ...item.fields, n: item.n, place: item.n + 1, id: item.id }));
  const compared = await tx.rows(compareStatement({ table, caller, columns, payloads }, 'sent'));
  const unchanged = new Set(
    compared.filter((row) => !row.differs && !row.changes_active).map((row) => row.n),
  );
  const refused = named.filter((item) => !stored.has(item.id) || !unchanged.has(item.n));
  if (refused.length > 0) throw erasedBefore(refused.map((item) => item.path));
  return erased;
}

/** Returns the hash of an `Idempotency-Key`, which is stored permanently; the key is not. */
const keyHash = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Returns SQL for whether what was first written under this key of the caller was erased since. */
export const firstWasErased = (caller: Caller, key: string) => sql<boolean>`exists (
  select from retry_print p
  join erased e on e.tenant_id = p.tenant_id and e.entity = p.entity and e.entity_id = any(p.entity_ids)
  where p.tenant_id = ${caller.tenantId} and p.company_id = ${caller.companyId} and p.owner_id = ${callerId(caller)}
    and p.print = ${keyHash(key)})`;

/** Stores which records a write under a key answered, so that an erasure reaches a retry at any time. */
export async function storeKeyHash(
  tx: Tx,
  caller: Caller,
  { key, resource }: { readonly key: string; readonly resource: string },
  results: readonly Result[],
): Promise<void> {
  const ids = results.map(({ entity }) => idOf(entity));
  await tx.rows(sql`
    insert into retry_print as p (tenant_id, company_id, owner_id, print, entity, entity_ids)
    values (${caller.tenantId}, ${caller.companyId}, ${callerId(caller)}, ${keyHash(key)}, ${resource}, ${ids}::uuid[])
    on conflict (tenant_id, company_id, owner_id, print) do update
    set entity = excluded.entity,
      entity_ids = (select array_agg(distinct id) from unnest(p.entity_ids || excluded.entity_ids) id)`);
}

function idOf(entity: string): string {
  const { id }: { id: string } = JSON.parse(entity);
  return id;
}
