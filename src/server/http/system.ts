import { Hono } from 'hono';
import type { AppEnv } from './http-env';
import { isDatabaseReady, type Database } from '../db/db';
import { unavailable } from './problems';

/**
 * Returns the optional capabilities of this server beyond the generic interface
 * (docs/design.md#11-both-halves-are-real).
 */
export function capabilities(resources: readonly string[], sendsMail = false) {
  return {
    product: 'Tillhouse',
    resources,
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
      ...(sendsMail ? ['mail'] : []),
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
}): Hono<AppEnv> {
  const { db, resources, openapi, sendsMail } = parts;
  const routes = new Hono<AppEnv>();
  routes.get('/livez', (c) => c.json({ status: 'ok' }));
  routes.get('/readyz', async (c) => {
    if (!(await isDatabaseReady(db))) throw unavailable('The database does not answer');
    return c.json({ status: 'ok' });
  });
  routes.get('/api/capabilities', (c) => c.json(capabilities(resources, sendsMail)));
  routes.get('/api/openapi.json', (c) => c.json(openapi));
  return routes;
}
