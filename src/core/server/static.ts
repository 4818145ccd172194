import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { AppEnv } from './app';
import { pageAt } from './http/page-addresses';
import { securityTxt } from './http/security-txt';

/**
 * Scripts and connections of our own alone, no frames, no objects (security.md, 8). Styles may be
 * inline: the kit sets sizes and colours as style attributes. Workers may come from a blob that a script of ours
 * made: a workbook of more than a few hundred rows is packed in one.
 */
const contentSecurityPolicy = [
  `default-src 'self'`,
  `script-src 'self'`,
  `worker-src 'self' blob:`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
  `form-action 'self'`,
].join('; ');

/** The headers of every page of ours. */
export const secureHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.header('Content-Security-Policy', contentSecurityPolicy);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'same-origin');
};

/**
 * The built application from `folder`: hashed files for ever, and `index.html` for every screen's address.
 * An address that no screen has is 404. The page says whose `/api` stands at its own address
 * (`src/core/app/server-here.ts` reads it).
 *
 * @param contact of `/.well-known/security.txt`.
 */
export function applicationRoutes(folder: string, api: 'own' | 'upstream', contact?: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use(compress());
  routes.use(secureHeaders);
  routes.use('/assets/*', async (c, next) => {
    await next();
    if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable');
  });
  routes.get('/assets/*', serveStatic({ root: path.relative(process.cwd(), folder) || '.' }));
  routes.get('/mark.svg', serveStatic({ root: path.relative(process.cwd(), folder) || '.' }));
  routes.get('/assets/*', (c) => c.notFound());
  routes.get('/.well-known/security.txt', (c) => c.text(securityTxt(contact, new URL(c.req.url).origin)));
  routes.get('*', async (c) => {
    const at = pageAt(new URL(c.req.url).pathname);
    if (at === 'file') return c.notFound();
    c.header('Cache-Control', 'no-cache');
    const page = await readFile(path.join(folder, 'index.html'), 'utf8');
    return c.html(
      page.replace('<head>', `<head>\n    <meta name="tillhouse-api" content="${api}" />`),
      at === 'page' ? 200 : 404,
    );
  });
  return routes;
}
