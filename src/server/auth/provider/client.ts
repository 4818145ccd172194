import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { JWTVerifyGetKey } from 'jose';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import type { Role } from '@/contract/role';
import type { Database } from '../../db/db';
import type { SecretKeys } from '../secret-keys';

/** For what a provider's secret, and what it gives a session to be asked again with, are encrypted. */
export const purposes = { secret: 'provider secret', refresh: 'provider refresh' } as const;

/** A provider that works, as its record says (resources/identityprovider/contract.ts). */
export interface Provider {
  readonly tenant_id: string;
  readonly company_id: string;
  readonly lineage: readonly string[];
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly data: {
    readonly issuer?: string | null;
    readonly client_id?: string | null;
    readonly domains?: readonly string[] | null;
    readonly new_people?: 'refused' | Role | null;
    readonly role_claim?: string | null;
    readonly location_claim?: string | null;
    readonly external_id_claim?: 'sub' | 'oid' | null;
    readonly break_glass?: readonly string[] | null;
    readonly roles?: Readonly<Partial<Record<Role, readonly string[] | null>>> | null;
  };
  /** Its secret, encrypted; null for a client that has none. */
  readonly sealed: string | null;
}

/** Returns a provider by its id; null if there is none that works. */
export async function providerById(db: Database, id: string): Promise<Provider | null> {
  const { rows } = await sql<Provider>`select * from provider_by_id(${id}::uuid)`.execute(db);
  return rows[0] ?? null;
}

/** Loaded with the first sign-in, so that a start does not wait for it. */
export const openid = () => import('openid-client');

interface Kept {
  readonly of: string;
  readonly at: number;
  readonly configuration: Promise<Configuration>;
}

const keptFor = 600_000;
const seconds = 10;
/** Of an answer of a provider: configurations and sets of keys are a few kilobytes. */
const mostBytes = 1_000_000;

/** Whether an address is one that a provider may have: https, or http on this machine. */
export function isProviderAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/** Asks a provider, which may be anybody's: at an address that one may have, and no more of its answer is read than one may be long. */
async function askProvider(address: string, init: RequestInit): Promise<Response> {
  if (!isProviderAddress(address)) throw new Error('no_address');
  const answer = await fetch(address, init);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.byteLength;
    // Leaving the loop ends the connection.
    if (length > mostBytes) throw new Error('too_long');
    parts.push(part);
  }
  const { status, headers } = answer;
  return new Response(length === 0 ? null : Buffer.concat(parts), { status, headers });
}

/** What is known of providers by their own configuration, for ten minutes; of each the newest. Keys are read anew when one is unknown. */
export interface Providers {
  /** @throws an Error if the provider does not answer, or not as what it says to be, or its secret cannot be read */
  readonly configurationOf: (provider: Provider) => Promise<Configuration>;
  /** The keys with which a provider signs what it sends by itself; read again when one is unknown, twice a minute at most. */
  readonly keysOf: (configuration: Configuration) => Promise<JWTVerifyGetKey>;
  /** @throws an Error if the provider does not answer as `configurationOf` says, or has no keys to verify by */
  readonly examine: (provider: Provider) => Promise<void>;
}

/** Opens what a process knows of providers. */
export function openProviders(keys: SecretKeys | undefined, most = 200): Providers {
  const known = new Map<string, Kept>();
  const keySets = new WeakMap<Configuration, JWTVerifyGetKey>();
  const opened: Providers = {
    async examine(provider) {
      const { jwks_uri: address = '' } = (await opened.configurationOf(provider)).serverMetadata();
      const answer = await askProvider(address, { signal: AbortSignal.timeout(seconds * 1000) });
      if (!answer.ok) throw new Error(`no_keys ${answer.status}`);
      keySet.parse(await answer.json());
    },
    async keysOf(configuration) {
      const kept = keySets.get(configuration);
      if (kept) return kept;
      const { jwks_uri: address } = configuration.serverMetadata();
      if (address === undefined) throw new Error('no_keys');
      const { createRemoteJWKSet, customFetch } = await import('jose');
      const set = createRemoteJWKSet(new URL(address), {
        timeoutDuration: seconds * 1000,
        [customFetch]: askProvider,
      });
      keySets.set(configuration, set);
      return set;
    },
    configurationOf(provider) {
      const { tenant_id, id, version, sealed } = provider;
      const of = `${version} ${sealed}`;
      const kept = known.get(`${tenant_id} ${id}`);
      if (kept?.of === of && Date.now() - kept.at < keptFor) return kept.configuration;
      const configuration = discover(keys, provider);
      known.delete(`${tenant_id} ${id}`);
      if (known.size >= most) known.delete(known.keys().next().value ?? '');
      known.set(`${tenant_id} ${id}`, { of, at: Date.now(), configuration });
      // What failed is tried again.
      configuration.catch(() => {
        if (known.get(`${tenant_id} ${id}`)?.configuration === configuration)
          known.delete(`${tenant_id} ${id}`);
      });
      return configuration;
    },
  };
  return opened;
}

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

async function discover(keys: SecretKeys | undefined, provider: Provider): Promise<Configuration> {
  const { issuer, client_id: clientId } = provider.data;
  if (!issuer || !clientId) throw new Error('The provider has no issuer or client');
  const secret =
    provider.sealed === null
      ? null
      : (keys?.open(purposes.secret, provider.id, provider.sealed) ?? undefined);
  if (secret === undefined) throw new Error('The secret of the provider cannot be read');
  const {
    discovery,
    ClientSecretBasic,
    None,
    allowInsecureRequests,
    customFetch,
    enableNonRepudiationChecks,
  } = await openid();
  const way = secret === null ? None() : ClientSecretBasic(secret);
  const configuration = await discovery(new URL(issuer), clientId, {}, way, {
    timeout: seconds,
    [customFetch]: askProvider,
    execute: [
      // The signature of what a provider says of a person is checked, however it came.
      enableNonRepudiationChecks,
      // The contract takes such an address of a program on this machine alone.
      ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
    ],
  });
  const {
    issuer: itself,
    authorization_endpoint: page,
    token_endpoint: tokens,
    jwks_uri: keySet,
  } = configuration.serverMetadata();
  // The package takes one of many issuers for the others: in each of them somebody else says who people are.
  if (!URL.canParse(itself) || new URL(itself).href !== new URL(issuer).href)
    throw new Error('another_issuer');
  // Where the browser goes: to no script, and to no file.
  if (![page, tokens, keySet].every((one) => one !== undefined && isProviderAddress(one)))
    throw new Error('no_address');
  return configuration;
}

/** What the two ends of a sign-in know: made of the token in the browser's cookie, so that nothing of it is stored. */
export function secretsOf(token: string): { state: string; nonce: string; verifier: string } {
  const of = (what: string) => createHmac('sha256', token).update(what).digest('base64url');
  return { state: of('state'), nonce: of('nonce'), verifier: of('verifier') };
}
