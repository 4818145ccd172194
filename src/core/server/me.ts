import { sql } from 'kysely';
import { Hono } from 'hono';
import { jsonOf, problems } from '@/core/contract/openapi';
import { roles } from '@/core/contract/role';
import type { AppEnv, Further } from './app';
import type { Caller } from './caller';
import { inScope, type Database } from './db';

/** `GET /api/secure/me`: who the caller is, in which role, and the company it acts in (design 5, Others). */
export const meAddress: Further = {
  rules: { 'GET /api/secure/me': roles },
  paths: {
    '/api/secure/me': {
      get: {
        operationId: 'me',
        summary: 'Who the caller is, in which role, and the company it acts in',
        'x-roles': roles,
        responses: {
          200: { description: 'The caller.', content: jsonOf({ type: 'object' }) },
          ...problems(401, 403, 414, 429, 503),
        },
      },
    },
  },
  make: ({ db }) => new Hono<AppEnv>().get('/me', async (c) => c.json(await me(db, c.get('caller')))),
};

interface CompanyRow {
  id: string;
  name: string;
  parent_id: string | null;
  currency: string | null;
  locale: string | null;
  timezone: string | null;
}

/** The caller, its role, and the company it acts in with its ancestors' names. */
async function me(db: Database, caller: Caller) {
  const rows = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<CompanyRow>`
      select t.id, t.name, t.parent_id, t.data->>'currency' as currency, t.data->>'locale' as locale,
        t.data->>'timezone' as timezone
      from company t where t.tenant_id = ${caller.tenantId} and t.id = any(${caller.lineage}::uuid[])`),
  );
  const byNearness = caller.lineage.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const [own, parent] = byNearness;
  if (!own) throw new Error('The caller has no company');
  const inherited = (name: 'currency' | 'locale' | 'timezone', fallback: string) =>
    byNearness.map((row) => row[name]).find((value) => value !== null) ?? fallback;
  return {
    role: caller.role,
    user: caller.userId === null ? null : { id: caller.userId },
    key: { id: caller.keyId, name: caller.keyName },
    company: {
      id: own.id,
      name: own.name,
      parent: parent ? { id: parent.id, name: parent.name } : null,
      ancestors: byNearness.slice(1).map(({ id, name }) => ({ id, name })),
      currency: inherited('currency', 'EUR'),
      locale: inherited('locale', 'en'),
      timezone: inherited('timezone', 'UTC'),
    },
  };
}
