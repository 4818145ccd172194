import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { pathsIn } from '@/contract/field-groups';
import { sameText } from '@/record/diff';
import { isArray, isObject, jsonText, parseJson, withoutKey, type Json, type Path } from '@/record/json';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import { firstWasErased, storeKeyHash } from './erased';
import { badRequest, erasedBefore, HttpProblem } from '../http/problems';
import { callerId, callerKey } from './scope-key';
import type { Result, IdempotentRequest } from './write-context';

const keyShape = /^[\u0021-\u007e]{1,255}$/;

/**
 * Parses `Idempotency-Key`; null if absent.
 *
 * @throws 400 for one that is empty, longer than 255 characters, or not visible ASCII.
 */
export function readIdempotencyKey(
  key: string | undefined,
  resource: string,
  ifMatch: string | undefined,
  body: string,
): IdempotentRequest | null {
  if (key === undefined) return null;
  if (!keyShape.test(key)) {
    throw badRequest('invalid_idempotency_key', 'Idempotency-Key takes 1 to 255 visible ASCII characters');
  }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([resource, ifMatch ?? null]))
    .update(body)
    .digest();
  return { key, resource, requestHash };
}

const storedResultsSchema = z.array(
  z.object({ n: z.int(), entity: z.string(), version: z.int(), created: z.boolean() }).readonly(),
);

/**
 * Runs `work`, unless the same request came with the same key within 24 hours: then the first results are returned,
 * from which the same answer follows to the byte. They are stored in the transaction of the write, so neither exists
 * without the other; failures are not stored. A key belongs to the caller's company and to its API key or user.
 *
 * @throws 409 while the first attempt is running, and `erased` at any time after what it wrote was erased; 422 if the
 * key came with another request.
 */
export async function withIdempotency(
  tx: Tx,
  caller: Caller,
  retry: IdempotentRequest | null | undefined,
  erasable: boolean,
  work: () => Promise<Result[]>,
): Promise<Result[]> {
  if (!retry) return work();
  const owner = callerId(caller);
  const holding = holdKey(tx, caller, retry);
  // After the lock: the statement that takes it would not see what the last holder committed.
  const finding = tx.rows(sql<{ asked: Buffer | null; results: string; erased: boolean }>`
    select r.asked, r.results, ${erasable ? firstWasErased(caller, retry.key) : sql`false`} as erased
    from (select) one left join retry r
      on r.tenant_id = ${caller.tenantId} and r.company_id = ${caller.companyId} and r.owner_id = ${owner}
      and r.key = ${retry.key} and r.at > clock_timestamp() - interval '24 hours'`);
  const [, [first]] = await Promise.all([holding, finding]);
  if (first?.erased) throw erasedBefore([[]]);
  if (first?.asked) {
    if (!first.asked.equals(retry.requestHash)) throw keyReused();
    return storedResultsSchema
      .parse(JSON.parse(first.results))
      .map((result) => ({ ...result, entity: seenOf(caller, retry.resource, result.entity) }));
  }
  const results = await work();
  await tx.commitWith([
    storeResults(caller, owner, retry, results),
    ...(erasable ? [storeKeyHash(caller, retry, results)] : []),
  ]);
  return results;
}

/**
 * Returns an entity that was answered before without what the caller does not see by now: their role may have been another one. What has
 * nothing hidden stays as it is, to the byte.
 */
function seenOf({ hidden = [] }: Caller, resource: string, entity: string): string {
  const paths = pathsIn(hidden, resource);
  if (paths.length === 0) return entity;
  const whole = parseJson(entity);
  const seen = paths.reduce(withoutPath, whole);
  return sameText(whole, seen) ? entity : jsonText(seen);
}

/** Returns a record without a path, as the database leaves it out (`record_without`): of `data` itself that it is there. */
function withoutPath(tree: Json, path: Path): Json {
  const [step = '', ...rest] = path;
  if (isArray(tree)) return step === '*' ? tree.map((one) => withoutPath(one, rest)) : tree;
  if (!isObject(tree) || !Object.hasOwn(tree, step)) return tree;
  if (rest.length === 0 && step !== 'data') return withoutKey(tree, step);
  const inner = rest.length === 0 ? {} : withoutPath(tree[step] ?? null, rest);
  return Object.fromEntries(Object.entries(tree).map(([key, one]) => [key, key === step ? inner : one]));
}

/** Locks the key. A second INSERT would wait for the first to commit; pg_try_advisory_lock does not wait. */
async function holdKey(tx: Tx, caller: Caller, retry: IdempotentRequest): Promise<void> {
  const name = `retry ${callerKey(caller)} ${retry.key}`;
  const [lock] = await tx.rows(
    sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`,
  );
  if (lock?.held) return;
  throw new HttpProblem(
    409,
    'request_in_flight',
    'Conflict',
    'The first request with this Idempotency-Key is still under way',
    { headers: { 'Retry-After': '1' } },
  );
}

const keyReused = () =>
  new HttpProblem(
    422,
    'idempotency_key_reused',
    'Not valid',
    'This Idempotency-Key was sent with another request; a new one needs a new key',
  );

function storeResults(
  caller: Caller,
  owner: string,
  retry: IdempotentRequest,
  results: readonly Result[],
): RawBuilder<unknown> {
  const { redact = (entity) => entity } = retry;
  const shown = results.map(({ n, entity, version, created }) => ({
    n,
    entity: redact(entity),
    version,
    created,
  }));
  return sql`
    insert into retry (tenant_id, company_id, owner_id, key, resource, asked, results)
    values (${caller.tenantId}, ${caller.companyId}, ${owner}, ${retry.key}, ${retry.resource}, ${retry.requestHash},
      ${JSON.stringify(shown)})
    on conflict (tenant_id, company_id, owner_id, key) do update
    set resource = excluded.resource, asked = excluded.asked, results = excluded.results, at = excluded.at`;
}
