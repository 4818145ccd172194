import { sql } from 'kysely';
import { everybody } from '@/contract/role';
import { endedSchema, sessionEntries, type SessionEntry } from '@/contract/session-list';
import { endpoints, jsonAnswer, route } from '../http/endpoint';
import type { Caller } from './caller';
import { trusted, type Database } from '../db/db';
import { HttpProblem, notFound } from '../http/problems';
import { wireTime } from '../db/table';
import { originOf, type RequestOrigin } from './request-origin';

const ended = (description: string) => ({ 200: jsonAnswer(description, endedSchema) });

/** Endpoints of the caller's own sessions in all companies: list them, end one, or end all but the current one. */
export const sessionAddresses = endpoints(
  route({
    method: 'GET',
    path: '/session',
    operationId: 'list_sessions',
    tag: 'session',
    summary: 'The sessions of the same person or key, the one used last first',
    needs: everybody,
    answers: { 200: jsonAnswer('The sessions that stand.', sessionEntries) },
    problems: [409],
    handle: async ({ c, caller, parts: { db } }) => c.json(await ownSessions(db, caller)),
  }),
  route({
    method: 'POST',
    path: '/session/end-others',
    operationId: 'end_other_sessions',
    tag: 'session',
    summary: 'End all sessions of the same person or key but the one of the request',
    needs: everybody,
    answers: ended('How many there were.'),
    problems: [409],
    handle: async ({ c, caller, parts: { db } }) =>
      c.json({ ended: await endSessions(db, caller, null, originOf(c)) }),
  }),
  route({
    method: 'POST',
    path: '/session/:id/end',
    operationId: 'end_session',
    tag: 'session',
    summary: 'End one session of the same person or key',
    needs: everybody,
    answers: ended('It is ended.'),
    problems: [409],
    handle: async ({ c, caller, parts: { db }, params: { id } }) => {
      if (id === caller.session?.id) {
        throw new HttpProblem(
          409,
          'is_current',
          'Conflict',
          'This is the session of the request: sign out instead',
        );
      }
      const count = await endSessions(db, caller, id, originOf(c));
      if (count === 0) throw notFound('There is no such session of yours');
      return c.json({ ended: count });
    },
  }),
);

const columns = sql`s.id, s.company, ${trusted(wireTime('s.begun_at'))} as begun_at,
  ${trusted(wireTime('s.used_at'))} as used_at, nullif(s.address, '') as address, s.agent as user_agent`;

async function ownSessions(db: Database, { tenantId, keyId, session }: Caller): Promise<SessionEntry[]> {
  const own = session?.id ?? null;
  const found = session
    ? sql`sessions_of_session(${own}::uuid)`
    : sql`sessions_of(${tenantId}::uuid, null::uuid, ${keyId}::uuid)`;
  const { rows } = await sql<SessionEntry>`
    select ${columns}, s.id is not distinct from ${own}::uuid as current, b.way, b.second,
      ${trusted(wireTime('b.remembered_until'))} as remembered_until
    from ${found} s left join sessions_shown(${own}::uuid) b on b.id = s.id order by s.used_at desc, s.id`.execute(
    db,
  );
  return rows;
}

/** Ends one session of the caller, or with null all but the current one. Returns the number ended. */
async function endSessions(
  db: Database,
  { tenantId, keyId, session }: Caller,
  id: string | null,
  { address, requestId }: RequestOrigin,
): Promise<number> {
  const ending = session
    ? sql`sessions_end_of_session(${session.id}::uuid, ${id}::uuid, ${address}, ${requestId})`
    : sql`sessions_end(${tenantId}::uuid, null::uuid, ${keyId}::uuid, ${id}::uuid, null::uuid, ${address}, ${requestId})`;
  const { rows } = await sql<{ ended: number }>`select ${ending} as ended`.execute(db);
  return rows[0]?.ended ?? 0;
}

/** Returns the sessions that currently act by a membership of the caller's company. */
export async function sessionsOfMembership(
  db: Database,
  caller: Caller,
  userId: string,
): Promise<SessionEntry[]> {
  const { rows } = await sql<SessionEntry>`
    select ${columns}, s.id is not distinct from ${caller.session?.id ?? null}::uuid as current
    from sessions_of_membership(${caller.tenantId}::uuid, ${caller.companyId}::uuid, ${userId}::uuid) s`.execute(
    db,
  );
  return rows;
}

/** Ends one session of a membership of the caller's company, or with null all of them. Returns the number ended. */
export async function endSessionsOfMembership(
  db: Database,
  caller: Caller,
  userId: string,
  id: string | null,
  { address, requestId }: RequestOrigin,
): Promise<number> {
  const { tenantId, companyId, keyId, keyName } = caller;
  const { rows } = await sql<{ ended: number }>`select sessions_end_of_membership(${tenantId}::uuid,
    ${companyId}::uuid, ${userId}::uuid, ${id}::uuid, ${caller.userId}::uuid, ${keyId}::uuid, ${keyName},
    ${address}, ${requestId}) as ended`.execute(db);
  return rows[0]?.ended ?? 0;
}
