import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Answer } from './answer';
import type { Sender } from './service';

/** A client of the provider: this service, by one of its records. */
interface Client {
  readonly client_id: string;
  readonly client_secret: string;
  readonly redirect_uris: readonly string[];
}

/** What the provider is told: who is at the browser, its people by `sub`, who is disabled, and what happens there. */
interface Told {
  readonly sub?: string | null;
  readonly people?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly disabled?: readonly string[];
  readonly rotate?: boolean;
}

/** A provider of OpenID Connect that runs in a process of its own. */
export interface RunningProvider {
  readonly issuer: string;
  tell(told: Told): Promise<void>;
  /** Returns claims that it signed with its key of now. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** Goes the way of a browser through the provider; returns the address to which it is sent back, with its answer. */
  visit(address: string): Promise<URL>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('openid-provider.mjs', import.meta.url));

/** Starts a provider for these clients. */
export async function startProvider(clients: readonly Client[]): Promise<RunningProvider> {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      CLIENTS: JSON.stringify(
        clients.map((one) => ({
          ...one,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
        })),
      ),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const issuer = await addressOf(child);
  return {
    issuer,
    async tell(told) {
      const answer = await fetch(`${issuer}/told`, { method: 'POST', body: JSON.stringify(told) });
      if (answer.status !== 204) throw new Error(`The provider was not told: ${answer.status}`);
    },
    async sign(claims) {
      const answer = await fetch(`${issuer}/signed`, { method: 'POST', body: JSON.stringify(claims) });
      return answer.text();
    },
    async visit(address) {
      const cookies = new Map<string, string>();
      let at = new URL(address);
      for (let step = 0; step < 12; step += 1) {
        if (at.origin !== issuer) return at;
        const answer = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const given of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (given.split(';')[0] ?? '').split('=', 2);
          cookies.set(name, value);
        }
        const next = answer.headers.get('location');
        if (next === null) throw new Error(`The provider says ${answer.status}: ${await answer.text()}`);
        at = new URL(next, at);
      }
      throw new Error('The provider sends the browser round and round');
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The provider did not start:\n${output}`)), 20_000);
    child.once('exit', (code) => reject(new Error(`The provider ended with ${code}:\n${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const issuer = /The provider is at (\S+)/.exec(output)?.[1];
      if (!issuer) return;
      clearTimeout(timer);
      resolve(issuer);
    });
  });
}

/** The secret that every client has here. */
export const secret = 'a client secret that is long enough for any provider';

/** A provider of a company: its process, its record here, and an administrator of the company. */
export interface Provided {
  readonly provider: RunningProvider;
  readonly id: string;
  readonly admin: Sender;
}

/** Starts a provider for the company of an administrator, of which it is the provider then. */
export async function provide(admin: Sender, origin = 'https://test.example'): Promise<Provided> {
  const data = { issuer: 'https://before.example', client_id: 'tillhouse' };
  const { id } = (await admin('POST', '/api/secure/identityprovider', { json: { name: 'Provider', data } }))
    .entity;
  const redirect_uris = [`${origin}/api/sign-in/${id}/callback`];
  const provider = await startProvider([{ client_id: 'tillhouse', client_secret: secret, redirect_uris }]);
  await admin('PUT', `/api/secure/identityprovider/${id}`, { json: { data: { issuer: provider.issuer } } });
  const kept = await admin('PUT', `/api/secure/identityprovider/${id}/secret`, {
    json: { client_secret: secret },
  });
  if (kept.status !== 204) throw new Error(kept.text);
  return { provider, id, admin };
}

interface Window {
  readonly send: (
    method: string,
    path: string,
    json?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
}

/** Begins a sign-in in a window; returns where the provider sends it back to. */
export async function visit({ provider, id }: Provided, { send }: Window, token?: string): Promise<URL> {
  const begun = await send('POST', `/api/sign-in/${id}`, token === undefined ? {} : { token });
  if (begun.status !== 201) throw new Error(begun.text);
  return provider.visit(z.looseObject({ location: z.string() }).parse(begun.json).location);
}

/** Goes back to the service; returns where it leads. */
export async function back({ send }: Window, { pathname, search }: URL): Promise<string> {
  const answer = await send('GET', pathname + search, undefined, { 'Sec-Fetch-Site': 'cross-site' });
  if (answer.status !== 303) throw new Error(answer.text);
  return answer.headers.get('location') ?? '';
}

/** Signs a window in at a provider, or not; returns where it leads. */
export const signInAt = async (set: Provided, window: Window, token?: string): Promise<string> =>
  back(window, await visit(set, window, token));
