import type { RawBuilder } from 'kysely';
import type { ItemWarning } from '@/contract/change-set';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import type { Item } from '../http/items';
import type { Stored } from './stored';

/** What a request is about to write, or has written. */
export interface Change {
  readonly caller: Caller;
  /** In the order of the request, without repeats of what was accepted before. */
  readonly items: readonly Item[];
  /** JSON text of an array: the request's own items, each at the index `n` of its item, with every digit. */
  readonly payloads: string;
  /** The records before the write, by id, locked until the commit. */
  readonly stored: ReadonlyMap<string, Stored>;
}

/** A resource's own rules, in the transaction of each of its writes (docs/design.md#order-of-writing). */
export interface Rules {
  /** Returns columns of a create besides what was sent: who made it. */
  readonly created?: (caller: Caller) => Readonly<Record<string, unknown>>;
  /** Returns columns of an update besides what was sent: who wrote the record last. They change its version too. */
  readonly updated?: (caller: Caller) => Readonly<Record<string, unknown>>;
  /** Called before anything is read, on every way in: throws to refuse what is not the caller's to write. */
  readonly requireOwn?: (caller: Caller, items: readonly Item[]) => void;
  /** Called before the transaction: throws to refuse what only others than the database can say, such as a name server. */
  readonly outside?: (items: readonly Item[]) => Promise<void>;
  /** What a preview of a change set warns of (server/changes/warnings.ts). */
  readonly warnings?: Warnings;
  /**
   * Called before it is known which of the records exist, so that what it sends goes along with the question; what it
   * returns is called before `before`, and throws to refuse the whole write.
   */
  readonly ahead?: (tx: Tx, request: Pick<Change, 'caller' | 'items'>) => (change: Change) => Promise<void>;
  /** Called with all items, also those that repeat what was accepted before: throws to refuse what would not be stored. */
  readonly sent?: (tx: Tx, change: Omit<Change, 'payloads'>) => Promise<void>;
  /**
   * Called when the records are locked and the content is valid, before anything is written: locks what the write
   * depends on, and throws to refuse all of it. It writes nothing: a record changed before the revision is locked makes
   * a create under the same id wait, which has that lock.
   */
  readonly before?: (tx: Tx, change: Change) => Promise<void>;
  /**
   * Statements of which nobody looks at the answer: they are sent along with the write, after it, under the same lock
   * as `after`.
   */
  readonly totals?: (change: Change) => readonly RawBuilder<unknown>[];
  /** Called after the write and its totals, under the lock on the tenant's revision of the resource, so that writers take turns. */
  readonly after?: (tx: Tx, change: Change) => Promise<void>;
  /** The figures that `totals` maintains, and how `npm run verify` checks them. */
  readonly storedFigures?: readonly StoredFigures[];
}

/** What a preview of a change set warns of, by SQL over the record as it is (`b`, null if new) and would be (`r`). */
export interface Warnings {
  /** Pointers of prices: a change by more than 30 % is a warning. */
  readonly prices: RegExp;
  /** Warning → the pointers of the fields that it depends on, and its SQL condition over `b`, `r` and the id `r.id`. */
  readonly conditions: Readonly<
    Partial<Record<ItemWarning, { readonly of: RegExp; readonly condition: string }>>
  >;
  /** Warning → SQL of the texts, over the patch `p` of an item, that no two items of a set should share. */
  readonly unique: Readonly<Partial<Record<ItemWarning, string>>>;
}

/** Figures stored besides the records that they are computed from. */
export interface StoredFigures {
  /** Their name in the output of `npm run verify`. */
  readonly name: string;
  /**
   * A statement that returns a row for each figure that differs from its records, over all companies; `what` names it
   * with both values. Or an object whose `rows` runs several, in one snapshot, reading every company.
   */
  readonly wrong:
    | RawBuilder<{ what: string }>
    | ((rows: <Row>(statement: RawBuilder<Row>) => Promise<Row[]>) => Promise<{ what: string }[]>);
  /**
   * A statement that costs less: if it has no row, `wrong` has none. It may have rows where nothing is wrong, and it may
   * fail on a value; then `wrong` says what is.
   */
  readonly doubtful?: RawBuilder<unknown>;
}
