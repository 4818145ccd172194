import { fieldOf, type CellEditing } from '../../shell/screen';
import type { Row } from '../../data/row';
import { createListeners } from '../../../ui/state/listeners';

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
  | { readonly kind: 'unlike' }
  /** Text was typed into a reference and no record chosen, so there is nothing to send. */
  | { readonly kind: 'unchosen' }
  | { readonly kind: 'error'; readonly error: unknown };

/** A change that is not saved: `why` is null while its write is pending. */
export interface CellMark extends CellChange {
  readonly why: CellFailure | null;
}

/** The result of a write: `row` is the stored record; `unlike` names untouched fields that the server changed. */
export type Written =
  | { readonly kind: 'saved'; readonly row: Row; readonly unlike?: readonly string[] }
  | { readonly kind: 'conflict' | 'unlike'; readonly row: Row }
  | { readonly kind: 'refused'; readonly text: string };

/** A saved change that can be undone. */
interface Done {
  readonly change: CellChange;
  readonly was: CellValue;
  readonly shown: string;
}

export interface CellEditsState {
  /** Changes that are not saved, by `keyOf`. */
  readonly marks: ReadonlyMap<string, CellMark>;
  /** Records newer than those of the list: returned by a save, or read when a conflict was found. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly saving: number;
  readonly undoable: number;
}

/**
 * Edits of single cells, each saved by itself. The store lives outside of React, so that a save outlives the page.
 */
export interface CellEdits {
  get: () => CellEditsState;
  subscribe: (listener: () => void) => () => void;
  /** Saves a change; changes of one record run one after the other. Resolves to whether it was stored. */
  save: (row: Row, change: CellChange, shown: string) => Promise<boolean>;
  /** Retains text that cannot be sent. */
  keep: (row: Row, change: CellChange, why: CellFailure) => void;
  /** Saves a failed change again; after a conflict this overwrites the other person's value. */
  retry: (key: string) => void;
  /** Discards a failed change. */
  drop: (key: string) => void;
  /** Restores the value before the last saved change. */
  undo: () => void;
  /** Drops `rows` once the list was read again, unless there are unsaved changes. */
  forgetRows: () => void;
}

/** Returns the key of a change in `marks`. */
export const keyOf = (id: string, field: string): string => `${id}/${field}`;

/**
 * Creates the edits of a list. `write` stores one field of a record that was read as `row`; `saved` and `failed` are
 * called with the result. A typed value is retained until it is stored, saved again or discarded.
 */
export function createCellEdits(does: {
  write: (row: Row, change: CellChange) => Promise<Written>;
  saved: (row: Row, change: CellChange, isUndo: boolean, unlike: readonly string[]) => void;
  failed: (mark: CellMark) => void;
}): CellEdits {
  let state: CellEditsState = { marks: new Map(), rows: new Map(), saving: 0, undoable: 0 };
  const listeners = createListeners();
  const turns = new Map<string, Promise<boolean>>();
  const given = new Map<string, { row: Row; shown: string }>();
  const done: Done[] = [];
  const become = (next: Partial<CellEditsState>) => {
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

  function save(row: Row, change: CellChange, shown: string, isUndo = false): Promise<boolean> {
    const key = keyOf(change.id, change.field);
    const mark: CellMark = { ...change, why: null };
    given.set(key, { row, shown });
    become({ marks: withMark(key, mark), saving: state.saving + 1 });
    const turn = (turns.get(change.id) ?? Promise.resolve(true)).then(() => run(row, mark, shown, isUndo));
    turns.set(change.id, turn);
    return turn;
  }

  async function run(row: Row, mark: CellMark, shown: string, isUndo: boolean): Promise<boolean> {
    const key = keyOf(mark.id, mark.field);
    const base = state.rows.get(mark.id) ?? row;
    // A later change of the same cell replaces this one, so the result is not shown in the cell.
    const settle = (why: CellFailure | null) => {
      const isLatest = state.marks.get(key) === mark;
      const failed = why && { ...mark, why };
      become({ saving: state.saving - 1, ...(isLatest && { marks: withMark(key, failed) }) });
      if (failed && isLatest) does.failed(failed);
    };
    try {
      const written = await does.write(base, mark);
      if (written.kind === 'refused') {
        settle(written);
        return false;
      }
      become({ rows: withRow(written.row) });
      if (written.kind !== 'saved') {
        settle({ kind: written.kind });
        return false;
      }
      if (!isUndo) done.push({ change: mark, was: valueOf(base, mark.field), shown });
      become({ undoable: done.length });
      settle(null);
      does.saved(written.row, mark, isUndo, written.unlike ?? []);
      return true;
    } catch (error) {
      settle({ kind: 'error', error });
      return false;
    }
  }

  return {
    get: () => state,
    subscribe: listeners.subscribe,
    save: (row, change, shown) => save(row, change, shown),
    keep(row, change, why) {
      const key = keyOf(change.id, change.field);
      given.set(key, { row, shown: change.typed });
      become({ marks: withMark(key, { ...change, why }) });
    },
    retry(key) {
      const [mark, from] = [state.marks.get(key), given.get(key)];
      if (mark?.why && mark.why.kind !== 'unchosen' && from) void save(from.row, mark, from.shown);
    },
    drop(key) {
      if (state.marks.get(key)?.why) become({ marks: withMark(key, null) });
    },
    undo() {
      const last = done.pop();
      if (!last) return;
      const { change, was, shown } = last;
      const row = state.rows.get(change.id);
      become({ undoable: done.length });
      const from = row ?? given.get(keyOf(change.id, change.field))?.row;
      if (from) void save(from, { ...change, value: was, typed: shown }, change.typed, true);
    },
    forgetRows() {
      if (state.saving === 0 && state.marks.size === 0 && state.rows.size > 0) become({ rows: new Map() });
    },
  };
}

/** Returns the value of a field as a cell value. */
export function valueOf(row: Row, field: string): CellValue {
  const value = fieldOf(row, field);
  // Decimals are text (docs/interface.md#22-product-plu); some servers send numbers.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
