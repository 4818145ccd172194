import { Hono, type Context } from 'hono';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { databaseError, inScope } from '../../db/db';
import { isOutage } from '../../db/outage';
import { readJson } from '../../http/body';
import type { AppEnv, Parts } from '../../http/http-env';
import { limitFailures, limitRequests } from '../../http/limits';
import { HttpProblem } from '../../http/problems';
import { errorFacts } from '../../ops/error-log';
import type { WriteContext } from '../../write/write-context';
import type { Provider } from '../provider/client';
import { lockPeople, writerOf } from '../provider/people';
import { hashToken } from '../sessions';
import { groups } from './groups';
import {
  answer,
  checked,
  list,
  listOf,
  longestPage,
  patched,
  shown,
  type Asked,
  type Kind,
} from './resource';
import { inTurn } from './turns';
import { users } from './users';
import {
  groupSchema,
  guid,
  noResource,
  scimLibrary,
  ScimProblem,
  userSchema,
  withBooleans,
  type Json,
} from './wire';

/** Where a provider sends people and groups to, below the service's address. */
export const scimPath = '/api/scim/v2';

/**
 * The routes by which a provider sends people and groups (SCIM 2.0: RFC 7643 and 7644), each provider those of its own company with a token
 * of its own. Errors have SCIM's shape.
 */
export function scimRoutes(
  parts: Pick<Parts, 'db' | 'tables' | 'publicUrl'> & { log: Logger; rateLimit?: number },
): Hono<AppEnv> {
  const { db, publicUrl, log, rateLimit = 0 } = parts;
  const routes = new Hono<AppEnv>();
  const known = new WeakMap<Request, { provider: Provider; writer: WriteContext }>();

  routes.onError((error, c) => scimError(error, c, log));
  routes.use('*', async (c, next) => {
    await next();
    c.res.headers.set('Cache-Control', 'no-store');
  });
  if (rateLimit > 0) routes.use('*', limitFailures());
  routes.use('*', async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const { rows } =
      token === undefined
        ? { rows: [] }
        : await sql<Provider>`select * from provider_by_token(${hashToken(token)})`.execute(db);
    const [provider] = rows;
    const writer = provider && writerOf(parts, provider, c.get('requestId'));
    if (!provider || !writer)
      throw new HttpProblem(
        401,
        'unauthenticated',
        'Unauthorized',
        'The token of a provider is needed: Authorization: Bearer <TOKEN>',
        { headers: { 'WWW-Authenticate': 'Bearer' } },
      );
    const caller = { ...writer.caller, address: c.get('address') };
    c.set('caller', caller);
    known.set(c.req.raw, { provider, writer: { ...writer, caller } });
    await next();
  });
  if (rateLimit > 0) routes.use('*', limitRequests(rateLimit));

  /** Answers a request within one transaction of the provider's company. */
  const within =
    (mode: 'one snapshot' | 'read write', work: (asked: Asked, c: Context<AppEnv>) => Promise<Response>) =>
    async (c: Context<AppEnv>): Promise<Response> => {
      const who = known.get(c.req.raw);
      if (!who) throw new Error('A request of nobody');
      const scim = await scimLibrary();
      const base = scimAddress(publicUrl, c.req.url);
      const run = () =>
        inScope(db, who.writer.caller, mode, async (tx) => {
          if (mode === 'read write') await lockPeople(tx, who.provider);
          return work({ tx, ...who, scim, base }, c);
        });
      if (mode !== 'read write') return run();
      // Before a connection is taken: a body may come as slowly as its sender likes.
      if (c.req.method !== 'DELETE') await bodyOf(c);
      return inTurn(`${who.provider.tenant_id} ${who.provider.id}`, run);
    };
  const body = new WeakMap<Request, Promise<unknown>>();
  /** The body is read once, also where a transaction is tried again. */
  const bodyOf = (c: Context<AppEnv>): Promise<unknown> => {
    const read = body.get(c.req.raw) ?? readJson(c.req.raw).then(({ value }) => withBooleans(value));
    body.set(c.req.raw, read);
    return read;
  };

  for (const kind of [users, groups] as readonly Kind[]) {
    const { path } = kind;
    routes.get(
      path,
      within('one snapshot', (asked, c) => list(asked, c, kind)),
    );
    routes.get(
      `${path}/:id`,
      within('one snapshot', async (asked, c) => {
        const found = await kind.find(asked, idOf(c));
        return answer(c, 200, shown(asked, c, kind, found));
      }),
    );
    routes.post(
      path,
      within('read write', async (asked, c) => {
        const made = await kind.write(asked, null, checked(asked, kind, await bodyOf(c)));
        const resource = shown(asked, c, kind, made);
        return answer(c, 201, resource, { Location: `${asked.base}${path}/${String(made['id'])}` });
      }),
    );
    routes.put(
      `${path}/:id`,
      within('read write', async (asked, c) => {
        const id = idOf(c);
        await kind.find(asked, id);
        const written = await kind.write(asked, id, checked(asked, kind, await bodyOf(c)));
        return answer(c, 200, shown(asked, c, kind, written));
      }),
    );
    routes.patch(
      `${path}/:id`,
      within('read write', async (asked, c) => {
        const id = idOf(c);
        const now = await kind.find(asked, id);
        const after = await patched(asked, kind, now, await bodyOf(c));
        const written = after === null ? now : await kind.write(asked, id, after);
        const wantsNothing = kind.hasMembers && !('attributes' in c.req.query());
        return wantsNothing ? c.body(null, 204) : answer(c, 200, shown(asked, c, kind, written));
      }),
    );
    routes.delete(
      `${path}/:id`,
      within('read write', async (asked, c) => {
        const id = idOf(c);
        await kind.find(asked, id);
        await kind.remove(asked, id);
        return c.body(null, 204);
      }),
    );
  }

  routes.get('/ServiceProviderConfig', async (c) => answer(c, 200, configuration));
  routes.get('/ResourceTypes', async (c) => answer(c, 200, listOf(resourceTypes)));
  routes.get('/ResourceTypes/:name', async (c) => {
    const name = c.req.param('name');
    const type = resourceTypes.find((one) => one.id === name);
    if (!type) throw noResource(name);
    return answer(c, 200, type);
  });
  const schemas = async () => {
    const { Schemas } = await scimLibrary();
    return [Schemas.User, Schemas.Group].map(({ definition }) => definition.describe() as unknown as Json);
  };
  routes.get('/Schemas', async (c) => answer(c, 200, listOf(await schemas())));
  routes.get('/Schemas/:id', async (c) => {
    const schema = (await schemas()).find((one) => one['id'] === c.req.param('id'));
    if (!schema) throw noResource(c.req.param('id'));
    return answer(c, 200, schema);
  });
  routes.all('*', () => {
    throw new ScimProblem(
      501,
      'This service has /Users, /Groups, /ServiceProviderConfig, /ResourceTypes and /Schemas',
    );
  });
  return routes;
}

/** Returns where a provider sends people and groups to: below the service's address, or that of a request where it knows none. */
export const scimAddress = (publicUrl: string | undefined, requestUrl: string): string =>
  `${publicUrl ?? new URL(requestUrl).origin}${scimPath}`;

function idOf(c: Context<AppEnv>): string {
  const id = c.req.param('id') ?? '';
  if (!guid.test(id)) throw noResource(id);
  return id.toLowerCase();
}

function scimError(error: unknown, c: Context<AppEnv>, log: Logger): Response {
  const { status, detail, scimType, headers } = wordsOf(error, c, log);
  const said = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail,
  };
  return new Response(JSON.stringify(said), {
    status,
    headers: { 'Content-Type': 'application/scim+json', ...headers },
  });
}

interface Words {
  readonly status: number;
  readonly detail: string;
  readonly scimType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

function wordsOf(error: unknown, c: Context<AppEnv>, log: Logger): Words {
  if (error instanceof ScimProblem)
    return { status: error.status, detail: error.message, scimType: error.scimType };
  if (error instanceof HttpProblem) {
    const { status, detail, extra } = error;
    return status === 422
      ? {
          status: 400,
          scimType: 'invalidValue',
          detail: (extra.errors ?? []).map((one) => `${one.pointer}: ${one.detail}`).join('; ') || detail,
        }
      : { status, detail, headers: extra.headers, ...(status === 409 && { scimType: 'uniqueness' }) };
  }
  if (isOutage(error) || databaseError(error)?.code === 'TH503')
    return { status: 503, detail: 'Not now; try again', headers: { 'Retry-After': '30' } };
  if (databaseError(error)?.code === '23505')
    return { status: 409, detail: 'There is one with this name or id already', scimType: 'uniqueness' };
  log.error({ request_id: c.get('requestId'), fault: errorFacts(error) }, 'unexpected');
  return { status: 500, detail: `Something went wrong here; it is logged under ${c.get('requestId')}` };
}

const supported = (yes: boolean, more: Json = {}) => ({ supported: yes, ...more });

const configuration = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: supported(true),
  bulk: supported(false, { maxOperations: 0, maxPayloadSize: 0 }),
  filter: supported(true, { maxResults: longestPage }),
  changePassword: supported(false),
  sort: supported(false),
  etag: supported(false),
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token that the provider’s page in Tillhouse shows once',
    },
  ],
};

const resourceTypes: readonly Json[] = [
  { id: 'User', endpoint: '/Users', schema: userSchema },
  { id: 'Group', endpoint: '/Groups', schema: groupSchema },
].map((one) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  name: one.id,
  ...one,
}));
