import { sql } from 'kysely';
import type { Context } from 'hono';
import {
  codeBody,
  guardedBody,
  proofBody,
  newAuthenticator,
  newRecoveryCodes,
  ownSecurity,
  ownSignIns,
  type OwnSecurity,
  type OwnSignIn,
} from '@/contract/second-factor';
import { everybody } from '@/contract/role';
import { wireTime } from '../db/table';
import { trusted } from '../db/db';
import { endpoints, jsonAnswer, route } from '../http/endpoint';
import type { AppEnv, Parts } from '../http/http-env';
import { conflict, notFound } from '../http/problems';
import { requireSecretKeys } from './secret-keys';
import type { Caller } from './caller';
import { originOf } from './request-origin';
import { beginAuthenticator, checkAuthenticator, renewRecoveryCodes, turnOff, turnOn } from './second-factor';
import { ownPasskeys } from './passkey/routes';
import { counted, isGuarded, loginOf, requireProof, requireProofWhereGuarded } from './proof';
import { membershipsOf } from './sessions';

const nothing = { 204: { description: 'It is done.' } };
const noStore = (c: Context<AppEnv>) => c.header('Cache-Control', 'no-store');
const done = () => new Response(null, { status: 204 });

/**
 * Endpoints of a person's own sign-in, whichever company the session acts in (docs/security.md#second-factor): how they sign in, their
 * authenticator, their recovery codes, and the browsers that are asked for no code. A session that lacks a second factor reaches them.
 */
export const securityAddresses = endpoints(
  route({
    method: 'GET',
    path: '/session/security',
    operationId: 'own_security',
    tag: 'session',
    summary: 'How the person signs in, and what their companies ask of it',
    needs: everybody,
    answers: { 200: jsonAnswer('It as it stands.', ownSecurity) },
    problems: [409],
    handle: async ({ c, caller, parts }) => {
      noStore(c);
      return c.json(await securityOf(parts, caller));
    },
  }),
  route({
    method: 'GET',
    path: '/session/sign-ins',
    operationId: 'own_sign_ins',
    tag: 'session',
    summary: 'The latest 200 sign-ins of the person within 90 days, in any company, and what was refused',
    needs: everybody,
    answers: { 200: jsonAnswer('The newest first.', ownSignIns) },
    problems: [409],
    handle: async ({ c, caller, parts }) => {
      noStore(c);
      const { login_id: id } = await loginOf({ caller, parts });
      const { rows } = await sql<OwnSignIn>`
        select ${trusted(wireTime('i.at'))} as at, i.refused, i.way, i.second, i.address, i.agent as user_agent
        from login_sign_ins(${id}::uuid) i`.execute(parts.db);
      return c.json(rows);
    },
  }),
  route({
    method: 'POST',
    path: '/session/authenticator',
    operationId: 'begin_authenticator',
    tag: 'session',
    summary: 'Begin to set up an authenticator app; what was begun before is gone, what is on stays on',
    description:
      'The secret is in this answer alone. It asks for the password again once that is ten minutes old, and for a code or a passkey where `is_guarded` says so.',
    needs: everybody,
    body: guardedBody,
    answers: { 201: jsonAnswer('What the app is told.', newAuthenticator) },
    problems: [409],
    handle: async ({ c, caller, parts, body }) => {
      noStore(c);
      const { db, secretKeys } = parts;
      const login = await loginOf({ caller, parts });
      const keys = requireSecretKeys(secretKeys, 'an authenticator');
      const hasShown = await requireProofWhereGuarded({ c, caller, parts }, login, body);
      return c.json(await beginAuthenticator(db, keys, login, hasShown), 201);
    },
  }),
  route({
    method: 'POST',
    path: '/session/authenticator/check',
    operationId: 'check_authenticator',
    tag: 'session',
    summary: 'Show the first code of the app that is set up; ten recovery codes are answered, this once',
    needs: everybody,
    body: codeBody,
    answers: { 200: jsonAnswer('The codes, of which each works once.', newRecoveryCodes) },
    problems: [409],
    handle: async ({ c, caller, parts, body: { code } }) => {
      noStore(c);
      const { db, secretKeys } = parts;
      const login = await loginOf({ caller, parts });
      const codes = await counted({ c, caller, parts }, login, code, () =>
        checkAuthenticator(db, secretKeys, login.login_id, code),
      );
      if (codes === 'over') throw noAuthenticator('Nothing is set up any more: begin again');
      return c.json({ recovery_codes: codes });
    },
  }),
  route({
    method: 'POST',
    path: '/session/authenticator/on',
    operationId: 'turn_authenticator_on',
    tag: 'session',
    summary: 'Turn on what was set up and checked; other sessions of the person end',
    needs: everybody,
    answers: nothing,
    problems: [409],
    handle: async ({ c, caller, parts }) => {
      await loginOf({ caller, parts });
      const isOn = await turnOn(parts.db, caller.session?.id ?? '', originOf(c));
      if (!isOn) throw noAuthenticator('Nothing that was set up and checked waits to be turned on');
      c.get('security').line(c, 'second_factor_on', caller);
      return done();
    },
  }),
  route({
    method: 'POST',
    path: '/session/authenticator/off',
    operationId: 'turn_authenticator_off',
    tag: 'session',
    summary:
      'Turn the authenticator off, with a code of it or a passkey; recovery codes and remembered browsers go with it',
    needs: everybody,
    body: proofBody,
    answers: nothing,
    problems: [409],
    handle: async ({ c, caller, parts, body }) => {
      const login = await loginOf({ caller, parts });
      await requireProof({ c, caller, parts }, login, body);
      if (!(await turnOff(parts.db, login.login_id, originOf(c)))) throw noAuthenticator();
      c.get('security').line(c, 'second_factor_off', caller);
      return done();
    },
  }),
  route({
    method: 'POST',
    path: '/session/recovery-codes',
    operationId: 'make_recovery_codes',
    tag: 'session',
    summary: 'Make ten new recovery codes, with a code or a passkey; the old ones open nothing any more',
    needs: everybody,
    body: proofBody,
    answers: { 200: jsonAnswer('The codes, of which each works once.', newRecoveryCodes) },
    problems: [409],
    handle: async ({ c, caller, parts, body }) => {
      noStore(c);
      const login = await loginOf({ caller, parts });
      await requireProof({ c, caller, parts }, login, body);
      const codes = await renewRecoveryCodes(parts.db, login.login_id, originOf(c));
      if (codes === null) throw noAuthenticator();
      return c.json({ recovery_codes: codes });
    },
  }),
  route({
    method: 'POST',
    path: '/session/remembered/:id/forget',
    operationId: 'forget_browser',
    tag: 'session',
    summary: 'Ask a browser for a code again, the next time that it signs in',
    needs: everybody,
    answers: nothing,
    problems: [409],
    handle: async ({ caller, parts, params: { id } }) => {
      const login = await loginOf({ caller, parts });
      const { rows } = await sql<{ done: boolean }>`
        select login_forget(${login.login_id}::uuid, ${id}::uuid) as done`.execute(parts.db);
      if (!rows[0]?.done) throw notFound('No such browser of yours is remembered');
      return done();
    },
  }),
);

const noAuthenticator = (detail = 'The second factor is off') => conflict('no_authenticator', detail);

type Asked = OwnSecurity['asked'][number];

async function securityOf(parts: Parts, caller: Caller): Promise<OwnSecurity> {
  const { db, secretKeys, relyingParty } = parts;
  const login = await loginOf({ caller, parts });
  const id = login.login_id;
  const { rows } = await sql<{
    changed_at: string | null;
    since: string | null;
    codes_left: number;
    made_at: string | null;
    last_used_at: string | null;
    idle: number;
    most: number;
  }>`select ${trusted(wireTime('p.changed_at'))} as changed_at,
      ${trusted(wireTime('a.since'))} as since, k.codes_left::integer as codes_left,
      ${trusted(wireTime('k.made_at'))} as made_at, ${trusted(wireTime('k.used_at'))} as last_used_at, t.idle, t.most
    from (select login_password_changed_at(${id}::uuid) as changed_at) p
    cross join login_recovery_codes_of(${id}::uuid) k
    cross join session_limits(${caller.tenantId}::uuid, ${caller.companyId}::uuid) t
    left join login_authenticator_of(${id}::uuid) a on true`.execute(db);
  const [row] = rows;
  const remembered = await sql<OwnSecurity['remembered'][number]>`
    select r.id, r.agent as user_agent, r.address, ${trusted(wireTime('r.used_at'))} as used_at,
      ${trusted(wireTime('r.expires_at'))} as until,
      exists (select from sessions_shown(${caller.session?.id}::uuid) s
        where s.id = ${caller.session?.id}::uuid and s.remembered_id = r.id) as current
    from login_remembered_of(${id}::uuid) r`.execute(db);
  const memberships = await membershipsOf(db, id);
  const asked = await sql<Asked>`
    select distinct on (m.place) a.company, a.since::text as "from", a.is_due
    from unnest(${memberships.map(({ tenant_id }) => tenant_id)}::uuid[], ${memberships.map(({ company_id }) => company_id)}::uuid[],
      ${memberships.map(({ role }) => role)}::text[]) with ordinality m(tenant, company, role, place)
    cross join lateral second_factor_asked(m.tenant, line_of(m.tenant, m.company), m.role) a
    order by m.place, a.is_due desc, a.since`.execute(db);
  const entered = await sql<
    OwnSecurity['by_provider'][number]
  >`select * from entered_by_provider(${id}::uuid)`.execute(db);
  return {
    email: login.email,
    password: login.password_hash === null ? null : { changed_at: row?.changed_at ?? null },
    authenticator: row?.since ? { since: row.since } : null,
    recovery_codes:
      row?.since && row.made_at
        ? { left: row.codes_left, made_at: row.made_at, last_used_at: row.last_used_at }
        : null,
    passkeys: [...(await ownPasskeys(db, caller, id))],
    can_add_passkey: !!relyingParty,
    is_guarded: await isGuarded(db, login),
    can_set_up: secretKeys !== undefined,
    session: { idle_minutes: row?.idle ?? 30, hours: row?.most ?? 12 },
    asked: asked.rows,
    by_provider: entered.rows,
    remembered: remembered.rows,
  };
}
