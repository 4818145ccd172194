import type { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { pointerOf } from '@/contract/pointer';
import { overlap } from '@/contract/tills';
import { guid, instant } from '@/contract/values';
import { databaseError, inScope, trusted } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import type { AppEnv, Parts } from '@/server/http/http-env';
import { json } from '@/server/http/json-answer';
import { HttpProblem, invalid, notFound } from '@/server/http/problems';
import { recordRoutes, type ShownResult, type BodyItem } from '@/server/http/record-routes';
import type { Result } from '@/server/write/write-context';
import { apikey } from './contract';
import { ending, endsAfter, keyWriter, secretColumns, works } from './key-writer.server';
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
      if (ended.length > 0) throw invalid(ended.map(({ path }) => hasPassed([...path, 'expires_at'])));
      const keys = new Map<string, string>();
      const created = (id: string) => {
        const { key, columns } = secretColumns();
        keys.set(id, key);
        return columns;
      };
      try {
        const results = await run({ ...context, created });
        return results.map((result) => withKey(result, keys));
      } catch (error) {
        throw problemOf(error, values) ?? error;
      }
    },
  });

const hasPassed = (path: readonly PropertyKey[]) => ({
  pointer: pointerOf(path),
  code: 'ends_before_it_begins',
  detail: 'The key would have ended before it is made',
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
  const { code, detail: id, column } = databaseError(error) ?? {};
  if (code !== 'TH001' && code !== 'TH002') return null;
  const named = values.find((value) => value.id === id);
  const pointer = pointerOf([...(named?.path ?? []), code === 'TH001' ? 'active' : (column ?? '')]);
  if (code === 'TH001') {
    return new HttpProblem(409, 'key_revoked', 'Conflict', 'A revoked key stays revoked; make a new one', {
      errors: [{ pointer, code: 'key_revoked', detail: 'A revoked key stays revoked' }],
    });
  }
  const detail =
    column === 'expires_at' ? 'The end of a key comes nearer alone' : `"${column}" of a key never changes`;
  return invalid([{ pointer, code: 'read_only', detail }]);
}

/** Hours for which a key that is rotated goes on beside the one that takes its place, at most, and unless something else is said. */
const rotateBody = z.strictObject({
  overlap_hours: z.int().min(0).max(overlap.most).default(overlap.usual),
  /** The end of the new key; left out, it is that of the old one. */
  expires_at: instant().nullable().optional(),
});

/** A key that takes the place of another: the record, with the key itself, this once. */
const rotated = z.looseObject({ id: guid(), key: z.string() });

/** Endpoint that rotates a key: another one of the same rights takes its place, and both work for some hours. */
export const keyAddresses = endpoints(
  route({
    method: 'POST',
    path: '/apikey/:id/rotate',
    operationId: 'rotate_key',
    tag: 'apikey',
    summary: 'Make the key that takes the place of this one, which ends some hours later',
    needs: apikey.access.create,
    body: rotateBody,
    answers: { 201: jsonAnswer('The new key, shown this once.', rotated) },
    problems: [409],
    handle: async ({ c, caller, parts, params: { id }, body }) => {
      const { expires_at: ends, overlap_hours: hours } = body;
      if (isPast(ends)) throw invalid([hasPassed(['expires_at'])]);
      const writer = keyWriter(parts, caller, c.get('requestId'));
      const made = await inScope(parts.db, caller, 'read write', async (tx) => {
        const [old] = await tx.rows(sql<OldKey>`
          select t.name, t.role, t.role_id, t.pos_id, t.till_version, t.data, ${trusted(wireTime('t.expires_at'))} as expires_at,
            ${works} as works, ${endsAfter(hours)} as ends
          from apikey t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}::uuid
          for no key update`);
        if (!old) throw notFound();
        if (!old.works) throw keyEnded();
        const { name, role, role_id, data, pos_id, till_version } = old;
        return writer.make(
          tx,
          { name, role, role_id, data, expires_at: ends === undefined ? old.expires_at : ends },
          { pos_id, till_version },
          [ending(id, hours === 0 ? null : old.ends)],
        );
      });
      const { entity, key } = made;
      return json(`${entity.slice(0, -1)},"key":${JSON.stringify(key)}}`, 201, {
        'Cache-Control': 'no-store',
      });
    },
  }),
);

interface OldKey {
  readonly name: string;
  readonly role: string;
  readonly role_id: string | null;
  readonly pos_id: string | null;
  readonly till_version: string | null;
  readonly data: unknown;
  readonly expires_at: string | null;
  readonly works: boolean;
  readonly ends: string;
}

const keyEnded = () =>
  new HttpProblem(
    409,
    'key_revoked',
    'Conflict',
    'A key that was revoked or has ended stays so; make a new one',
  );
