import { createClient, type Client, type Connection } from '../data/client';
import { forgetTyping } from './kept-typing';
import { saveConnection } from './saved-connection';
import { RequestError } from '../data/request-error';
import {
  beginSession,
  changePassword,
  endSession,
  fetchSession,
  switchSession,
  type Credentials,
  type OwnPassword,
} from './session-wire';
import { allows, roles, type Access, type Grant, type Holder, type Role } from '@/contract/role';
import type { Me } from '@/contract/session';
import { endIfRefused, identify } from './identify';
import { serverOf, type Server } from './capabilities';
import { createListeners } from '@/ui/state/listeners';

export type { Me } from '@/contract/session';

/** A one-click sign-in of the demo; these exist on loopback only (docs/design.md#sessions). */
export interface DemoSignIn {
  readonly role: Role;
  readonly name: string;
  readonly key: string;
}

/** A signed-in user. `me` is null where the server does not say who the caller is (docs/design.md#11-both-halves-are-real). */
export interface SignedIn {
  readonly client: Client;
  readonly connection: Connection;
  readonly me: Me | null;
  readonly server: Server;
  /** Code for what the server cannot do (`server.can`); null if it can do everything. */
  readonly fallbackModule: typeof import('../generic-server/generic-server') | null;
  /** Equal for the same user in the same company at the same service: open pages may then be restored. */
  readonly identity: string;
}

/**
 * State of the session.
 *
 * - `finding`: the browser's cookie is being checked.
 * - `out`: nobody is signed in. `expired`: the session ended, or the key was refused, during use; `last` keeps
 *   the place. `isOwn`: the page's own server is our service, with sign-in by e-mail.
 * - `moved`: another window of this browser acts for another company or user now, so this one would, too.
 */
export type SessionState =
  | { readonly status: 'finding' }
  | {
      readonly status: 'out';
      readonly last: SignedIn | null;
      readonly expired: boolean;
      readonly isOwn?: boolean;
    }
  | { readonly status: 'moved'; readonly last: SignedIn }
  | { readonly status: 'in'; readonly current: SignedIn };

/**
 * The session of the application. On our own service it is a cookie that scripts cannot read; a key for another
 * server is held in memory, unless the user saves it for the tab (`saved-connection.ts`).
 */
export interface Session {
  get: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Signs in with a key. Throws a `RequestError`; then nothing has changed. */
  signIn: (connection: Connection) => Promise<void>;
  /** Signs out in this window and, on our own service, at the service: this session, or all of the person's. */
  signOut: (everywhere?: boolean) => Promise<void>;
  /** Restores the session of the browser's cookie. Does not replace a user who was at work here by another one. */
  restore: () => Promise<void>;
  /**
   * Signs in at the page's own service. False: nothing has changed yet, because a code is asked for, with which it is
   * called again. Throws a `RequestError`; then nothing has changed.
   */
  begin: (credentials: Credentials) => Promise<boolean>;
  /** Switches to another membership of the same person. Throws a `RequestError`; then nothing has changed. */
  switchTo: (membership: string) => Promise<void>;
  /** Changes the user's own password; other sessions end. Throws a `RequestError`; then nothing has changed. */
  changePassword: (passwords: OwnPassword) => Promise<void>;
  /** Reloads the identity of the same user, for example after a new name or membership. */
  refresh: () => Promise<void>;
  /** Asks for the password again before changes of keys and users, and before erasures. */
  readonly confirmation: Confirmation;
  /** Takes over the membership that another window has switched to; pending work in this window is lost. */
  follow: () => Promise<void>;
}

/** Creates the session of one application. */
export function createSession(): Session {
  let state: SessionState = { status: 'out', last: null, expired: false };
  const currentState = (): SessionState => state;
  const listeners = createListeners();
  const confirmation = createConfirmation();
  const setState = (next: SessionState) => {
    state = next;
    if (next.status !== 'in') confirmation.resolvePending(false);
    listeners.notify();
  };
  return {
    get: currentState,
    confirmation,
    subscribe: listeners.subscribe,
    async signIn(connectionInput) {
      const connection = {
        baseUrl: connectionInput.baseUrl.replace(/\/+$/, ''),
        key: connectionInput.key.trim(),
      };
      const me = await identify(createClient(connection));
      const onRefused = () => {
        if (state.status !== 'in' || state.current.client !== client) return;
        saveConnection(null);
        setState({ status: 'out', last: state.current, expired: true });
      };
      const client: Client = createClient(connection, me ? onRefused : endIfRefused(connection, onRefused));
      const fallbackModule = me ? null : await import('../generic-server/generic-server');
      // A generic server does not say who the caller is: any sign-in after a refused key continues at the same
      // place.
      const caller = me ? [me.company.id, me.role, me.user?.name, me.key?.name] : [];
      const identity = JSON.stringify([connection.baseUrl, ...caller]);
      setState({
        status: 'in',
        current: { client, connection, me, server: serverOf(me), fallbackModule, identity },
      });
    },
    async restore() {
      if (state.status !== 'out') return;
      const { last, isOwn } = state;
      // Only the first time: later the sign-in form may contain input.
      if (last === null && isOwn === undefined) setState({ status: 'finding' });
      const me = await fetchSession();
      // Read again: a sign-in may have completed in the meantime.
      const { status } = currentState();
      const isOut = status === 'out' || status === 'finding';
      if (me && isOut && (last === null || identityOf(me) === last.identity)) enterSession(me);
      else if (status === 'finding')
        setState({ status: 'out', last, expired: false, isOwn: me !== undefined });
    },
    async begin(credentials) {
      const me = await beginSession(credentials);
      if (me) enterSession(me);
      return me !== null;
    },
    switchTo: async (membership) => enterSession(await switchSession(membership)),
    async changePassword(passwords) {
      const stateBefore = currentState();
      try {
        await changePassword(passwords);
      } catch (reason) {
        const isEnded = reason instanceof RequestError && reason.status === 401;
        if (isEnded && stateBefore.status === 'in' && currentState() === stateBefore) {
          setState({ status: 'out', last: stateBefore.current, expired: true, isOwn: true });
        }
        throw reason;
      }
    },
    refresh,
    async follow() {
      const me = await fetchSession();
      if (me) enterSession(me);
      else setState({ status: 'out', last: null, expired: false, isOwn: true });
    },
    async signOut(everywhere = false) {
      saveConnection(null);
      forgetTyping();
      const isOwn = state.status === 'in' && state.current.connection.as !== undefined;
      if (isOwn) await endSession(everywhere);
      setState({ status: 'out', last: null, expired: false, isOwn });
    },
  };

  async function refresh() {
    const me = await fetchSession();
    const current = currentState();
    if (me && current.status === 'in' && identityOf(me) === current.current.identity) enterSession(me);
  }

  /** Enters the state `in` for a session of the page's own service. */
  function enterSession(me: Me): void {
    const connection: Connection = { baseUrl: '', key: '', as: actingAs(me) };
    const isCurrent = () => state.status === 'in' && state.current.client === client;
    let isHeld = isHeldBack(me);
    const client: Client = createClient(
      connection,
      () => {
        if (isCurrent()) setState({ status: 'out', last: current, expired: true, isOwn: true });
      },
      (code) => {
        if (!isCurrent()) return;
        if (code === 'acting_as_another') setState({ status: 'moved', last: current });
        // The company asks for a second factor since: the session says which one. Several requests are refused at once.
        if (code !== 'second_factor_required' || isHeld) return;
        isHeld = true;
        void refresh();
      },
      confirmation.requestConfirmation,
    );
    const current: SignedIn = {
      client,
      connection,
      me,
      server: serverOf(me),
      fallbackModule: null,
      identity: identityOf(me),
    };
    setState({ status: 'in', current });
  }
}

/**
 * Returns whether the company asks for a second factor that the session has not shown: nothing but setting one up is
 * answered then, and the application waits behind a page that says so.
 */
export const isHeldBack = (me: Me | null): boolean => me?.user?.second_factor?.is_due === true;

/** Returns the membership or key that the session acts by, with its tenant, as this window's requests name it. */
const actingAs = (me: Me): string => me.acting_as ?? me.user?.id ?? me.key?.id ?? '';

/** Returns the identity of a user in a company and role. */
const identityOf = (me: Me): string => JSON.stringify(['', actingAs(me), me.company.id, me.role]);

const isDemoSignIn = (value: Partial<DemoSignIn> | null): value is DemoSignIn =>
  typeof value?.name === 'string' &&
  typeof value.key === 'string' &&
  roles.some((role) => role === value.role);

/** Returns the demo's sign-ins; empty without a demo, and on servers that do not know the request. */
export async function fetchDemoSignIns(
  baseUrl: string,
  signal?: AbortSignal,
): Promise<readonly DemoSignIn[]> {
  try {
    const answer = await createClient({ baseUrl, key: '' }).json('/api/demo/sign-ins', signal);
    return Array.isArray(answer) && answer.every(isDemoSignIn) ? answer : [];
  } catch {
    return [];
  }
}

/** The caller as records name it (`made_by_id`, `asked_of`): the membership, or the API key. */
export const callerIn = (me: Me | null): string | null => me?.user?.id ?? me?.key?.id ?? null;

/** Returns whether the caller may do what a rule asks; always true on a generic server, which decides by itself. */
export const may = (me: Holder | null, needed: Grant): boolean => me === null || allows(me, needed);

/** Returns whether a role may read records of a resource; always true on a generic server. */
export const mayRead = (me: Holder | null, access: Pick<Access, 'read'>): boolean => may(me, access.read);

/** Returns whether a role may create records of a resource; always true on a generic server. */
export const mayCreate = (me: Holder | null, access: Pick<Access, 'create'>): boolean =>
  may(me, access.create);

/** Returns whether a role may update records of a resource; always true on a generic server. */
export const mayWrite = (me: Holder | null, access: Pick<Access, 'update'>): boolean =>
  may(me, access.update);

/** Asks the signed-in user for the password again (403 `reauthentication_required`). */
interface Confirmation {
  /** Resolves to whether the user confirmed; concurrent requests wait for the same dialog. */
  requestConfirmation: () => Promise<boolean>;
  /** Called by the dialog with the result. */
  resolvePending: (isConfirmed: boolean) => void;
  isRequested: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** Creates the confirmation of one session; its dialog (session/confirm-dialog.tsx) is loaded on demand. */
function createConfirmation(): Confirmation {
  let pending: Promise<boolean> | null = null;
  const resolvers: ((isConfirmed: boolean) => void)[] = [];
  const listeners = createListeners();
  return {
    requestConfirmation() {
      if (pending) return pending;
      const promise = new Promise<boolean>((resolve) => resolvers.push(resolve));
      pending = promise;
      listeners.notify();
      return promise;
    },
    resolvePending(isConfirmed) {
      for (const resolve of resolvers.splice(0)) resolve(isConfirmed);
      pending = null;
      listeners.notify();
    },
    isRequested: () => pending !== null,
    subscribe: listeners.subscribe,
  };
}
