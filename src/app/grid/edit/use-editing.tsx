import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useApp } from '../../shell/app-context';
import { noValue } from '../../i18n/format';
import { useText } from '../../i18n/i18n';
import { fieldOf, type Screen, type ScreenColumn } from '../../shell/screen';
import { isNewer, type Row } from '../../data/row';
import { useFormat } from '../../i18n/use-format';
import { isOwnedByParent } from '../selection/owned-by-parent';
import { useFieldLabel } from '../columns/grid-head';
import { plain } from '../rows/cell';
import { CellEditor, type EditorProps, type Leaving } from './cell-editor';
import {
  cellKey,
  cellValue,
  type CellChange,
  type CellEdits,
  type CellEditsState,
  type CellMark,
} from './cell-edits';
import { useFailureText } from './failure-text';
import { lazy } from '@/ui/state/lazy';

// Loaded after the rows.
const ReferenceEditor = lazy(async () => ({
  default: (await import('./reference-editor')).ReferenceEditor,
}));

/** The open cell, with the record as it was when the cell was opened. */
interface OpenCell {
  readonly index: number;
  readonly column: ScreenColumn;
  readonly row: Row;
  /** The initial text, if it was pasted or typed; null for the stored value. */
  readonly typed: string | null;
}

/** In-place editing of the cells of a list. */
export interface Editing {
  /**
   * Opens a cell, with `typed` as its text; returns false if it cannot be edited. A flag is toggled and saved at
   * once.
   */
  open: (index: number, column: ScreenColumn | undefined, typed?: string) => boolean;
  /** Whether the record belongs to the user's company and the user may change it. */
  mayEdit: (row: Row) => boolean;
  readonly at: {
    readonly index: number;
    /** The column's key. */
    readonly key: string;
    /** The edited field. */
    readonly field: string;
    /** The cell's key, from `keyOf`. */
    readonly cell: string;
    readonly editor: ReactNode;
    /** The record as it would be with what is typed; null before anything is. */
    readonly typedRow: Row | null;
  } | null;
  /** Changes that are not saved, by record id and then by field. */
  readonly marks: ReadonlyMap<string, ReadonlyMap<string, CellMark>>;
}

/** Manages the open cell of a list: opens it, saves it, and moves on to the next one. */
export function useEditing(props: {
  screen: Screen;
  mayWrite: boolean;
  edits: CellEdits;
  state: CellEditsState;
  row: (index: number) => Row | undefined;
  columns: readonly ScreenColumn[];
  count: number;
  onBegin: () => void;
  /** Moves the cell cursor to this cell. */
  onMove: (index: number, column: number) => void;
  /** Returns the focus to the grid. */
  onClose: () => void;
}): Editing {
  const { screen, edits, state, row: rowAt, columns, count, onBegin, onMove, onClose } = props;
  const { screens, current } = useApp();
  const say = useText();
  const label = useFieldLabel(screen.contract.name);
  const textOf = useCellText(screen);
  const failureText = useFailureText();
  const [cell, setState] = useState<OpenCell | null>(null);
  const [typedRow, setTypedRow] = useState<Row | null>(null);
  const latest = useRef<OpenCell | null>(null);
  const setCell = (to: OpenCell | null) => {
    latest.current = to;
    setState(to);
    setTypedRow(to && to.typed !== null ? withTyped(to.row, to.column, to.typed) : null);
  };
  const mayEdit = (row: Row) =>
    props.mayWrite && !isOwnedByParent(row['company_id'], current.me?.company.id ?? null);

  const marks = useMemo(() => {
    const byRecord = new Map<string, Map<string, CellMark>>();
    for (const mark of state.marks.values())
      byRecord.set(mark.id, (byRecord.get(mark.id) ?? new Map<string, CellMark>()).set(mark.field, mark));
    return byRecord;
  }, [state.marks]);

  const open = (index: number, column: ScreenColumn | undefined, typed?: string): boolean => {
    const row = rowAt(index);
    if (!row || !column?.editing || !mayEdit(row)) return false;
    onBegin();
    if (column.editing.kind === 'flag') {
      const value = cellValue(row, column.editing.field) !== true;
      void edits.save(
        row,
        changeOf(row, column, value, say(value ? 'list.yes' : 'list.no')),
        textOf(row, column),
      );
      return true;
    }
    onMove(index, columns.indexOf(column));
    // Keys follow faster than code could be loaded: the editor of texts and numbers is part of the first load.
    setCell({ index, column, row, typed: typed ?? null });
    return true;
  };

  /** Returns the next editable cell in reading order, or null at the end of the loaded rows. */
  const next = (from: OpenCell, step: 1 | -1): { index: number; column: ScreenColumn } | null => {
    for (let index = from.index, place = columns.indexOf(from.column) + step; ; place += step) {
      if (place < 0 || place >= columns.length) {
        index += step;
        place = step > 0 ? 0 : columns.length - 1;
      }
      const row = index >= 0 && index < count ? rowAt(index) : undefined;
      if (!row) return null;
      const column = columns[place];
      const isBox = column?.editing && column.editing.kind !== 'flag';
      if (isBox && mayEdit(row)) return { index, column };
    }
  };

  const close = () => {
    setCell(null);
    onClose();
  };
  /** Leaves a cell; `typed` is what was typed meanwhile, for the cell that it is left for. */
  const leave = (from: OpenCell, leaving: Leaving, typed?: string) => {
    if (latest.current !== from) return;
    if (leaving === 'away') setCell(null);
    else if (leaving === 'stay') close();
    else if (leaving === 'down' || leaving === 'up') {
      const below = from.index + (leaving === 'down' ? 1 : -1);
      const isThere = rowAt(below) !== undefined;
      if (typed !== undefined && isThere && open(below, from.column, typed)) return;
      close();
      if (isThere) onMove(below, columns.indexOf(from.column));
    } else {
      const to = next(from, leaving === 'next' ? 1 : -1);
      if (!to || !open(to.index, to.column)) close();
    }
  };

  const at = cell && {
    index: cell.index,
    key: cell.column.key,
    field: cell.column.editing?.field ?? '',
    cell: cellKey(cell.row.id, cell.column.editing?.field ?? ''),
    editor: editor(cell),
    typedRow,
  };
  return { open, mayEdit, at, marks };

  function editor(from: OpenCell): ReactNode {
    const { column, row: opened } = from;
    const { editing } = column;
    if (!editing) return null;
    const written = state.rows.get(opened.id);
    const row = written && !isNewer(opened, written) ? written : opened;
    const key = cellKey(row.id, editing.field);
    const mark = state.marks.get(key);
    const was = cellValue(row, editing.field);
    const wasShown = textOf(row, column);
    const isOther = mark?.why?.kind === 'conflict' || mark?.why?.kind === 'deviating';
    const failure = mark?.why
      ? [failureText(mark), ...(isOther ? [say('cell.now', { now: wasShown })] : [])].join('. ')
      : null;
    const change = (value: CellChange['value'], typed: string) => changeOf(row, column, value, typed);
    const editorProps: EditorProps = {
      label: say('cell.label', { field: label(column), name: plain(row['name']) }),
      was,
      wasShown,
      typed: from.typed ?? mark?.typed ?? null,
      isBegun: from.typed !== null,
      failure,
      busy: mark !== undefined && mark.why === null,
      right: column.align === 'right',
      onType: (value) => setTypedRow(typeof value === 'string' ? withTyped(row, column, value) : null),
      onSave(value, typed, leaving) {
        // An input that is taken away loses the focus, after its cell was saved and left.
        if (latest.current !== from) return;
        if (value === was && !mark) return leave(from, leaving);
        if (value === was) edits.discard(key);
        const saved = value === was ? Promise.resolve(true) : edits.save(row, change(value, typed), wasShown);
        if (leaving === 'next' || leaving === 'previous' || leaving === 'away') return leave(from, leaving);
        // If the user has moved on in the meantime, the focus stays where it is.
        void saved.then((isSaved) => {
          if (isSaved) leave(from, leaving);
        });
      },
      onGo: (leaving, more) => leave(from, leaving, more),
      onUnchosen(typed) {
        if (latest.current !== from) return;
        edits.retain(row, change(null, typed), { kind: 'unchosen' });
        leave(from, 'away');
      },
      onCancel() {
        edits.discard(key);
        close();
      },
    };
    const id = `${from.index}/${key}`;
    if (editing.kind !== 'reference')
      return <CellEditor key={id} kind={editing.kind === 'decimal' ? 'decimal' : 'text'} {...editorProps} />;
    const field = screen.contract.fields[editing.field];
    const target = screens[field?.references ?? ''];
    if (!field || !target) return null;
    return <ReferenceEditor key={id} target={target} clearable={field.default === null} {...editorProps} />;
  }
}

/** Returns the row with a typed value; a value that is no number leaves what follows from it as it is. */
function withTyped(row: Row, { editing }: ScreenColumn, value: string): Row | null {
  if (editing?.kind !== 'decimal' || editing.field.includes('.')) return null;
  return /^-?\d+(\.\d+)?$/.test(value) ? { ...row, [editing.field]: value } : null;
}

function changeOf(row: Row, column: ScreenColumn, value: CellChange['value'], typed: string): CellChange {
  const editing = column.editing ?? { field: column.key, kind: 'text' };
  return { ...editing, id: row.id, name: plain(row['name']), value, typed };
}

/** Returns a function for the displayed text of a cell. */
export function useCellText(screen: Screen): (row: Row, column: ScreenColumn) => string {
  const { recordLabels, screens } = useApp();
  const format = useFormat();
  const say = useText();
  return (row, { editing, as }) => {
    if (!editing) return '';
    const value = fieldOf(row, editing.field);
    if (editing.kind === 'flag') return say(value === true ? 'list.yes' : 'list.no');
    if (editing.kind === 'decimal')
      return as === 'money' || editing.isNumber
        ? format.of(editing.currency).money(value)
        : format.decimal(value);
    if (editing.kind === 'text') return plain(value);
    const target = screens[screen.contract.fields[editing.field]?.references ?? ''];
    const record = target && typeof value === 'string' ? recordLabels.get(target.contract, value) : undefined;
    return record ? plain(record['name']) : noValue;
  };
}
