import type { Resource } from '../../contract/resource';
import type { Context, Hono } from 'hono';
import type { Database } from '../db/db';
import type { Live } from '../live/live';
import type { Tables } from '../read/visibility';
import type { Caller } from '../auth/caller';
import type { Rules } from '../../contract/role';

/** What a request carries through the routes. */
export interface AppEnv {
  Variables: {
    caller: Caller;
    requestId: string;
    /** The client's (auth/client-address.ts); empty in process. */
    address: string;
    security: SecurityLog;
  };
  Bindings: { incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } } };
}

/** What is written when no caller is known, or nothing was done. */
export type Failure = 'sign_in_failed' | 'locked_out' | 'reauthentication_failed';

/**
 * The security log of one process, as far as it is not written by the database itself (schema/accounts.ts): each entry
 * is a line of the service's log and, if it concerns a company, a row that its administrators read. A line has ids and
 * addresses, never an e-mail or a name. A sign-in with an e-mail that nobody has concerns no company: the line is all.
 */
export interface SecurityLog {
  /** A sign-in that failed, or was refused unseen; `loginId` if the e-mail is somebody's. */
  readonly failed: (c: Context<AppEnv>, kind: Failure, loginId: string | null) => Promise<void>;
  /** The same for whoever is signed in. */
  readonly failedAs: (c: Context<AppEnv>, kind: Failure, caller: Caller) => Promise<void>;
  /** A role that may not do something: once a minute for each caller and address of the interface. */
  readonly refused: (c: Context<AppEnv>, caller: Caller) => Promise<void>;
  /** Personal data that left: a customer's export. */
  readonly exported: (c: Context<AppEnv>, caller: Caller, subjectId: string) => Promise<void>;
  /** Only a line: what the database writes by itself, in the transaction. */
  readonly line: (c: Context<AppEnv>, kind: string, caller: Caller, route?: string) => void;
}

/** What the routes stand on. */
export interface Parts {
  readonly db: Database;
  readonly tables: Tables;
  /** The secret that signs cursors; the same in every process on one database. */
  readonly cursorSecret: Buffer;
  /** What tells changes as they happen; where there is none, that address is 503. */
  readonly live?: Live;
}

/** A resource with routes of its own (`resources/routes.ts`). */
export interface Apart {
  readonly resource: Resource;
  readonly make: (parts: Parts) => Hono<AppEnv>;
}

/** Addresses under `/api/secure` that are no resource's, and how they are served: a report, who the caller is. */
export interface Further {
  /** Who may use which: `GET /api/secure/me` → roles. What stands here under another verb is 405. */
  readonly rules: Rules;
  /** Their part of the OpenAPI document, by path. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Routes relative to `/api/secure`. */
  readonly make: (parts: Parts) => Hono<AppEnv>;
}
