import { sql } from 'kysely';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Database } from '../../db/db';
import { readForm } from '../../http/body';
import type { AppEnv, Parts } from '../../http/http-env';
import { badRequest, notFound } from '../../http/problems';
import { isOutage } from '../../db/outage';
import { errorFacts } from '../../ops/error-log';
import { openRounds, type Rounds } from '../../ops/rounds';
import { openTurns } from '../../ops/turns';
import type { SecretKeys } from '../secret-keys';
import { addAttempt } from '../shared-attempts';
import { countFromAddress } from '../sign-in-limits';
import { openid, providerById, purposes, type Provider, type Providers } from './client';
import { reasonOf, type Site } from './flow';
import { applyRecords } from './people';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** A logout is of now; clocks may differ by a minute. */
const times = { age: 300, tolerance: 60 } as const;

/**
 * `POST /api/sign-in/:id/logout`: the provider ends what it began (OpenID Connect Back-Channel Logout 1.0): its sessions of a person, or of
 * one of its own sessions.
 *
 * @throws 400 `invalid_logout` for a token that is not of this provider for this client, of now, and shown once; 404; 429
 */
export async function logoutByProvider(site: Site, c: Context<AppEnv>, id: string): Promise<Response> {
  const provider = await providerById(site.db, id);
  if (!provider) throw notFound('There is no such provider');
  await countFromAddress(site.db, c, 'logouts', 600);
  const token = (await readForm(c.req.raw)).get('logout_token') ?? '';
  const ended = await endBy(site, c.get('requestId'), provider, token).catch((error: unknown) => {
    c.get('security').provider(c, 'provider_refused', provider, reasonOf(error));
    throw badRequest(
      'invalid_logout',
      'This ends nothing: it is no logout of this provider, for this client, of now',
    );
  });
  c.get('security').provider(c, 'provider_logout', provider, String(ended));
  return new Response(null, { status: 200, headers: { 'Cache-Control': 'no-store' } });
}

async function endBy(
  { db, providers }: Pick<Site, 'db' | 'providers'>,
  requestId: string,
  provider: Provider,
  token: string,
): Promise<number> {
  const { jwtVerify } = await import('jose');
  const configuration = await providers.configurationOf(provider);
  const { issuer } = configuration.serverMetadata();
  const { payload } = await jwtVerify(token, await providers.keysOf(configuration), {
    issuer,
    audience: configuration.clientMetadata().client_id,
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    maxTokenAge: times.age,
    clockTolerance: times.tolerance,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  const { events, jti, sub, sid } = payload;
  const isLogout =
    typeof events === 'object' && events !== null && logoutEvent in events && !('nonce' in payload);
  const session = typeof sid === 'string' ? sid : null;
  if (!isLogout || (sub === undefined && session === null)) throw new Error('no_logout');
  const seconds = times.age + 2 * times.tolerance;
  const { isOver } = await addAttempt(db, [
    { kind: 'logout', of: `${provider.id} ${jti}`, seconds, most: 1 },
  ]);
  if (isOver) throw new Error('replayed');
  const { rows } = await sql<{
    ended: number;
  }>`select provider_sessions_end(${provider.tenant_id}::uuid, ${provider.id}::uuid, null,
    ${sub ?? null}::text, ${session}::text, 'provider', ${requestId}) as ended`.execute(db);
  return rows[0]?.ended ?? 0;
}

interface Due {
  readonly tenant_id: string;
  readonly id: string;
  readonly provider_id: string;
  readonly subject: string;
  readonly sealed: string;
}

interface Asking {
  readonly db: Database;
  readonly keys: SecretKeys | undefined;
  readonly providers: Providers;
  readonly log: Pick<Logger, 'warn'>;
}

/** Tenants whose providers are asked at once, and sessions of each provider in one turn of its tenant. */
const atOnce = 20;
const ofEach = 25;

/** Asks the provider of a session again. One that says no ends it; one that says nothing is asked again in a minute. */
async function askAgain({ db, keys, providers, log }: Asking, due: Due): Promise<void> {
  const provider = await providerById(db, due.provider_id);
  const refresh = keys?.open(purposes.refresh, due.provider_id, due.sealed) ?? null;
  if (!provider || refresh === null) return end(db, due);
  try {
    const { refreshTokenGrant } = await openid();
    const tokens = await refreshTokenGrant(await providers.configurationOf(provider), refresh);
    const claims = tokens.claims();
    if (claims && claims.sub !== due.subject) return await end(db, due);
    const next = keys?.seal(purposes.refresh, provider.id, tokens.refresh_token ?? refresh) ?? null;
    await sql`select provider_session_goes_on(${due.tenant_id}::uuid, ${due.id}::uuid, ${next}::text)`.execute(
      db,
    );
  } catch (error) {
    const reason = reasonOf(error);
    log.warn({ provider_id: provider.id, reason }, 'A provider did not say that a session may go on');
    if (reason === 'invalid_grant') await end(db, due);
  }
}

/** Asks of some sessions of a tenant; returns whether more may be due. */
async function askOfTenant(asking: Asking, tenant: string): Promise<boolean> {
  const { rows } = await sql<Due>`select * from provider_sessions_take(${tenant}::uuid, ${ofEach})`.execute(
    asking.db,
  );
  const failed = (await Promise.allSettled(rows.map((due) => askAgain(asking, due)))).find(
    (one) => one.status === 'rejected',
  );
  if (failed) throw failed.reason;
  return rows.length >= ofEach;
}

/**
 * Asks providers again, every twenty seconds, of the sessions that they began five minutes ago or before: a person whom one disabled is out
 * then. A session of which nothing is heard for a quarter of an hour does not stand any more (`session_stands`). Tenants have turns, and no
 * round waits for one: a provider that is slow holds up its own tenant alone. Records that have changed are applied to whom their providers
 * sent (people.ts).
 */
export function openProviderRounds(asking: Asking & Pick<Parts, 'tables'>): Rounds {
  const { db, log } = asking;
  const failing = 'providers could not be asked again';
  const turns = openTurns<string>(atOnce, (tenant) =>
    askOfTenant(asking, tenant).catch((error: unknown) => {
      if (!isOutage(error)) log.warn({ fault: errorFacts(error) }, failing);
      return false;
    }),
  );
  const rounds = openRounds({
    every: 20_000,
    log,
    failing,
    async round() {
      const { rows } = await sql<{ tenant: string }>`select provider_tenants_due() as tenant`.execute(db);
      for (const { tenant } of rows) void turns.take(tenant, tenant, tenant);
      await applyRecords(asking, ({ id }, reason) =>
        log.warn({ provider_id: id, reason }, 'The roles of a provider could not be applied'),
      );
    },
  });
  return {
    runNow: rounds.runNow,
    async close() {
      await rounds.close();
      await turns.close();
    },
  };
}

async function end(db: Database, { tenant_id, provider_id, id }: Due): Promise<void> {
  await sql`select provider_sessions_end(${tenant_id}::uuid, ${provider_id}::uuid, ${id}::uuid, null, null, 'provider', null)`.execute(
    db,
  );
}
