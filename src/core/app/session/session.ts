import { z } from 'zod';
import { createConfirmation, type Confirmation } from './confirmation';
import { createClient, type Client, type Connection } from '../data/client';
import { saveConnection } from './saved-connection';
import { RequestError } from '../data/request-error';
import {
  beginSession,
  changePassword,
  endSession,
  findSession,
  switchSession,
  type Credentials,
  type OwnPassword,
} from './session-wire';
import { roles, type Role } from '../../contract/role';
import type { Me } from '../../contract/session';
import { endIfRefused, identify } from './identify';
import { createListeners } from '../../ui/state/listeners';

export type { Me } from '../../contract/session';

const demoSignInsSchema = z.array(z.object({ role: z.enum(roles), name: z.string(), key: z.string() }));
/** One of the demo's one-click sign-ins; they exist on loopback alone (docs/design.md#sessions). */
export type DemoSignIn = z.output<typeof demoSignInsSchema>[number];

/** Somebody is signed in. Without `me` the server is the bare interface (docs/design.md#11-both-halves-are-real). */
export interface SignedIn {
  readonly client: Client;
  readonly connection: Connection;
  readonly me: Me | null;
  /** What the bare interface needs beside the application; null on our own service. */
  readonly foreign: typeof import('../generic-server/generic-server') | null;
  /** The same person in the same company at the same service: what was open may come back. */
  readonly identity: string;
}

/**
 * - `finding`: the browser's cookie is being asked about.
 * - `out`: `expired`: the session ended, or the key was refused, while somebody was signed in; the place they
 *   were at is kept. `own`: the page's own server is ours, and signs in by e-mail.
 * - `moved`: another window of this browser acts for another company or person now, and so would this one.
 */
export type SessionState =
  | { readonly status: 'finding' }
  | {
      readonly status: 'out';
      readonly last: SignedIn | null;
      readonly expired: boolean;
      readonly own?: boolean;
    }
  | { readonly status: 'moved'; readonly last: SignedIn }
  | { readonly status: 'in'; readonly current: SignedIn };

/**
 * Who is signed in. At our own service the browser's cookie knows, which no script can read; a key for another
 * one is held in memory, unless it is kept for the tab (`kept-connection.ts`).
 */
export interface Session {
  get: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Tries a key. Throws a `RequestError`; then nothing has changed. */
  signIn: (connection: Connection) => Promise<void>;
  /** Ends it here and, at our own service, there: one session, or all of the person's. */
  signOut: (everywhere?: boolean) => Promise<void>;
  /** Asks whom the browser's cookie names. Whoever was at work here is not replaced by somebody else. */
  find: () => Promise<void>;
  /** Signs in at the page's own service. Throws a `RequestError`; then nothing has changed. */
  begin: (credentials: Credentials) => Promise<void>;
  /** Acts by another membership of the same person. Throws a `RequestError`; then nothing has changed. */
  switchTo: (membership: string) => Promise<void>;
  /** Changes the person's own password; other sessions end. Throws a `RequestError`; then nothing has changed. */
  changePassword: (given: OwnPassword) => Promise<void>;
  /** Asks anew who the same person is here: a name, or a membership more. */
  renew: () => Promise<void>;
  /** The password asked for again, before keys, people and erasures. */
  readonly confirmation: Confirmation;
  /** Takes over what another window has chosen; what was under way here ends. */
  follow: () => Promise<void>;
}

/** Makes the session of one application. */
export function createSession(): Session {
  let state: SessionState = { status: 'out', last: null, expired: false };
  const now = (): SessionState => state;
  const listeners = createListeners();
  const confirmation = createConfirmation();
  const become = (next: SessionState) => {
    state = next;
    if (next.status !== 'in') confirmation.settle(false);
    listeners.notify();
  };
  return {
    get: now,
    confirmation,
    subscribe: listeners.subscribe,
    async signIn(given) {
      const connection = { baseUrl: given.baseUrl.replace(/\/+$/, ''), key: given.key.trim() };
      const me = await identify(createClient(connection));
      const end = () => {
        if (state.status !== 'in' || state.current.client !== client) return;
        saveConnection(null);
        become({ status: 'out', last: state.current, expired: true });
      };
      const client: Client = createClient(connection, me ? end : endIfRefused(connection, end));
      const foreign = me ? null : await import('../generic-server/generic-server');
      // The bare interface does not say who asks: whoever signs in again where a key was refused goes on there.
      const who = me ? [me.company.id, me.role, me.user?.name, me.key?.name] : [];
      const identity = JSON.stringify([connection.baseUrl, ...who]);
      become({ status: 'in', current: { client, connection, me, foreign, identity } });
    },
    async find() {
      if (state.status !== 'out') return;
      const { last, own } = state;
      // Only the first time: later somebody may be typing at the door.
      if (last === null && own === undefined) become({ status: 'finding' });
      const me = await findSession();
      // What it is by now: somebody may have signed in meanwhile.
      const { status } = now();
      const isOut = status === 'out' || status === 'finding';
      if (me && isOut && (last === null || identityOf(me) === last.identity)) enter(me);
      else if (status === 'finding') become({ status: 'out', last, expired: false, own: me !== undefined });
    },
    begin: async (credentials) => enter(await beginSession(credentials)),
    switchTo: async (membership) => enter(await switchSession(membership)),
    async changePassword(given) {
      const before = now();
      try {
        await changePassword(given);
      } catch (reason) {
        const isEnded = reason instanceof RequestError && reason.status === 401;
        if (isEnded && before.status === 'in' && now() === before) {
          become({ status: 'out', last: before.current, expired: true, own: true });
        }
        throw reason;
      }
    },
    async renew() {
      const me = await findSession();
      const current = now();
      if (me && current.status === 'in' && identityOf(me) === current.current.identity) enter(me);
    },
    async follow() {
      const me = await findSession();
      if (me) enter(me);
      else become({ status: 'out', last: null, expired: false, own: true });
    },
    async signOut(everywhere = false) {
      saveConnection(null);
      const own = state.status === 'in' && state.current.connection.as !== undefined;
      if (own) await endSession(everywhere);
      become({ status: 'out', last: null, expired: false, own });
    },
  };

  /** In at the page's own service, by the browser's cookie. */
  function enter(me: Me): void {
    const connection: Connection = { baseUrl: '', key: '', as: actingAs(me) };
    const isHere = () => state.status === 'in' && state.current.client === client;
    const client: Client = createClient(
      connection,
      () => {
        if (isHere()) become({ status: 'out', last: current, expired: true, own: true });
      },
      () => {
        if (isHere()) become({ status: 'moved', last: current });
      },
      confirmation.ask,
    );
    const current: SignedIn = { client, connection, me, foreign: null, identity: identityOf(me) };
    become({ status: 'in', current });
  }
}

/** The membership or key by which somebody acts, with its tenant: what a page says that it shows. */
const actingAs = (me: Me): string => me.acting_as ?? me.user?.id ?? me.key?.id ?? '';

/** The same person in the same company and role. */
const identityOf = (me: Me): string => JSON.stringify(['', actingAs(me), me.company.id, me.role]);

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
