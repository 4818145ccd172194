import { Hono } from 'hono';
import type { AppEnv } from '@/core/server/app';
import { notFound } from '@/core/server/problems';
import type { House } from './open-house';

const loopbackHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/;

/**
 * The demo's one-click sign-ins. They exist only while the demo stands and the service listens on
 * loopback, and only for a page that was opened by a loopback address: a foreign name that points here
 * gets nothing.
 */
export function demoRoutes(house: House): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/api/demo/sign-ins', (c) => {
    if (house.signIns.length === 0 || !loopbackHost.test(c.req.header('host') ?? '')) {
      throw notFound('There is nothing at this address');
    }
    c.header('Cache-Control', 'no-store');
    return c.json(house.signIns);
  });
  return routes;
}
