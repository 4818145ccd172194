import type { Change } from './rules';
import type { Tables } from '../read/visibility';
import type { Table } from '../db/table';
import type { Database, Tx } from '../db/db';
import type { Caller } from '../auth/caller';
import type { Author, Written } from './write-sql';

/** An entity after a write, and whether the write created it. */
export interface Result extends Written {
  readonly created: boolean;
}
/** Everything that a write needs to know besides its content. */
export interface WriteContext {
  readonly db: Database;
  readonly tables: Tables;
  readonly table: Table;
  readonly caller: Caller;
  readonly requestId: string;
  /** The time of the write, if it is not now: for the demo's history. Never from a request. */
  readonly clock?: string;
  /** Returns columns of a create besides what was sent, by id: a key's hash. */
  readonly created?: (id: string) => Readonly<Record<string, unknown>>;
  /** Additional work in the write's transaction, after it: the first administrator of a company. */
  readonly alongside?: (tx: Tx, change: Change) => Promise<void>;
  /**
   * Whether the service itself chose the ids of a resource that generates its ids (demo, administration). Never from
   * a request.
   */
  readonly givesIds?: boolean;
  /** Who wrote each item, by its index, where requests are written together (group-commit.ts). They share a company. */
  readonly authors?: readonly Author[];
  /** The idempotency of the request (docs/design.md#retries), or null. */
  readonly retry?: IdempotentRequest | null;
}

/**
 * A write that a client may send again, because it does not know whether the first attempt arrived
 * (docs/design.md#retries).
 */
export interface IdempotentRequest {
  /** The client's `Idempotency-Key`. */
  readonly key: string;
  readonly resource: string;
  /** SHA-256 of the request: the resource, the condition and the body's own text. */
  readonly requestHash: Buffer;
  /** Returns what is stored instead of an entity with a secret that is shown only once. */
  readonly redact?: (entity: string) => string;
}
