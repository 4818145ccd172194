import type { Resource } from '../../contract/resource';
import type { Hono } from 'hono';
import type { Caller } from '../auth/caller';
import type { SecurityLog } from '../auth/security-log';
import type { Parts } from './routes';
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
