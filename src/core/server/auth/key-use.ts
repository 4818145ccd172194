import { sql } from 'kysely';
import type { Caller } from './caller';
import { inScope, type Database } from '../db/db';
import { callerKey, type ScopeKey } from '../write/scope-key';

const noted = new WeakMap<Database, Map<ScopeKey, number>>();
const minute = 60_000;
/** The number of keys whose last use is remembered; beyond it, use is merely recorded more often. */
const maxKeys = 10_000;

/**
 * Records that a key is in use, at most once a minute and in the background: the request does not wait for it
 * (docs/design.md#keys-and-roles). A failure is ignored. It raises no version and writes no event.
 */
export function recordKeyUse(db: Database, caller: Caller): void {
  const { keyId, tenantId } = caller;
  if (keyId === null) return;
  const keys = noted.get(db) ?? new Map<ScopeKey, number>();
  noted.set(db, keys);
  const now = performance.now();
  const key = callerKey(caller);
  if (now - (keys.get(key) ?? -minute) < minute) return;
  // A Map keeps insertion order: the first key is the one recorded longest ago.
  keys.delete(key);
  const [oldest] = keys.keys();
  if (keys.size >= maxKeys && oldest !== undefined) keys.delete(oldest);
  keys.set(key, now);
  // Other processes on the database record it too: the condition limits all of them together to once a minute.
  void inScope(db, caller, 'read write', (tx) =>
    tx.rows(sql`
      update apikey set last_used_at = clock_timestamp() where tenant_id = ${tenantId} and id = ${keyId}
        and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')`),
  ).catch(() => undefined);
}
