import type { RawBuilder } from 'kysely';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import type { Item } from '../http/items';
import type { Stored } from './stored';

/** What a request is about to write, or has written. */
export interface Change {
  readonly caller: Caller;
  /** In the order of the request; repeats of what was accepted before are not among them. */
  readonly items: readonly Item[];
  /** JSON text of an array: the request's own items, each at the place `n` of its item. Its numbers have every digit. */
  readonly payloads: string;
  /** What stood before the write, by id, locked until the commit. */
  readonly stored: ReadonlyMap<string, Stored>;
}

/** A resource's own rules, inside the transaction of each of its writes (docs/design.md#order-of-writing). */
export interface Rules {
  /**
   * Asked when the records are locked and the content is valid, and nothing is written: locks what the
   * write depends on, and throws to refuse all of it.
   */
  readonly before?: (tx: Tx, change: Change) => Promise<void>;
  /** Runs behind the write, under the lock on the tenant's revision of the resource: writers take turns. */
  readonly after?: (tx: Tx, change: Change) => Promise<void>;
  /** What `after` keeps up to date, and how `npm run verify` finds where it is wrong. */
  readonly kept?: readonly StoredFigures[];
}

/** Figures that are kept beside the records they come from. */
export interface StoredFigures {
  /** What they are, to whoever runs `npm run verify`. */
  readonly name: string;
  /**
   * A row for each that is not what its records come to, over all companies; `what` says which, and both values. A
   * statement, or what asks several: its `rows` runs them at one moment, and reads every company.
   */
  readonly wrong:
    | RawBuilder<{ what: string }>
    | ((rows: <Row>(statement: RawBuilder<Row>) => Promise<Row[]>) => Promise<{ what: string }[]>);
}
