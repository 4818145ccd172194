import { Hono } from 'hono';
import { sql } from 'kysely';
import type { AppEnv } from './http-env';
import { isDatabaseReady, type Database } from '../db/db';
import { unavailable } from './problems';

/**
 * Returns the optional capabilities of this server beyond the generic interface
 * (docs/design.md#11-both-halves-are-real); `further` are those that depend on how it is set up.
 */
export function capabilities(
  resources: readonly string[],
  further: readonly string[] = [],
  publicUrl?: string,
) {
  return {
    product: 'Tillhouse',
    resources,
    // Where providers of single sign-on send back to, and what links in mails begin with; without, there are none.
    ...(publicUrl !== undefined && { public_url: publicUrl }),
    features: [
      'filters',
      'search',
      'sort',
      'cursor',
      'modified_since',
      'include_scheduled',
      'etag',
      'if_match',
      'as_of',
      'erase',
      'problem_json',
      'me',
      'report',
      'report_summary',
      'lowest_price',
      'backups',
      'live',
      ...further,
    ],
  };
}

/** Returns the routes that belong to no resource: health, capabilities, the API description. */
export function systemRoutes(parts: {
  db: Database;
  resources: readonly string[];
  openapi: unknown;
  /** Whether the service sends mail. */
  sendsMail?: boolean;
  /** Whether people may sign in with passkeys (auth/passkey/verify.ts). */
  takesPasskeys?: boolean;
  /** The address by which the service knows itself. */
  publicUrl?: string | undefined;
}): Hono<AppEnv> {
  const { db, resources, openapi, sendsMail, takesPasskeys, publicUrl } = parts;
  const routes = new Hono<AppEnv>();
  routes.get('/livez', (c) => c.json({ status: 'ok' }));
  routes.get('/readyz', async (c) => {
    if (!(await isDatabaseReady(db))) throw unavailable('The database does not answer');
    return c.json({ status: 'ok' });
  });
  routes.get('/api/capabilities', async (c) => {
    // What the service can do is said also while the database is out.
    const { hasProviders, isEmpty } = await sql<{ hasProviders: boolean; isEmpty: boolean }>`
      select providers_exist() as "hasProviders", not company_stands(null) as "isEmpty"`
      .execute(db)
      .then(
        ({ rows: [row] }) => ({ hasProviders: row?.hasProviders === true, isEmpty: row?.isEmpty === true }),
        () => ({ hasProviders: false, isEmpty: false }),
      );
    return c.json(
      capabilities(
        resources,
        [
          ...(sendsMail ? ['mail'] : []),
          ...(takesPasskeys ? ['passkeys'] : []),
          // The page says where the link is by which it is made.
          ...(isEmpty ? ['first_company'] : []),
          // Without an address of the service nobody is sent back.
          ...(hasProviders && publicUrl !== undefined ? ['single_sign_on'] : []),
        ],
        publicUrl,
      ),
    );
  });
  routes.get('/api/openapi.json', (c) => c.json(openapi));
  return routes;
}
