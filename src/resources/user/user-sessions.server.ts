import { sql } from 'kysely';
import { endedSchema, sessionEntries } from '@/contract/session-list';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { originOf } from '@/server/auth/request-origin';
import { requireOwnSecondFactor, resetSecondFactorOfMember } from '@/server/auth/second-factor-of-others';
import { endSessionsOfMembership, sessionsOfMembership } from '@/server/auth/session-list';
import type { Caller } from '@/server/auth/caller';
import { inScope, type Database } from '@/server/db/db';
import { notFound } from '@/server/http/problems';
import { requireNoStronger } from './no-stronger.server';
import { user } from './contract';

const ended = { 200: jsonAnswer('How many there were.', endedSchema) };

/** Endpoints of how a user is signed in: administrators of the company list and end sessions, and help who has lost their authenticator. */
export const userSessionAddresses = endpoints(
  route({
    method: 'GET',
    path: '/user/:id/session',
    operationId: 'list_user_sessions',
    tag: 'user',
    summary: 'The sessions that act by this membership now; those of the person elsewhere are not among them',
    needs: user.access.update,
    answers: { 200: jsonAnswer('The sessions that stand.', sessionEntries) },
    problems: [409],
    handle: async ({ c, caller, parts: { db }, params: { id } }) => {
      await requireNoStronger(db, caller, id);
      await requireMembership(db, caller, id);
      return c.json(await sessionsOfMembership(db, caller, id));
    },
  }),
  route({
    method: 'POST',
    path: '/user/:id/session/end',
    operationId: 'end_user_sessions',
    tag: 'user',
    summary: 'End all sessions that act by this membership',
    needs: user.access.update,
    answers: ended,
    problems: [409],
    handle: async ({ c, caller, parts: { db }, params: { id } }) => {
      await requireNoStronger(db, caller, id);
      await requireMembership(db, caller, id);
      return c.json({ ended: await endSessionsOfMembership(db, caller, id, null, originOf(c)) });
    },
  }),
  route({
    method: 'POST',
    path: '/user/:id/session/:session/end',
    operationId: 'end_user_session',
    tag: 'user',
    summary: 'End one session that acts by this membership',
    needs: user.access.update,
    answers: ended,
    problems: [409],
    handle: async ({ c, caller, parts: { db }, params: { id, session } }) => {
      await requireNoStronger(db, caller, id);
      await requireMembership(db, caller, id);
      const count = await endSessionsOfMembership(db, caller, id, session, originOf(c));
      if (count === 0) throw notFound('There is no such session');
      return c.json({ ended: count });
    },
  }),
  route({
    method: 'POST',
    path: '/user/:id/second-factor/off',
    operationId: 'reset_second_factor',
    tag: 'user',
    summary: 'Turn the second factor of a person off who has lost it, and works in no other company',
    description:
      'By an administrator who has shown a second factor in this session. It asks for the password again once that is ten minutes old.',
    needs: user.access.update,
    answers: { 204: { description: 'It is off, and the person is told by mail.' } },
    problems: [409],
    handle: async ({ c, caller, parts: { db }, params: { id } }) => {
      await requireNoStronger(db, caller, id);
      await requireMembership(db, caller, id);
      requireOwnSecondFactor(caller);
      await resetSecondFactorOfMember(db, caller, id, originOf(c));
      c.get('security').line(c, 'second_factor_reset', caller);
      return new Response(null, { status: 204 });
    },
  }),
);

/** @throws 404 for an id that is no membership of the caller's own company */
async function requireMembership(db: Database, caller: Caller, id: string): Promise<void> {
  const [row] = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql`select from "user" t
      where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}`),
  );
  if (!row) throw notFound();
}
