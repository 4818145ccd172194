import { Hono, type Context } from 'hono';
import { routePath, matchedRoutes } from 'hono/route';
import type { Logger } from 'pino';
import type { Problem } from '@/contract/problem';
import { allows } from '@/contract/role';
import { rulesOf, type Rules } from '@/contract/rules';
import { forbidden, type Caller } from '../auth/caller';
import { identify, isRead } from '../auth/authenticate';
import { sqlState, inScope, type Database } from '../db/db';
import { clientAddress, remoteAddress, networkSet, type NetworkSet } from '../auth/client-address';
import { securityLog } from '../auth/security-log';
import { isOutage, throttledWarning } from '../db/outage';
import { errorFacts } from '../ops/error-log';
import type { Metrics } from '../ops/metrics/metrics';
import type { Tracing } from '../ops/tracing/tracing';
import { compressedAnswers } from './compression/compressed-answers';
import { createListCache, type ListCache } from '../read/list-cache';
import { listDependencies, noMark, type ListQuestion } from '../read/list-revision';
import { limitFailures, limitRequests } from './limits';
import { refusalOfKey, requireNetwork } from '../auth/refused-keys';
import { tillVersion } from '../auth/request-origin';
import { HttpProblem, badQuery, notFound, problemOfSqlState, unavailable } from './problems';
import { resourceRoutes } from './routes';
import { sessionRoutes } from '../auth/session-routes';
import { scimPath, scimRoutes } from '../auth/scim/routes';
import { newId } from '../write/uuid';
import type { CustomResource, AppEnv, ExtraRoutes, Parts } from './http-env';
import { sql } from 'kysely';
import { callerKey, type ScopeKey } from '../write/scope-key';

const noted = new WeakMap<
  Database,
  Map<ScopeKey, { readonly at: number; readonly version: string | null }>
>();
const minute = 60_000;
/** The number of keys whose last use is remembered; beyond it, use is merely recorded more often. */
const maxKeys = 10_000;

/**
 * Records that a key is in use, at most once a minute and in the background: the request does not wait for it
 * (docs/design.md#keys-and-roles). A failure is ignored. It raises no version and writes no event.
 *
 * @param said what a till says of its own version (`Till-Version`)
 */
function recordKeyUse(db: Database, caller: Caller, said: string | undefined): void {
  const { keyId, tenantId, posId } = caller;
  if (keyId === null) return;
  const keys = noted.get(db) ?? new Map<ScopeKey, { readonly at: number; readonly version: string | null }>();
  noted.set(db, keys);
  const now = performance.now();
  const key = callerKey(caller);
  const last = keys.get(key);
  const version = (posId ? tillVersion(said) : null) ?? last?.version ?? null;
  if (last && now - last.at < minute && version === last.version) return;
  // A Map keeps insertion order: the first key is the one recorded longest ago.
  keys.delete(key);
  const [oldest] = keys.keys();
  if (keys.size >= maxKeys && oldest !== undefined) keys.delete(oldest);
  keys.set(key, { at: now, version });
  // Other processes on the database record it too: the condition limits all of them together to once a minute.
  void inScope(db, caller, 'read write', (tx) =>
    tx.rows(sql`
      update apikey set last_used_at = clock_timestamp(), till_version = coalesce(${version}::text, till_version)
      where tenant_id = ${tenantId} and id = ${keyId}
        and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute'
          or till_version is distinct from coalesce(${version}::text, till_version))`),
  ).catch(() => undefined);
}

/** Minutes for which a confirmed password stays valid; `caller_by_session` counts them (schema/callers.sql). */
const confirmedMinutes = 10;

/** The writes that a stranger at an unattended window must not make: keys, people and erasures. */
const guarded = new Set([
  'POST /api/secure/apikey',
  'PUT /api/secure/apikey/:id',
  'POST /api/secure/user',
  'PUT /api/secure/user/:id',
  'POST /api/secure/user/:id/invitation',
  'POST /api/secure/user/:id/invitation/mail',
  'POST /api/secure/user/:id/second-factor/off',
  'POST /api/secure/session/authenticator',
  'POST /api/secure/session/passkeys/options',
  'POST /api/secure/session/passkeys/:id/remove',
  'POST /api/secure/identityprovider',
  'PUT /api/secure/identityprovider/:id',
  'PUT /api/secure/identityprovider/:id/secret',
  'POST /api/secure/identityprovider/:id/identities/:identity/link',
  'POST /api/secure/identityprovider/:id/scim-token',
  'POST /api/secure/identityprovider/:id/people/link',
  'POST /api/secure/apikey/:id/rotate',
  'POST /api/secure/webhook',
  'PUT /api/secure/webhook/:id',
  'POST /api/secure/webhook/:id/secret',
  'POST /api/secure/webhook/:id/replay',
  'POST /api/secure/pos/:id/pairing',
  'POST /api/secure/till/:id/unlink',
  'POST /api/secure/customer/:id/erase',
]);

/**
 * Requires that the session's password, or key, was typed in the last ten minutes before keys, people or an erasure
 * are written. A request with an API key presents it each time and needs no confirmation.
 *
 * @throws 403 `reauthentication_required`; nothing was done, and the same request may be sent again after
 *   `POST /api/session/confirmation`.
 */
function requireConfirmation(c: Context<AppEnv>): void {
  const { session } = c.get('caller');
  if (!session || session.isConfirmed || accountRoute(c) === null) return;
  throw new HttpProblem(
    403,
    'reauthentication_required',
    'Forbidden',
    `This asks for the password again: it was typed more than ${confirmedMinutes} minutes ago`,
  );
}

/** Returns the route of a request that writes keys or people, or erases; null for any other request. */
function accountRoute(c: Context<AppEnv>): string | null {
  const routes = matchedRoutes(c).map(({ method, path }) => `${method} ${path.replace(/(?<=.)\/$/, '')}`);
  return routes.find((route) => guarded.has(route)) ?? null;
}

/** The paths of the service's own middleware and fallbacks, which need no rule. */
const around = new Set(['/*', '/api/secure/*', '/api/*']);

/**
 * Returns the deny-by-default guard (docs/design.md#keys-and-roles): every route that would answer a request needs a
 * rule that names the caller's role, wherever it was registered. An unknown address passes, to become 404; a known
 * one with another method passes, to become 405.
 *
 * @throws from the guard, 403 for a role that the rule does not name, and for a route without a rule.
 */
function ruleGuard(rules: Rules): (c: Context<AppEnv>) => void {
  const addresses = new Set(Object.keys(rules).map((rule) => rule.split(' ')[1]));
  return (c) => {
    const caller = c.get('caller');
    for (const { method, path } of matchedRoutes(c)) {
      const address = path.replace(/(?<=.)\/$/, '');
      const isAllowed =
        method === 'ALL'
          ? around.has(address) || addresses.has(address)
          : allows(caller, rules[`${method} ${address}`]);
      if (!isAllowed) throw forbidden(caller.role);
    }
  };
}

/** The longest path with query that is accepted; a longer one is 414. */
const urlLimit = 8192;

/** Bytes of memory for cached list answers. */
const cacheBytes = 32 * 1024 * 1024;

/** Creates the memory for list answers that a service keeps. */
export const createAnswers = (): ListCache<ListQuestion> => createListCache(cacheBytes);

/**
 * Creates the data service, with every route in one table of contents. It is a fetch function: tests run it in
 * process, and the server, the dev server and the benchmarks run the same one.
 */
export function createApp(
  parts: Parts & {
    log: Logger;
    /** Resources whose routes are not the uniform ones, each with its own. */
    customResources?: Readonly<Record<string, CustomResource>>;
    /** Additional addresses under `/api/secure`. */
    extraRoutes?: readonly ExtraRoutes[];
    /** Requests per minute for each key; 0 disables the limit, also of wrong keys. */
    rateLimit?: number;
    /** Proxies whose `X-Forwarded-For` is trusted; none by default. */
    proxies?: NetworkSet;
    /** The kept list answers; its own without. */
    answers?: ListCache<ListQuestion>;
    /** Gets each request that was answered (ops/metrics). */
    observe?: Metrics['observe'];
    /** Traces requests (ops/tracing). */
    tracing?: Tracing | null;
    extend?: (app: Hono<AppEnv>) => void;
  },
): Hono<AppEnv> {
  const { db, tables, log, rateLimit = 0, extraRoutes = [], proxies = networkSet([]) } = parts;
  const security = securityLog(db, log);
  const customResources = Object.values(parts.customResources ?? {});
  const resources = [...Object.values(tables), ...customResources].map(({ resource }) => resource);
  const furtherRules: Rules = Object.assign({}, ...extraRoutes.map(({ rules }) => rules));
  const requireRule = ruleGuard({ ...furtherRules, ...rulesOf(resources) });
  const listRevisions = new Map(
    Object.values(tables).map((table) => [`/api/secure/${table.resource.name}`, listDependencies(table)]),
  );
  const app = new Hono<AppEnv>();

  app.use(async (c, next) => {
    const started = performance.now();
    c.set('requestId', `req_${newId().replaceAll('-', '')}`);
    c.set('address', clientAddress(remoteAddress(c), c.req.header('x-forwarded-for'), proxies));
    c.set('security', security);
    if (c.req.url.length > urlLimit) {
      throw new HttpProblem(
        414,
        'uri_too_long',
        'URI too long',
        `An address may have ${urlLimit} characters`,
      );
    }
    refuseControlCharacters(c.req.url);
    await (parts.tracing
      ? parts.tracing.request(c.req.raw, next, () => ({
          route: routePath(c),
          status: c.res.status,
          requestId: c.get('requestId'),
        }))
      : next());
    // Not c.header(), which would wrap a complete answer into a stream, once for each header.
    c.res.headers.set('X-Request-Id', c.get('requestId'));
    c.res.headers.set('X-Content-Type-Options', 'nosniff');
    const seconds = (performance.now() - started) / 1000;
    parts.observe?.({ method: c.req.method, route: routePath(c), status: c.res.status, seconds });
    // An allow-list: no bodies, no keys, no query values, no names.
    log.info({
      request_id: c.get('requestId'),
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(seconds * 1000),
      address: c.get('address') || undefined,
      tenant_id: c.get('caller')?.tenantId,
      key_id: c.get('caller')?.keyId,
      user_id: c.get('caller')?.userId,
    });
  });

  app.use('/api/secure/*', compressedAnswers(mayHoldSecret(tables)));
  for (const open of ['/api/openapi.json', '/api/docs/*']) app.use(open, compressedAnswers());

  // Before authentication, so that a 401 has these headers too.
  app.use('/api/secure/*', async (c, next) => {
    await next();
    c.res.headers.set('Vary', 'Authorization, Cookie, Accept-Encoding');
    // What a person or a key is told once says no-store by itself.
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'private, no-cache');
  });
  if (rateLimit > 0) app.use('/api/secure/*', limitFailures());
  app.use('/api/secure/*', async (c, next) => {
    const revisionsOf = isRead(c.req.method) ? (listRevisions.get(c.req.path) ?? []) : [];
    // What is one's own: who sees it and who may come in is decided there, and a second factor is set up there.
    const isOwn = /^\/api\/secure\/session(?:\/|$)/.test(c.req.path);
    const { caller: standing, mark } = await identify(db, c.req.raw, { revisionsOf, isOwn }).catch(
      async (error: unknown) => {
        throw await refusalOfKey(db, c, error);
      },
    );
    const caller: Caller = { ...standing, address: c.get('address') };
    await requireNetwork(db, c, caller);
    c.set('caller', caller);
    c.set('listMark', revisionsOf.length > 0 ? (mark ?? noMark) : null);
    recordKeyUse(db, caller, c.req.header('till-version'));
    await next();
  });
  if (rateLimit > 0) app.use('/api/secure/*', limitRequests(rateLimit));
  app.use('/api/secure/*', async (c, next) => {
    requireRule(c);
    requireConfirmation(c);
    await next();
    const route = accountRoute(c);
    if (route !== null && c.res.ok) security.line(c, 'account_written', c.get('caller'), route);
  });

  const answers = parts.answers ?? createAnswers();
  for (const table of Object.values(tables)) {
    const path = `/api/secure/${table.resource.name}`;
    app.route(path, resourceRoutes({ ...parts, answers }, table));
    app.all(path, (c) => notAllowed(c, 'GET, POST'));
    app.all(`${path}/:id`, (c) => notAllowed(c, 'GET, PUT'));
  }
  for (const { resource, make } of customResources) {
    const path = `/api/secure/${resource.name}`;
    const routes = make(parts);
    app.route(path, routes);
    app.all(path, (c) => notAllowed(c, verbsOf(routes, '/')));
    app.all(`${path}/:id`, (c) => notAllowed(c, verbsOf(routes, '/:id')));
  }
  for (const { make } of extraRoutes) app.route('/api/secure', make(parts));
  for (const [address, verbs] of verbsByAddress(furtherRules)) app.all(address, (c) => notAllowed(c, verbs));
  app.route('/', sessionRoutes(parts));
  app.route(scimPath, scimRoutes(parts));
  for (const { open } of extraRoutes) if (open) app.route('/', open(parts));
  parts.extend?.(app);

  const nothing = () => {
    throw notFound('There is nothing at this address');
  };
  app.all('/api/*', nothing);
  // Addresses outside the interface: `/livez/x`, or `POST /readyz`.
  app.notFound(nothing);
  const noteOutage = throttledWarning(log, 'the database is not available: requests are answered with 503');
  app.onError(async (error, c) => {
    if (isOutage(error)) {
      noteOutage(error);
      return problemAnswer(unavailable('The database is not available now; try again'), c, log);
    }
    const caller = c.get('caller');
    if (error instanceof HttpProblem && error.code === 'forbidden' && caller) {
      // The refusal stands even if the security log cannot be written.
      try {
        await security.refused(c, caller);
      } catch (reason) {
        if (isOutage(reason)) noteOutage(reason);
        else unexpected(reason, c.get('requestId'), log);
      }
    }
    return problemAnswer(error, c, log);
  });
  return app;
}

/**
 * Returns whether an answer may hold a secret: only writes answer one (a new key, the link of an invitation), and those
 * of records at their uniform addresses do not.
 */
const mayHoldSecret =
  (tables: Parts['tables']) =>
  (c: Context<AppEnv>): boolean => {
    const [, , , resource = '', , ...further] = c.req.path.split('/');
    return !isRead(c.req.method) && (!Object.hasOwn(tables, resource) || further.length > 0);
  };

/** Throws 405 for a method that an address does not support: nothing is ever deleted (docs/interface.md#41-summary). */
function notAllowed(c: Context<AppEnv>, allowed: string): never {
  throw new HttpProblem(
    405,
    'method_not_allowed',
    'Method not allowed',
    `${c.req.method} is not possible here`,
    {
      headers: { Allow: allowed },
    },
  );
}

const verbsOf = (routes: Hono<AppEnv>, path: string): string =>
  routes.routes
    .filter((route) => route.path === path)
    .map((route) => route.method)
    .join(', ');

/** Groups rules by address: `GET /a`, `POST /a` → `/a`: `GET, POST`. */
function verbsByAddress(rules: Rules): Map<string, string> {
  const found = new Map<string, string>();
  for (const rule of Object.keys(rules)) {
    const [verb = '', address = ''] = rule.split(' ');
    found.set(address, [found.get(address), verb].filter((part) => part !== undefined).join(', '));
  }
  return found;
}

/** Turns any error into an answer, in one place (docs/design.md#errors). */
function problemAnswer(error: unknown, c: Context<AppEnv>, log: Logger): Response {
  const requestId = c.get('requestId');
  const problem =
    error instanceof HttpProblem
      ? error
      : (problemOfSqlState(sqlState(error)) ?? unexpected(error, requestId, log));
  const { errors, current, headers } = problem.extra;
  const body: Problem = {
    type: `urn:tillhouse:problem:${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    request_id: requestId,
    ...(errors ? { errors } : {}),
  };
  const text = JSON.stringify(body);
  return new Response(current === undefined ? text : `${text.slice(0, -1)},"current":${current}}`, {
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...headers,
    },
  });
}

/**
 * Refuses control characters, NUL among them, in the name or value of any query parameter of any address: nobody
 * searches for one, PostgreSQL takes no NUL, and lists and logs show what was asked for.
 *
 * @throws 400 `invalid_query` that names each parameter
 */
function refuseControlCharacters(url: string): void {
  const at = url.indexOf('?');
  // Only what is written as `%00` to `%1F`, `%7F`, or `%C2%80` to `%C2%9F` is one: most requests have none of them.
  if (at < 0 || !/%(?:[01][0-9a-f]|7f|c2)|[\p{Cc}]/iu.test(url.slice(at))) return;
  const problems = [...new URLSearchParams(url.slice(at + 1))]
    .filter(([name, value]) => /\p{Cc}/u.test(name + value))
    .map(([name]) => ({
      pointer: `?${name.replaceAll(/\p{Cc}/gu, '')}`,
      code: 'invalid_parameter',
      detail: 'Control characters are not accepted',
    }));
  if (problems.length > 0) throw badQuery(problems);
}

function unexpected(error: unknown, requestId: string, log: Logger): HttpProblem {
  log.error({ request_id: requestId, fault: errorFacts(error) }, 'unexpected');
  return new HttpProblem(
    500,
    'internal_error',
    'Internal error',
    'Something went wrong here; it is logged under the request id',
  );
}
