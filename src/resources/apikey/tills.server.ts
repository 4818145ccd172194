import { sql } from 'kysely';
import { Hono, type Context } from 'hono';
import { fieldGroupNames } from '@/contract/field-groups';
import { acts, allows } from '@/contract/role';
import {
  pairBody,
  pairingBody,
  pairingMinutes,
  pairingSchema,
  pairPath,
  tillsSchema,
  type Pairing,
  type Till,
} from '@/contract/tills';
import { callerByKey, standingCaller } from '@/server/auth/authenticate';
import type { Caller } from '@/server/auth/caller';
import { addAttempt, takeAttemptBack } from '@/server/auth/shared-attempts';
import { originOf, tillVersion, type RequestOrigin } from '@/server/auth/request-origin';
import { hashCode, makeCode } from '@/server/auth/typed-code';
import { inScope, trusted, type Database, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { readBody } from '@/server/http/body';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import type { AppEnv, Parts } from '@/server/http/http-env';
import { network, tooMany } from '@/server/http/limits';
import { me } from '@/server/http/me';
import { HttpProblem, invalid, notFound } from '@/server/http/problems';
import { isWithin } from '../rights';
import { ending, endsAfter, keyWriter, works } from './key-writer.server';

interface Register {
  readonly id: string;
  readonly name: string;
  readonly pos_num: number | null;
  readonly location_id: string;
  readonly location: string;
}

/**
 * Returns a register of the caller's company that is in use, locked until the commit: its codes and tills take the place of each other one
 * after the other. Null for any other.
 */
async function registerOf(tx: Tx, { tenantId, companyId }: Caller, id: string): Promise<Register | null> {
  const [row] = await tx.rows(sql<Register>`
    select p.id, p.name, p.pos_num, p.location_id, l.name as location from pos p
    join location l on l.tenant_id = p.tenant_id and l.id = p.location_id
    where p.tenant_id = ${tenantId} and p.company_id = ${companyId} and p.id = ${id}::uuid and p.active
    for no key update of p`);
  return row ?? null;
}

/**
 * Returns whether somebody may pair a till of a location: it reads all that a key of the role `terminal` reads, and nobody makes a key that
 * may or sees more than they do (docs/security.md#roles).
 */
const mayPair = (caller: Caller, locationId: string): boolean =>
  allows(caller, acts.pairTills) &&
  isWithin(
    { role: 'terminal', readOnly: fieldGroupNames, largestPriceChange: 0, locations: [locationId] },
    caller,
  );

/**
 * Makes the code of a register, in place of the one before, and notes it in the security log: a key comes of it.
 *
 * @throws 404; 403 `beyond_own_rights`
 */
async function makePairing(
  db: Database,
  caller: Caller,
  posId: string,
  overlapHours: number,
  { address, requestId }: RequestOrigin,
): Promise<Pairing> {
  const code = makeCode(8);
  return inScope(db, caller, 'read write', async (tx) => {
    const register = await registerOf(tx, caller, posId);
    if (!register || (caller.locations && !caller.locations.includes(register.location_id))) throw notFound();
    if (!mayPair(caller, register.location_id))
      throw new HttpProblem(
        403,
        'beyond_own_rights',
        'Forbidden',
        'A till reads products and customers whole, which your role does not',
      );
    await tx.rows(sql`
      delete from pairing p where p.tenant_id = ${caller.tenantId} and p.company_id = ${caller.companyId} and p.key_id is null
        and (p.pos_id = ${posId}::uuid or p.expires_at < clock_timestamp())`);
    const [row] = await tx.rows(sql<{ id: string; expires_at: string }>`
      insert into pairing as t (tenant_id, company_id, pos_id, hash, overlap_hours, made_user, made_key, expires_at)
      values (${caller.tenantId}, ${caller.companyId}, ${posId}::uuid, ${hashCode(code)}, ${overlapHours}, ${caller.userId}::uuid,
        ${caller.keyId}::uuid, clock_timestamp() + make_interval(mins => ${pairingMinutes}))
      returning t.id, ${trusted(wireTime('t.expires_at'))} as expires_at`);
    if (!row) throw new Error('A code was not stored');
    await tx.rows(sql`
      insert into securityevent (tenant_id, company_id, kind, user_id, key_id, who, subject_id, subject, address, request_id)
      values (${caller.tenantId}, ${caller.companyId}, 'pairing_code_made', ${caller.userId}::uuid, ${caller.keyId}::uuid, ${caller.keyName},
        ${register.id}::uuid, ${register.name}, nullif(${address}, ''), ${requestId})`);
    return { ...row, code };
  });
}

/** Endpoints of tills: they are paired by a code, seen, and unlinked from afar (docs/connect-a-till.md). */
const pairing = endpoints(
  route({
    method: 'GET',
    path: '/till',
    operationId: 'tills',
    tag: 'pos',
    summary: 'The tills that work, with their last sign of life, and the codes that wait for one',
    needs: acts.pairTills,
    answers: { 200: jsonAnswer('By register; two where one takes the place of another.', tillsSchema) },
    handle: async ({ c, caller, parts: { db } }) =>
      c.json(
        await inScope(db, caller, 'one snapshot', async (tx) => {
          const { tenantId, companyId } = caller;
          const tills = await tx.rows(sql<Till>`
            select t.id, t.pos_id, ${trusted(wireTime('t.created_at'))} as paired_at, coalesce(u.name, k.name) as paired_by,
              ${trusted(wireTime('t.last_used_at'))} as last_used_at, t.till_version as version,
              ${trusted(wireTime('t.expires_at'))} as expires_at
            from apikey t
            join pos p on p.tenant_id = t.tenant_id and p.id = t.pos_id
            left join "user" u on u.tenant_id = t.tenant_id and u.id = t.made_user
            left join apikey k on k.tenant_id = t.tenant_id and k.id = t.made_key
            where t.tenant_id = ${tenantId} and t.company_id = ${companyId} and ${works}
            order by p.name, p.id, t.created_at desc, t.id`);
          const pairings = await tx.rows(sql<{ id: string; pos_id: string; expires_at: string }>`
            select t.id, t.pos_id, ${trusted(wireTime('t.expires_at'))} as expires_at
            from pairing t join pos p on p.tenant_id = t.tenant_id and p.id = t.pos_id and p.active
            where t.tenant_id = ${tenantId} and t.company_id = ${companyId} and t.key_id is null and t.expires_at > clock_timestamp()
            order by t.created_at, t.id`);
          return { tills, pairings };
        }),
      ),
  }),
  route({
    method: 'POST',
    path: '/pos/:id/pairing',
    operationId: 'make_pairing_code',
    tag: 'pos',
    summary: 'Make the code by which a till is paired with this register, once, within ten minutes',
    needs: acts.pairTills,
    body: pairingBody,
    answers: {
      201: jsonAnswer('The code, shown this once; the one before pairs nothing any more.', pairingSchema),
    },
    handle: async ({ c, caller, parts: { db }, params: { id }, body }) =>
      c.json(await makePairing(db, caller, id, body.overlap_hours, originOf(c)), 201),
  }),
  route({
    method: 'POST',
    path: '/till/:id/unlink',
    operationId: 'unlink_till',
    tag: 'pos',
    summary: 'Unlink a till from afar: its key is refused from the next request on, for good',
    needs: acts.pairTills,
    answers: { 204: { description: 'Its key opens nothing any more.' } },
    handle: async ({ c, caller, parts, params: { id } }) => {
      const writer = writerOf(parts, caller, c);
      await inScope(parts.db, caller, 'read write', async (tx) => {
        const [till] = await tx.rows(sql<{ active: boolean }>`
          select t.active from apikey t join pos p on p.tenant_id = t.tenant_id and p.id = t.pos_id
          where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}::uuid
            and (${caller.locations ?? null}::uuid[] is null or p.location_id = any (${caller.locations ?? null}::uuid[]))
          for no key update of t`);
        if (!till) throw notFound();
        if (till.active) await writer.change(tx, [{ id, active: false }]);
      });
      return new Response(null, { status: 204 });
    },
  }),
);

/** Returns what changes keys in the name of somebody who may pair tills, and change no other keys. */
const writerOf = (
  parts: Parts,
  { tenantId, companyId, lineage, userId, keyId, keyName, locale }: Caller,
  c: Context<AppEnv>,
) =>
  keyWriter(
    parts,
    {
      tenantId,
      companyId,
      lineage,
      role: 'admin',
      userId,
      keyId,
      keyName,
      locale,
      address: c.get('address'),
    },
    c.get('requestId'),
  );

/** Codes that are tried from one network a minute. */
const triesAMinute = 10;

interface Found {
  readonly tenant_id: string;
  readonly company_id: string;
  readonly id: string;
  readonly pos_id: string;
  readonly overlap_hours: number;
  readonly made_user: string | null;
  readonly made_key: string | null;
}

/** Returns the refusal of a code, which does not say whether there was such a one. */
const noSuchCode = () =>
  invalid([
    {
      pointer: '/code',
      code: 'wrong_pairing_code',
      detail: `No till is paired by this code: it is another one, was used, or is older than ${pairingMinutes} minutes`,
    },
  ]);

/**
 * Pairs a till by its code: makes its key in the name of who made the code, and ends the tills that the register had. Null for a code that
 * pairs nothing, also where its maker may not pair tills any more.
 */
async function pair(parts: Parts, c: Context<AppEnv>, code: string, version: string | null) {
  const { db } = parts;
  const { rows } = await sql<Found>`select * from pairing_of(${hashCode(code)})`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const maker = await standingCaller(db, found.tenant_id, { userId: found.made_user, keyId: found.made_key });
  if (!maker || maker.companyId !== found.company_id) return null;
  const writer = writerOf(parts, maker, c);
  return inScope(db, writer.caller, 'read write', async (tx) => {
    const register = await registerOf(tx, maker, found.pos_id);
    if (!register || !mayPair(maker, register.location_id)) return null;
    // Whoever came first has it: the register is locked.
    const [waiting] = await tx.rows(sql<object>`
      select from pairing where tenant_id = ${found.tenant_id} and id = ${found.id}::uuid and key_id is null and expires_at > clock_timestamp()
      for update`);
    if (!waiting) return null;
    const before = await tx.rows(sql<{ id: string; ends: string | null }>`
      select t.id, case when ${found.overlap_hours}::integer > 0 and t.last_used_at is not null then ${endsAfter(found.overlap_hours)} end as ends
      from apikey t
      where t.tenant_id = ${found.tenant_id} and t.company_id = ${found.company_id} and t.pos_id = ${found.pos_id}::uuid and ${works}
      order by t.id for no key update`);
    const { key, id } = await writer.make(
      tx,
      { name: register.name, role: 'terminal' },
      { pos_id: register.id, till_version: version },
      before.map((old) => ending(old.id, old.ends)),
    );
    await tx.rows(sql`
      update pairing set key_id = ${id}::uuid where tenant_id = ${found.tenant_id} and id = ${found.id}::uuid`);
    return {
      key,
      key_id: id,
      location: { id: register.location_id, name: register.location },
      pos: { id: register.id, name: register.name, pos_num: register.pos_num },
    };
  });
}

/** The route by which a till pairs itself. A wrong code costs its network one of ten tries a minute. */
function pairRoute(parts: Parts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post(pairPath, async (c) => {
    const { code, version } = await readBody(c.req.raw, pairBody);
    const counted = [{ kind: 'pairing', of: network(c.get('address')), seconds: 60, most: triesAMinute }];
    const { isOver, seconds } = await addAttempt(parts.db, counted);
    if (isOver) throw tooMany('Too many wrong codes from one address', seconds);
    const paired = await pair(parts, c, code, tillVersion(version));
    const till = paired && (await callerByKey(parts.db, paired.key));
    if (!till) throw noSuchCode();
    await takeAttemptBack(parts.db, counted);
    const { id, name, currency, timezone } = (await me(parts.db, till)).company;
    return c.json({ ...paired, company: { id, name, currency, timezone } }, 201, {
      'Cache-Control': 'no-store',
    });
  });
  return routes;
}

export const tillAddresses = { ...pairing, open: pairRoute };
