import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { AppEnv } from '@/server/http/http-env';
import { requireSameOrigin } from '@/server/http/browser';
import type { Database } from '@/server/db/db';
import { notFound } from '@/server/http/problems';
import { readBody } from '@/server/http/body';
import { signedIn } from '@/server/http/session-answers';
import type { Bootstrapped } from './bootstrap';
import { demoPerson } from './people';

const loopbackHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/;

/**
 * Routes of the demo: how far its load is, and its one-click sign-ins, as one of its people or with one of their keys.
 * The sign-ins exist only if the demo
 * is installed and the service listens on loopback, and only for a page that was opened by a loopback address: another
 * host name that resolves to this machine is refused.
 */
export function demoRoutes(db: Database, demo: Bootstrapped): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const requireDemo = (c: Context<AppEnv>) => {
    c.header('Cache-Control', 'no-store');
    if (demo.signIns.length > 0 && loopbackHost.test(c.req.header('host') ?? '')) return;
    throw notFound('There is nothing at this address');
  };
  routes.get('/api/demo/sign-ins', (c) => {
    requireDemo(c);
    return c.json(demo.signIns);
  });
  // The first start loads the business days while the service answers; null once all are there.
  routes.get('/api/demo/days', (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json({ filling: demo.fill?.progress() ?? null });
  });
  routes.post('/api/demo/session', async (c) => {
    requireDemo(c);
    requireSameOrigin(c.req.raw);
    const { role } = await readBody(c.req.raw, z.strictObject({ role: z.string() }));
    const person = demoPerson(role);
    if (!person) throw notFound('The demo has nobody in this role');
    return signedIn(db, c, person, 'demo');
  });
  return routes;
}
