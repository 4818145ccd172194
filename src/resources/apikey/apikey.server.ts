import type { AppEnv, Parts } from '@/server/http/http-env';
import type { Hono } from 'hono';
import { pointerOf } from '@/contract/pointer';

import { hashKey } from '@/server/auth/caller';
import { newSecret } from '@/server/ops/companies';
import { databaseError } from '@/server/db/db';
import { HttpProblem, invalid } from '@/server/http/problems';
import { recordRoutes, type ShownResult, type BodyItem } from '@/server/http/record-routes';
import type { Result } from '@/server/write/write-context';
import { apikeyTable } from './table';

/**
 * Routes of API keys: the generic record routes, except that a create returns the key once and that changes of the role
 * or expiry, and of a revoked key, are refused (docs/design.md#keys-and-roles).
 */
export const apikeyRoutes = (parts: Parts): Hono<AppEnv> =>
  recordRoutes(parts, apikeyTable, {
    visibility: async (caller) => ({ caller, table: apikeyTable, companies: [caller.companyId] }),
    write: async (context, values, run) => {
      const ended = values.filter(({ id, value }) => id === null && isPast(value['expires_at']));
      if (ended.length > 0)
        throw invalid(
          ended.map(({ path }) => ({
            pointer: pointerOf([...path, 'expires_at']),
            code: 'ends_before_it_begins',
            detail: 'The key would have ended before it is made',
          })),
        );
      const keys = new Map<string, string>();
      const created = (id: string) => {
        const { key, prefix } = newSecret();
        keys.set(id, key);
        return { prefix, hash: `\\x${hashKey(key).toString('hex')}` };
      };
      try {
        const results = await run({ ...context, created });
        return results.map((result) => withKey(result, keys));
      } catch (error) {
        throw problemOf(error, values) ?? error;
      }
    },
  });

/** Whether a moment has passed; what is none is refused by the contract. */
const isPast = (moment: unknown): boolean => typeof moment === 'string' && Date.parse(moment) <= Date.now();

function withKey(result: Result, keys: ReadonlyMap<string, string>): ShownResult {
  if (!result.created) return result;
  const { id }: { id: string } = JSON.parse(result.entity);
  const key = keys.get(id);
  // A retry of a create: only the first answer held the key, and the service does not store it.
  const once = key === undefined ? { key: '[redacted]', secret_shown_once: true } : { key };
  return { ...result, shown: `${result.entity.slice(0, -1)},${JSON.stringify(once).slice(1)}` };
}

/** Returns the problem for an error that the table's trigger raised (schema/api-keys.sql), or null for any other error. */
function problemOf(error: unknown, values: readonly BodyItem[]): HttpProblem | null {
  const { code, detail, column } = databaseError(error) ?? {};
  if (code !== 'TH001' && code !== 'TH002') return null;
  const named = values.find(({ id }) => id === detail);
  const pointer = pointerOf([...(named?.path ?? []), code === 'TH001' ? 'active' : (column ?? '')]);
  if (code === 'TH001') {
    return new HttpProblem(409, 'key_revoked', 'Conflict', 'A revoked key stays revoked; make a new one', {
      errors: [{ pointer, code: 'key_revoked', detail: 'A revoked key stays revoked' }],
    });
  }
  return invalid([{ pointer, code: 'read_only', detail: `"${column}" of a key never changes` }]);
}
