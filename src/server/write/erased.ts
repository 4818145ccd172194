import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import type { Item } from '../http/items';
import { erasedBefore } from '../http/problems';
import type { Seen } from './lock-and-read';
import { callerId } from './scope-key';
import type { Result, WriteContext } from './write-context';
import { compareStatement } from './write-sql';

/**
 * Refuses content for erased records; content sent back unchanged is accepted.
 *
 * @throws 409 `erased` naming each item that would write content into one.
 */
export async function refuseErased(
  tx: Tx,
  { caller, table }: WriteContext,
  payloads: string,
  items: readonly Item[],
  { stored, erased }: Pick<Seen, 'stored' | 'erased'>,
): Promise<void> {
  const named = items.filter((item) => erased.has(item.id));
  if (named.length === 0) return;
  const columns = named.map((item) => ({ ...item.fields, n: item.n, place: item.n + 1, id: item.id }));
  const compared = await tx.rows(compareStatement({ table, caller, columns, payloads }, 'sent'));
  const unchanged = new Set(
    compared.filter((row) => !row.differs && !row.changes_active).map((row) => row.n),
  );
  const refused = named.filter((item) => !stored.has(item.id) || !unchanged.has(item.n));
  if (refused.length > 0) throw erasedBefore(refused.map((item) => item.path));
}

/** Returns the hash of an `Idempotency-Key`, which is stored permanently; the key is not. */
const keyHash = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Returns SQL for whether what was first written under this key of the caller was erased since. */
export const firstWasErased = (caller: Caller, key: string) => sql<boolean>`exists (
  select from retry_print p
  join erased e on e.tenant_id = p.tenant_id and e.entity = p.entity and e.entity_id = any(p.entity_ids)
  where p.tenant_id = ${caller.tenantId} and p.company_id = ${caller.companyId} and p.owner_id = ${callerId(caller)}
    and p.print = ${keyHash(key)})`;

/** Returns the statement that stores which records a write under a key answered, so that an erasure reaches a retry at any time. */
export function storeKeyHash(
  caller: Caller,
  { key, resource }: { readonly key: string; readonly resource: string },
  results: readonly Result[],
): RawBuilder<unknown> {
  const ids = results.map(({ entity }) => idOf(entity));
  return sql`
    insert into retry_print as p (tenant_id, company_id, owner_id, print, entity, entity_ids)
    values (${caller.tenantId}, ${caller.companyId}, ${callerId(caller)}, ${keyHash(key)}, ${resource}, ${ids}::uuid[])
    on conflict (tenant_id, company_id, owner_id, print) do update
    set entity = excluded.entity,
      entity_ids = (select array_agg(distinct id) from unnest(p.entity_ids || excluded.entity_ids) id)`;
}

function idOf(entity: string): string {
  const { id }: { id: string } = JSON.parse(entity);
  return id;
}
