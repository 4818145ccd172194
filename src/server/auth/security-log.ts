import { sql } from 'kysely';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Logger } from 'pino';
import type { AppEnv, SecurityLog } from '../http/http-env';
import type { Caller } from './caller';
import type { Database } from '../db/db';
import { windowCounter } from './attempts';
import { originOf } from './request-origin';

/**
 * Rows per minute that strangers can cause: for one person, in all, and for one tenant. A flood must not fill the
 * disk; the process log still has every line.
 */
const rowsAMinute = { person: 30, all: 120, tenant: 60 } as const;
const keysAtMost = 20_000;

/** Creates the security log of a process. */
export function securityLog(db: Database, log: Logger): SecurityLog {
  const people = windowCounter(keysAtMost);
  const all = windowCounter(1);
  const refusals = windowCounter(keysAtMost);
  const tenants = windowCounter(keysAtMost);
  const line = (
    level: 'info' | 'warn',
    c: Context<AppEnv>,
    kind: string,
    more: Readonly<Record<string, unknown>>,
  ) => log[level]({ security: kind, request_id: c.get('requestId'), address: c.get('address'), ...more });
  const idsOf = ({ tenantId, companyId, userId, keyId }: Caller) => ({
    tenant_id: tenantId,
    company_id: companyId,
    ...(userId !== null && { user_id: userId }),
    ...(keyId !== null && { key_id: keyId }),
  });
  const note = async (
    c: Context<AppEnv>,
    kind: string,
    caller: Caller,
    about: string | null,
    subject: string | null = null,
  ) => {
    const { address, requestId } = originOf(c);
    const { tenantId, companyId, userId, keyId, keyName } = caller;
    await sql`select security_note(${tenantId}::uuid, ${companyId}::uuid, ${kind}, ${userId}::uuid, ${keyId}::uuid,
      ${keyName}, ${address}, ${about}::text, ${subject}::uuid, ${requestId})`.execute(db);
  };
  return {
    async failed(c, kind, loginId) {
      line('warn', c, kind, loginId === null ? {} : { login_id: loginId });
      if (loginId === null) return;
      if (people.add(loginId).count > rowsAMinute.person || all.add('').count > rowsAMinute.all) return;
      const { address, agent, requestId } = originOf(c);
      await sql`select login_refused(${loginId}::uuid, ${kind}, ${address}, ${agent}, ${requestId})`.execute(
        db,
      );
    },
    async failedAs(c, kind, caller) {
      line('warn', c, kind, idsOf(caller));
      const who = `${caller.tenantId} ${caller.userId ?? caller.keyId}`;
      if (people.add(who).count <= rowsAMinute.person) await note(c, kind, caller, null);
    },
    async refused(c, caller) {
      const what = `${c.req.method} ${patternOf(c)}`;
      if (refusals.add(`${caller.tenantId} ${caller.userId ?? caller.keyId} ${what}`).count > 1) return;
      line('warn', c, 'refused', { ...idsOf(caller), role: caller.role, route: what });
      if (tenants.add(caller.tenantId).count > rowsAMinute.tenant) return;
      await note(c, 'refused', caller, what);
    },
    provider: (c, kind, { tenant_id, company_id, id }, reason) =>
      line(kind === 'provider_logout' ? 'info' : 'warn', c, kind, {
        tenant_id,
        company_id,
        provider_id: id,
        reason,
      }),
    async exported(c, caller, subjectId) {
      line('info', c, 'customer_exported', { ...idsOf(caller), subject_id: subjectId });
      await note(c, 'customer_exported', caller, null, subjectId);
    },
    line: (c, kind, caller, route) => line('info', c, kind, { ...idsOf(caller), route }),
  };
}

/** Returns the route pattern of a request, `/api/secure/plu/:id`: never ids or other text from the client. */
function patternOf(c: Context<AppEnv>): string {
  const found = matchedRoutes(c).find(({ method, path }) => method === c.req.method && !path.includes('*'));
  return found?.path ?? '/api/secure';
}
