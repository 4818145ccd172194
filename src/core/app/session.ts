import { z } from 'zod';
import { createClient, type Client, type Connection } from './client';
import { keepConnection } from './kept-connection';
import { RequestError } from './request-error';
import { roles, type Role } from '../contract/role';

const named = z.looseObject({ id: z.string(), name: z.string() });

/** Who is asking, as `GET /api/secure/me` answers on our service. */
const meSchema = z.looseObject({
  role: z.enum(roles),
  company: z.looseObject({
    id: z.string(),
    name: z.string(),
    parent: named.nullable(),
    ancestors: z.array(named).catch([]),
    currency: z.string(),
    locale: z.string(),
    timezone: z.string(),
  }),
  user: z.looseObject({ name: z.string().optional() }).nullable(),
  key: z.looseObject({ name: z.string() }).nullable(),
});
export type Me = z.output<typeof meSchema>;

const capabilitiesSchema = z.looseObject({ product: z.literal('Tillhouse') });

const demoSignInsSchema = z.array(z.object({ role: z.enum(roles), name: z.string(), key: z.string() }));
/** One of the demo's one-click sign-ins; they exist on loopback alone (design 5, Sessions). */
export type DemoSignIn = z.output<typeof demoSignInsSchema>[number];

/** Somebody is signed in. Without `me` the server is the bare interface (design 1.1). */
export interface SignedIn {
  readonly client: Client;
  readonly connection: Connection;
  readonly me: Me | null;
  /** What the bare interface needs beside the application; null on our own service. */
  readonly foreign: typeof import('./foreign/foreign-server') | null;
  /** The same person in the same company at the same service: what was open may come back. */
  readonly identity: string;
}

/** `expired`: the key was refused while somebody was signed in; the place they were at is kept. */
export type SessionState =
  | { readonly status: 'out'; readonly last: SignedIn | null; readonly expired: boolean }
  | { readonly status: 'in'; readonly current: SignedIn };

/** Who is signed in, held in memory: a reload signs out, unless the key is kept for the tab (`kept-connection.ts`). */
export interface Session {
  get: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Tries a key. Throws a `RequestError`; then nothing has changed. */
  signIn: (connection: Connection) => Promise<void>;
  signOut: () => void;
}

/** Makes the session of one application. */
export function createSession(): Session {
  let state: SessionState = { status: 'out', last: null, expired: false };
  const listeners = new Set<() => void>();
  const become = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async signIn(given) {
      const connection = { baseUrl: given.baseUrl.replace(/\/+$/, ''), key: given.key.trim() };
      const me = await whoAmI(createClient(connection));
      const client: Client = createClient(connection, () => {
        if (state.status !== 'in' || state.current.client !== client) return;
        keepConnection(null);
        become({ status: 'out', last: state.current, expired: true });
      });
      const foreign = me ? null : await import('./foreign/foreign-server');
      // The bare interface does not say who asks: whoever signs in again where a key was refused goes on there.
      const who = me ? [me.company.id, me.role, me.user?.name, me.key?.name] : [];
      const identity = JSON.stringify([connection.baseUrl, ...who]);
      become({ status: 'in', current: { client, connection, me, foreign, identity } });
    },
    signOut() {
      keepConnection(null);
      become({ status: 'out', last: null, expired: false });
    },
  };
}

/** On our service who is asking; null on the bare interface, once it has accepted the key. */
async function whoAmI(client: Client): Promise<Me | null> {
  if (await isTillhouse(client)) return meSchema.parse(await client.json('/api/secure/me'));
  await client.json('/api/secure/plu?page=1&pageSize=1');
  return null;
}

/** Only a JSON answer that names Tillhouse says so; anything else is the bare interface (design 1.1). */
async function isTillhouse(client: Client): Promise<boolean> {
  try {
    return capabilitiesSchema.safeParse(await client.json('/api/capabilities')).success;
  } catch (error) {
    if (error instanceof RequestError && error.status !== 0) return false;
    throw error;
  }
}

/** The demo's sign-ins, or none: where there is no demo, and on servers that do not know the question. */
export async function demoSignIns(baseUrl: string, signal?: AbortSignal): Promise<readonly DemoSignIn[]> {
  try {
    const answer = await createClient({ baseUrl, key: '' }).json('/api/demo/sign-ins', signal);
    const result = demoSignInsSchema.safeParse(answer);
    return result.success ? result.data : [];
  } catch {
    return [];
  }
}

/** Whether a role may read records of a resource; the bare interface lets us try. */
export const mayRead = (me: Me | null, access: { read: readonly Role[] }): boolean =>
  me === null || access.read.includes(me.role);

/** Whether a role may make records of a resource; the bare interface lets us try. */
export const mayCreate = (me: Me | null, access: { create: readonly Role[] }): boolean =>
  me === null || access.create.includes(me.role);

/** Whether a role may write records of a resource; the bare interface lets us try. */
export const mayWrite = (me: Me | null, access: { update: readonly Role[] }): boolean =>
  me === null || access.update.includes(me.role);
