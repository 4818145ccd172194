import { Hono } from 'hono';
import { templateCountries } from '@/contract/countries';
import { firstCompanyBody, firstLinkBody, type FirstLink } from '@/contract/first-company';
import { limitSignIns } from '@/server/auth/sign-in-limits';
import type { Database } from '@/server/db/db';
import { readBody } from '@/server/http/body';
import { requireSameOrigin } from '@/server/http/browser';
import type { AppEnv } from '@/server/http/http-env';
import { notFound } from '@/server/http/problems';
import { signedIn } from '@/server/http/session-answers';
import { firstLinkUntil, makeFirstCompany } from './make';
import { templateOf } from './templates';

/**
 * Routes by which whoever holds the link of an empty service makes its first company. The token comes in a body, never in an address.
 * Wrong ones count as failed sign-ins of their address.
 */
export function firstCompanyRoutes(db: Database): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const limits = limitSignIns(db);
  const gone = () =>
    notFound(
      'This link was used, is past its time, or is of a service that has a company. Each start prints another.',
    );

  routes.post('/api/first_company/link', async (c) => {
    requireSameOrigin(c.req.raw, 'let in');
    const { token } = await readBody(c.req.raw, firstLinkBody);
    const until = await limits.attempt(c, null, () => firstLinkUntil(db, token));
    if (!until) throw gone();
    c.header('Cache-Control', 'no-store');
    return c.json({
      expires_at: until.toISOString(),
      templates: templateCountries.map(templateOf),
    } satisfies FirstLink);
  });

  routes.post('/api/first_company', async (c) => {
    requireSameOrigin(c.req.raw, 'let in');
    const body = await readBody(c.req.raw, firstCompanyBody);
    // Before the password is hashed, which costs.
    const until = await limits.attempt(c, null, () => firstLinkUntil(db, body.token));
    const origin = { address: c.get('address'), requestId: c.get('requestId') };
    const whose = until && (await makeFirstCompany(db, body, origin));
    if (!whose) throw gone();
    return signedIn(db, c, whose, 'link');
  });

  return routes;
}
