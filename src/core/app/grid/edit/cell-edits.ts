import { fieldOf, type CellEditing } from '../../shell/screen';
import type { Row } from '../../data/row';
import { createListeners } from '../../../ui/state/listeners';

/** A value that a cell can hold: text, a decimal or a GUID as text, yes or no, nothing. */
export type CellValue = string | boolean | null;

/** What somebody changed in one cell. `typed` is as it shows, also for a reference. */
export interface CellChange extends CellEditing {
  readonly id: string;
  /** Of the record, for whoever is told about it later. */
  readonly name: string;
  readonly value: CellValue;
  readonly typed: string;
}

/** Why a change is not saved. `conflict`: somebody else changed this very field; what it is now stands in the row. */
export type CellFailure =
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'conflict' }
  /** The service accepted it and stored something else, which stands in the row. */
  | { readonly kind: 'unlike' }
  /** A reference that was typed and not chosen: there is nothing to send yet. */
  | { readonly kind: 'unchosen' }
  | { readonly kind: 'error'; readonly error: unknown };

/** A change that is not saved, or not yet: `why` is null while it is on its way. */
export interface CellMark extends CellChange {
  readonly why: CellFailure | null;
}

/**
 * What became of a write: `row` is the record as it is stored now; `unlike` names fields that nobody touched and
 * that stand there otherwise than before.
 */
export type Written =
  | { readonly kind: 'saved'; readonly row: Row; readonly unlike?: readonly string[] }
  | { readonly kind: 'conflict' | 'unlike'; readonly row: Row }
  | { readonly kind: 'refused'; readonly text: string };

/** A saved change that can be taken back. */
interface Done {
  readonly change: CellChange;
  readonly was: CellValue;
  readonly shown: string;
}

export interface CellEditsState {
  /** By `keyOf`: what is not saved. */
  readonly marks: ReadonlyMap<string, CellMark>;
  /** Records as they came back from a save, or from finding that somebody else saved: newer than the list. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly saving: number;
  readonly undoable: number;
}

/** Changes of single cells, each saved by itself; outside of React, so that they outlive the page. */
export interface CellEdits {
  get: () => CellEditsState;
  subscribe: (listener: () => void) => () => void;
  /** Saves one change; of one record one after the other. Answers whether it is stored. */
  save: (row: Row, change: CellChange, shown: string) => Promise<boolean>;
  /** Keeps what was typed and cannot be sent. */
  keep: (row: Row, change: CellChange, why: CellFailure) => void;
  /** Tries a failed change again; after a conflict that is keeping one's own. */
  retry: (key: string) => void;
  /** Lets go of a failed change: the record stays as it is. */
  drop: (key: string) => void;
  /** Takes the last saved change back. */
  undo: () => void;
  /** The list has been read again: what it says counts. */
  forgetRows: () => void;
}

/** Where a mark stands. */
export const keyOf = (id: string, field: string): string => `${id}/${field}`;

/**
 * The changes of a list's cells. `write` stores one field of a record that was read as `row`; `saved` and `failed`
 * hear of each end. A value that was typed stays here until it is stored, tried again or let go.
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
    // A later change of the same cell has taken this one's place: what became of this one is no mark of the cell's.
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

/** The value of a field as a cell holds it. */
export function valueOf(row: Row, field: string): CellValue {
  const value = fieldOf(row, field);
  // Decimals are text (docs/interface.md#22-product-plu); some servers send numbers.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
