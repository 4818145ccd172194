import { dayMs } from '@/record/calendar';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { compressedAnswers } from '../compression/compressed-answers';
import type { AppEnv } from '../http-env';
import { errorFacts } from '../../ops/error-log';
import { internalFault, problemResponse, type Fault } from '../problem-answer';
import { newId } from '../../write/uuid';
import { pagePaths } from '@/contract/page-paths';

const known = new Set(pagePaths);

/** The licences of what the product is made with (scripts/notices.mjs). */
const noticesFile = '/third-party-notices.txt';

/**
 * Returns what an address of the application's host is.
 *
 * - `page`: one of the application's pages.
 * - `unknown`: no page; the application says so, with 404.
 * - `file`: the address of a file (`/.env`, `/wp-login.php`), which no page ever has: 404 without the application.
 */
function pageAt(pathname: string): 'page' | 'unknown' | 'file' {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return 'file';
  }
  // No page has a control character or a backslash in its address.
  // oxlint-disable-next-line no-control-regex
  if (/[.\\\u0000-\u001f]/.test(path)) return 'file';
  const [first = ''] = path.split('/').filter(Boolean);
  return first === '' || known.has(first) ? 'page' : 'unknown';
}

/**
 * Returns the text of `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. Without a configured
 * contact it names the service's own address, because whoever runs it answers.
 *
 * @param origin of the request, such as `https://till.example`.
 * @param now milliseconds; the text expires within half a year and is made anew for each request.
 */
function securityTxt(contact: string | undefined, origin: string, now = Date.now()): string {
  // Rounded to the day, so that the text stays the same all day long.
  const expires = new Date(Math.floor(now / dayMs) * dayMs + 180 * dayMs).toISOString().replace('.000', '');
  return [
    `Contact: ${contact ?? `${origin}/`}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en, fi',
    '',
  ].join('\n');
}

/**
 * Allows scripts and connections of our own origin only, no frames, no objects (docs/threats.md#8). Styles may be
 * inline: the UI kit sets sizes and colours as style attributes. Workers may come from a blob: larger workbooks are
 * packed in one.
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

/** The security headers of every page. */
export const secureHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.header('Content-Security-Policy', contentSecurityPolicy);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'same-origin');
};

/**
 * Serves the built application from `folder`: hashed files immutable, and `index.html` for every screen's address;
 * 404 for an address that no screen has. The page says whose `/api` stands at its own address
 * (`src/app/sign-in/sign-in.tsx` reads it).
 *
 * @param contact of `/.well-known/security.txt`.
 */
export function applicationRoutes(
  folder: string,
  api: 'own' | 'upstream',
  contact?: string,
  log?: Pick<Logger, 'error'>,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use(compressedAnswers());
  routes.use(secureHeaders);
  for (const files of ['/assets/*', '/samples/*', '/mark.svg', '/robots.txt', '/theme.js', noticesFile])
    routes.use(files, beginBody);
  routes.use('/assets/*', async (c, next) => {
    await next();
    c.res.headers.set('Vary', 'Accept-Encoding');
    if (c.res.ok) c.res.headers.set('Cache-Control', 'public, max-age=31536000, immutable');
  });
  // The build has compressed them (scripts/precompress.mjs).
  const files = serveStatic({ root: path.relative(process.cwd(), folder) || '.', precompressed: true });
  // Source maps lie beside the build for who runs the service.
  routes.get('/assets/:file{.+\\.map}', (c) => c.notFound());
  routes.get('/assets/*', files);
  routes.get('/mark.svg', files);
  routes.get('/robots.txt', files);
  routes.get('/theme.js', files);
  routes.get(noticesFile, files);
  // Asked for by what does not read the page.
  routes.get('/favicon.ico', (c) => c.redirect('/mark.svg', 301));
  // Files to try the import with, which the demo's products match.
  routes.get('/samples/*', files);
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
  routes.all('*', (c) => problemResponse(notAllowed(c.req.method)));
  routes.notFound(() => problemResponse(nothing));
  routes.onError((error) => {
    const requestId = `req_${newId().replaceAll('-', '')}`;
    log?.error({ request_id: requestId, fault: errorFacts(error) }, 'unexpected');
    return problemResponse(internalFault, requestId);
  });
  return routes;
}

const nothing: Fault = { status: 404, code: 'not_found', detail: 'There is nothing at this address' };
const noSuchPart: Fault = {
  status: 416,
  code: 'range_not_satisfiable',
  detail: 'The file has no such part',
};
const notAllowed = (method: string): Fault => ({
  status: 405,
  code: 'method_not_allowed',
  detail: `${method} is not possible here`,
  headers: { Allow: 'GET, HEAD' },
});

/**
 * Waits for the first bytes of a file, so that one that cannot be read still becomes a problem; so does a range that
 * it does not have.
 */
const beginBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.res.status === 416) {
    const range = c.res.headers.get('Content-Range') ?? '';
    c.res = undefined;
    c.res = problemResponse({ ...noSuchPart, headers: { 'Content-Range': range } });
    return;
  }
  if (!c.res.body) return;
  const reader = c.res.body.getReader();
  const first = await reader.read().catch((error: unknown) => {
    // Drops the file's length and other headers, which do not fit the problem.
    c.res = undefined;
    throw error;
  });
  const rest = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.done) controller.close();
      else controller.enqueue(first.value);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  c.res = new Response(rest, c.res);
};
