import { fieldOf, type CellEditing } from '../../shell/screen';
import { isNewer, type Row } from '../../data/row';
import { createListeners } from '@/ui/state/listeners';

/** The value of a cell: text (also for decimals and GUIDs), a flag, or null. */
export type CellValue = string | boolean | null;

/** A change of one cell. `typed` is the text as the cell shows it, also for a reference. */
export interface CellChange extends CellEditing {
  readonly id: string;
  /** The record's display name, for messages. */
  readonly name: string;
  readonly value: CellValue;
  readonly typed: string;
}

/** Why a change is not saved. `conflict`: somebody else changed the same field; the row has the current value. */
export type CellFailure =
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'conflict' }
  /** The service accepted the value and stored a different one, which the row has. */
  | { readonly kind: 'deviating' }
  /** Text was typed into a reference and no record chosen, so there is nothing to send. */
  | { readonly kind: 'unchosen' }
  | { readonly kind: 'error'; readonly error: unknown };

/** A change that is not saved: `why` is null while its write is pending. */
export interface CellMark extends CellChange {
  readonly why: CellFailure | null;
}

/** The result of a write: `row` is the stored record; `deviations` names untouched fields that the server changed. */
export type WriteResult =
  | { readonly kind: 'saved'; readonly row: Row; readonly deviations?: readonly string[] }
  | { readonly kind: 'conflict' | 'deviating'; readonly row: Row }
  | { readonly kind: 'refused'; readonly text: string };

/** A saved change that can be undone. */
interface SavedChange {
  /** Counts the changes in the order in which they were made; they are not stored in that order. */
  readonly made: number;
  readonly change: CellChange;
  readonly was: CellValue;
  readonly shown: string;
  /** The record as it was stored with the change, or with its undo. */
  readonly stored: Row;
}

/** What a write is for; an undo and a redo know the change. */
type Cause = { readonly kind: 'edit' } | { readonly kind: 'undo' | 'redo'; readonly last: SavedChange };

const edited: Cause = { kind: 'edit' };

/** The state of a list's cell edits; replaced by a new object with every change. */
export interface CellEditsState {
  /** Changes that are not saved, by `keyOf`. */
  readonly marks: ReadonlyMap<string, CellMark>;
  /** Records newer than those of the list: returned by a save, or read when a conflict was found. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly saving: number;
}

/** How a change came about: `undo` puts an earlier value back, `redo` the value that was taken back. */
export type ChangeKind = 'edit' | 'undo' | 'redo';

/**
 * Edits of single cells, each saved by itself. The store lives outside of React, so that a save outlives the page.
 */
export interface CellEdits {
  get: () => CellEditsState;
  subscribe: (listener: () => void) => () => void;
  /** Saves a change; changes of one record run one after the other. Resolves to whether it was stored. */
  save: (row: Row, change: CellChange, shown: string) => Promise<boolean>;
  /** Retains text that cannot be sent. */
  retain: (row: Row, change: CellChange, why: CellFailure) => void;
  /** Saves a failed change again; after a conflict this overwrites the other person's value. Resolves to whether it was stored. */
  retry: (key: string) => Promise<boolean>;
  /** Discards a failed change. */
  discard: (key: string) => void;
  /** Restores the value before the last saved change; returns false if there is none. */
  undo: () => boolean;
  /** Saves the change that was undone last; a new change ends that. Returns false if there is none. */
  redo: () => boolean;
  /** Takes records over that were written otherwise. */
  accept: (rows: readonly Row[]) => void;
  /** Drops `rows` once the list was read again, unless there are unsaved changes. */
  discardRows: () => void;
}

/** The toast of the last saved cell; a later one replaces it. */
export const savedToast = 'cell-saved';

/** Returns the key of a change in `marks`. */
export const cellKey = (id: string, field: string): string => `${id}/${field}`;

/**
 * Creates the edits of a list. `write` stores one field of a record that was read as `row`; `saved` and `failed` are
 * called with the result. A typed value is retained until it is stored, saved again or discarded.
 */
export function createCellEdits(handlers: {
  write: (row: Row, change: CellChange, kind: ChangeKind) => Promise<WriteResult>;
  saved: (
    row: Row,
    change: CellChange,
    kind: ChangeKind,
    deviations: readonly string[],
  ) => void | Promise<void>;
  failed: (mark: CellMark, kind: ChangeKind) => void;
}): CellEdits {
  let state: CellEditsState = { marks: new Map(), rows: new Map(), saving: 0 };
  const listeners = createListeners();
  const queues = new Map<string, Promise<boolean>>();
  const sources = new Map<string, { row: Row; shown: string }>();
  const savedChanges: SavedChange[] = [];
  const undoneChanges: SavedChange[] = [];
  let made = 0;
  const update = (next: Partial<CellEditsState>) => {
    state = { ...state, ...next };
    listeners.notify();
  };
  const withMark = (key: string, mark: CellMark | null) => {
    const marks = new Map(state.marks);
    if (mark) marks.set(key, mark);
    else marks.delete(key);
    return marks;
  };
  const withRow = (row: Row) => new Map([...state.rows, [row.id, row]]);
  /** The list may show a version that somebody else has saved since. */
  const newest = (row: Row): Row => {
    const own = state.rows.get(row.id);
    return own && !isNewer(row, own) ? own : row;
  };

  function save(row: Row, change: CellChange, shown: string, by: Cause = edited): Promise<boolean> {
    const key = cellKey(change.id, change.field);
    const mark: CellMark = { ...change, why: null };
    made += 1;
    const order = made;
    sources.set(key, { row, shown });
    update({ marks: withMark(key, mark), saving: state.saving + 1 });
    const turn = (queues.get(change.id) ?? Promise.resolve(true)).then(() =>
      run(row, mark, { shown, by, order }),
    );
    queues.set(change.id, turn);
    return turn;
  }

  async function run(
    row: Row,
    mark: CellMark,
    { shown, by, order }: { shown: string; by: Cause; order: number },
  ): Promise<boolean> {
    const key = cellKey(mark.id, mark.field);
    const base = newest(row);
    // A later change of the same cell replaces this one, so the result is not shown in the cell.
    const finish = (why: CellFailure | null) => {
      const isLatest = state.marks.get(key) === mark;
      const failed = why && { ...mark, why };
      update({ saving: state.saving - 1, ...(isLatest && { marks: withMark(key, failed) }) });
      if (failed && isLatest) handlers.failed(failed, by.kind);
    };
    const { field } = mark;
    // What somebody else has made of the value since is not taken back, nor written over, without a word.
    if (by.kind !== 'edit' && cellValue(base, field) !== cellValue(by.last.stored, field)) {
      update({ rows: withRow(base) });
      finish({ kind: 'conflict' });
      return false;
    }
    try {
      const written = await handlers.write(base, mark, by.kind);
      if (written.kind === 'refused') {
        finish(written);
        return false;
      }
      update({ rows: withRow(written.row) });
      if (written.kind !== 'saved') {
        finish({ kind: written.kind });
        return false;
      }
      const stored = written.row;
      if (by.kind === 'undo') undoneChanges.push({ ...by.last, stored });
      else {
        savedChanges.push({ made: order, change: mark, was: cellValue(base, field), shown, stored });
        savedChanges.sort((one, other) => one.made - other.made);
      }
      if (by.kind === 'edit') undoneChanges.length = 0;
      finish(null);
      void handlers.saved(written.row, mark, by.kind, written.deviations ?? []);
      return true;
    } catch (error) {
      finish({ kind: 'error', error });
      return false;
    }
  }

  return {
    get: () => state,
    subscribe: listeners.subscribe,
    save: (row, change, shown) => save(row, change, shown),
    retain(row, change, why) {
      const key = cellKey(change.id, change.field);
      sources.set(key, { row, shown: change.typed });
      update({ marks: withMark(key, { ...change, why }) });
    },
    async retry(key) {
      const [mark, from] = [state.marks.get(key), sources.get(key)];
      if (!mark?.why || mark.why.kind === 'unchosen' || !from) return false;
      return save(from.row, mark, from.shown);
    },
    discard(key) {
      if (state.marks.get(key)?.why) update({ marks: withMark(key, null) });
    },
    undo() {
      const last = savedChanges.pop();
      if (!last) return false;
      const before = { ...last.change, value: last.was, typed: last.shown };
      void save(last.stored, before, last.change.typed, { kind: 'undo', last });
      return true;
    },
    redo() {
      const last = undoneChanges.pop();
      if (last) void save(last.stored, last.change, last.shown, { kind: 'redo', last });
      return last !== undefined;
    },
    accept: (rows) =>
      update({ rows: new Map([...state.rows, ...rows.map((row) => [row.id, row] as const)]) }),
    discardRows() {
      if (state.saving === 0 && state.marks.size === 0 && state.rows.size > 0) update({ rows: new Map() });
    },
  };
}

/** Returns the value of a field as a cell value. */
export function cellValue(row: Row, field: string): CellValue {
  const value = fieldOf(row, field);
  // Decimals are text (docs/interface.md#22-product-plu); some servers send numbers.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
