import type { Resource } from '@/contract/resource';
import type { Context, Hono } from 'hono';
import type { ChangeRunner } from '../changes/runner';
import type { Database } from '../db/db';
import type { Live } from '../live/live';
import type { BackupPlan, ScheduledBackups } from '../ops/backup/schedule/scheduled-backups';
import type { Tables } from '../read/visibility';
import type { Caller } from '../auth/caller';
import type { RelyingParty } from '../auth/passkey/relying-party';
import type { Providers } from '../auth/provider/client';
import type { SecretKeys } from '../auth/secret-keys';
import type { Rules } from '@/contract/rules';
import type { Attempt } from '@/contract/webhooks';

/** The variables that a request carries through the routes (Hono's `Env`). */
export interface AppEnv {
  Variables: {
    caller: Caller;
    /** The revision token of a list (read/list-revision.ts), read with the caller; null for any other request. */
    listMark: string | null;
    requestId: string;
    /** The client's address (auth/client-address.ts); empty in process. */
    address: string;
    security: SecurityLog;
  };
  Bindings: { incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } } };
}

/** The kinds of entry for attempts without a caller, or without an effect. */
export type Failure =
  | 'sign_in_failed'
  | 'locked_out'
  | 'wrong_code'
  | 'passkey_refused'
  | 'reauthentication_failed';

/**
 * The part of the security log that the database does not write itself (schema/security-log.sql). Each entry is a line of
 * the process log and, if it concerns a company, a row that its administrators read. A line has ids and addresses,
 * never an e-mail or a name. A sign-in with an unknown e-mail concerns no company: it is a line only.
 */
export interface SecurityLog {
  /** Records a sign-in that failed, or was refused unchecked; `loginId` if the e-mail is known. */
  readonly failed: (c: Context<AppEnv>, kind: Failure, loginId: string | null) => Promise<void>;
  /** Records the same for a signed-in caller. */
  readonly failedAs: (c: Context<AppEnv>, kind: Failure, caller: Caller) => Promise<void>;
  /** Records a request that the caller's role may not make: once a minute for each caller and route. */
  readonly refused: (c: Context<AppEnv>, caller: Caller) => Promise<void>;
  /** Writes only a line about a provider of sign-ins; `reason` is a word of ours or the provider's error code. */
  readonly provider: (
    c: Context<AppEnv>,
    kind: 'provider_refused' | 'provider_away' | 'provider_logout',
    provider: { readonly tenant_id: string; readonly company_id: string; readonly id: string },
    reason: string,
  ) => void;
  /** Records an export of personal data: of a customer. */
  readonly exported: (c: Context<AppEnv>, caller: Caller, subjectId: string) => Promise<void>;
  /** Writes only a line, for what the database records itself, in the transaction. */
  readonly line: (c: Context<AppEnv>, kind: string, caller: Caller, route?: string) => void;
}

/** The mail of a service, for routes that put something into the outbox (mail/outbox.ts). */
export interface MailParts {
  /** Sends what is due. Routes do not wait for it: what was not sent is sent by the next look. */
  readonly runNow: () => Promise<void>;
}

/** The deliveries to webhooks, for routes that change what is to be sent (webhooks/webhooks.ts). */
export interface WebhookParts {
  /** Sends what is due now, of one tenant or of all. Routes do not wait for it, and it never rejects: what is not sent is looked for again. */
  readonly runNow: (tenantId?: string) => Promise<void>;
  /** Sends one message outside of the queue: a test. Its answer says what became of it; it never rejects. */
  readonly send: (message: {
    readonly id: string;
    readonly url: string;
    readonly body: string;
    readonly secrets: readonly string[];
  }) => Promise<Attempt>;
}

/** The dependencies of all routes. */
export interface Parts {
  readonly db: Database;
  readonly tables: Tables;
  /** The key that signs cursors; the same for every process on one database. */
  readonly cursorSecret: Buffer;
  /** The live change feed; without it that address is 503. */
  readonly live?: Live;
  /** The work on change sets; without it they are begun and not worked on. */
  readonly changes?: ChangeRunner;
  /** When the service makes backups by itself; none without. */
  readonly backups?: Pick<BackupPlan, 'time' | 'keep'> & Pick<ScheduledBackups, 'begin'>;
  /** The mail that the service sends; without it that is not offered. */
  readonly mail?: MailParts;
  /** The keys of secrets that the database has encrypted; without them no second factor is set up. */
  readonly secretKeys?: SecretKeys;
  /** The site that passkeys are made for; without it none are taken. */
  readonly relyingParty?: RelyingParty | null;
  /** The address of the application, without a trailing slash; without it no provider signs anybody in. */
  readonly publicUrl?: string | undefined;
  /** What is known of providers of single sign-on. */
  readonly providers?: Providers;
  /** The deliveries to webhooks; without them events wait. */
  readonly webhooks?: WebhookParts;
}

/** A resource with custom routes (`resources/routes.ts`). */
export interface CustomResource {
  readonly resource: Resource;
  readonly make: (parts: Parts) => Hono<AppEnv>;
}

/** Addresses under `/api/secure` that belong to no resource, such as a report or `me`, with their rules and routes. */
export interface ExtraRoutes {
  /** The roles allowed for each operation: `GET /api/secure/me` → roles. Another method of these addresses is 405. */
  readonly rules: Rules;
  /** Their part of the OpenAPI document, by path. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Creates the routes, relative to `/api/secure`. */
  readonly make: (parts: Parts) => Hono<AppEnv>;
  /** Creates routes that go with them and stand outside of `/api/secure`: who asks there is nobody yet. */
  readonly open?: (parts: Parts) => Hono<AppEnv>;
}
