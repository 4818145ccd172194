import { sql } from 'kysely';
import type { Caller } from './caller';
import { inScope, type Database } from '../db/db';
import { callerKey, type ScopeKey } from '../write/scope-key';

const noted = new WeakMap<Database, Map<ScopeKey, number>>();
const minute = 60_000;
/** How many keys' last use is remembered: who has more only writes it down more often. */
const knownAtMost = 10_000;

/**
 * Writes down that a key is in use: at most once a minute, aside from the request, which does not wait for it
 * (docs/design.md#keys-and-roles). What becomes of it concerns nobody; it raises no version and is no event.
 */
export function noteUse(db: Database, caller: Caller): void {
  const { keyId, tenantId } = caller;
  if (keyId === null) return;
  const keys = noted.get(db) ?? new Map<ScopeKey, number>();
  noted.set(db, keys);
  const now = performance.now();
  const key = callerKey(caller);
  if (now - (keys.get(key) ?? -minute) < minute) return;
  // A Map goes by order of insertion: the first is the one that was noted longest ago.
  keys.delete(key);
  const [oldest] = keys.keys();
  if (keys.size >= knownAtMost && oldest !== undefined) keys.delete(oldest);
  keys.set(key, now);
  // Other processes on the database note it, too: the condition keeps them all to once a minute.
  void inScope(db, caller, 'read write', (tx) =>
    tx.rows(sql`
      update apikey set last_used_at = clock_timestamp() where tenant_id = ${tenantId} and id = ${keyId}
        and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')`),
  ).catch(() => undefined);
}
