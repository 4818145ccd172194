import type { Change } from './rules';
import type { Tables } from '../read/visibility';
import type { Table } from '../db/table';
import type { Database, Tx } from '../db/db';
import type { Caller } from '../auth/caller';
import type { Written } from './write-sql';

/** An entity after a write, and whether the write created it. */
export interface Result extends Written {
  readonly created: boolean;
}
/** Everything a write needs to know beside what is written. */
export interface WriteContext {
  readonly db: Database;
  readonly tables: Tables;
  readonly table: Table;
  readonly caller: Caller;
  readonly requestId: string;
  /** The time to write under, where it is not now: the demo's history. Never from a request. */
  readonly clock?: string;
  /** What a create has in its columns beside what was sent, by id: a key's hash. */
  readonly created?: (id: string) => Readonly<Record<string, unknown>>;
  /** What belongs to the write and is done in its transaction, behind it: the first administrator of a company. */
  readonly alongside?: (tx: Tx, change: Change) => Promise<void>;
  /** The ids of a resource that generates its ids are from the service itself (demo, administration). Never from a request. */
  readonly givesIds?: boolean;
  /** What the client may send again (docs/design.md#retries). */
  readonly retry?: IdempotentRequest | null;
}

/**
 * A write that a client may send again, because it does not know whether the first try arrived
 * (docs/design.md#retries).
 */
export interface IdempotentRequest {
  /** The client's `Idempotency-Key`. */
  readonly key: string;
  readonly resource: string;
  /** SHA-256 of what was asked: the resource, the condition and the body's own text. */
  readonly asked: Buffer;
  /** What is kept in place of an entity that holds a secret, which is shown once and never again. */
  readonly redact?: (entity: string) => string;
}
