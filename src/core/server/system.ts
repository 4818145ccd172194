import { sql } from 'kysely';
import { Hono } from 'hono';
import type { AppEnv } from './app';
import type { Caller } from './caller';
import { inScope, type Database } from './db';
import { unavailable } from './problems';

/** What a client may ask of this server beyond the bare interface (design 1.1). */
export function capabilities(resources: readonly string[]) {
  return {
    product: 'Tillhouse',
    resources,
    features: [
      'filters',
      'search',
      'sort',
      'cursor',
      'modified_since',
      'etag',
      'if_match',
      'as_of',
      'erase',
      'problem_json',
      'me',
    ],
  };
}

/** Routes beside the resources: health, what the server can do, who the caller is. */
export function systemRoutes(parts: {
  db: Database;
  resources: readonly string[];
  openapi: unknown;
}): Hono<AppEnv> {
  const { db, resources, openapi } = parts;
  const routes = new Hono<AppEnv>();
  routes.get('/livez', (c) => c.json({ status: 'ok' }));
  routes.get('/readyz', async (c) => {
    try {
      await sql`select 1`.execute(db);
    } catch {
      throw unavailable('The database does not answer');
    }
    return c.json({ status: 'ok' });
  });
  routes.get('/api/capabilities', (c) => c.json(capabilities(resources)));
  routes.get('/api/openapi.json', (c) => c.json(openapi));
  routes.get('/api/secure/me', async (c) => c.json(await me(db, c.get('caller'))));
  return routes;
}

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
