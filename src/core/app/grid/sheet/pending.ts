import { withValueAt, type Json, type JsonObject } from '@/core/record/json';
import type { CellEditing } from '../../shell/screen';
import type { Row } from '../../data/row';
import { cellValue, type CellValue } from '../edit/cell-edits';
import { wireValue } from '../edit/write-cell';

/** A change of one cell that is not stored yet. */
export interface PendingCell {
  readonly editing: CellEditing;
  readonly before: CellValue;
  readonly after: CellValue;
  /** Why a person should look at it before it is stored. */
  readonly doubt?: string | undefined;
}

/** The changes of one record that are not stored yet, by field. `row`: the record as it was read. */
export interface PendingRecord {
  readonly row: Row;
  readonly cells: ReadonlyMap<string, PendingCell>;
  /** Whether they are being stored at once, and do not wait in the draft. */
  readonly isSaving: boolean;
}

/** Changes that are not stored yet, by record id. */
export type Pending = ReadonlyMap<string, PendingRecord>;

/** A new value of a cell. `row`: the record as it was read. */
export interface NewValue {
  readonly row: Row;
  readonly editing: CellEditing;
  readonly value: CellValue;
  readonly doubt?: string | undefined;
}

/** Returns the pending changes with these values; a value that is the stored one takes its change out. */
export function withValues(pending: Pending, values: readonly NewValue[], isSaving = false): Pending {
  const next = new Map(pending);
  for (const { row, editing, value, doubt } of values) {
    const was = next.get(row.id);
    const base = was?.row ?? row;
    const before = was?.cells.get(editing.field)?.before ?? cellValue(base, editing.field);
    const cells = new Map(was?.cells);
    if (sameCell(before, value, editing)) cells.delete(editing.field);
    else cells.set(editing.field, { editing, before, after: value, doubt });
    if (cells.size > 0) next.set(row.id, { row: base, cells, isSaving });
    else next.delete(row.id);
  }
  return next;
}

/** Whether two values of a cell are the same to a person: "4.5" is another text than "4.50", but no other number. */
const sameCell = (one: CellValue, other: CellValue, { kind }: CellEditing): boolean =>
  one === other || (kind === 'decimal' && normal(one) === normal(other));

const normal = (value: CellValue): string | null => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value))
    return value === null ? null : String(value);
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
};

/** Returns a record as it would be with its pending changes. */
export function asItWouldBe(row: Row, pending: PendingRecord | undefined): Row {
  if (!pending) return row;
  let data = row.data;
  const top: Record<string, CellValue> = {};
  for (const [field, { after }] of pending.cells)
    if (field.startsWith('data.')) data = { ...data, [field.slice(5)]: after };
    else top[field] = after;
  return { ...row, ...top, data };
}

/** Returns the merge patch of a record's pending changes (docs/interface.md#45-update). */
export function patchOf({ cells }: PendingRecord): JsonObject {
  let patch: Json | undefined = {};
  for (const { editing, after } of cells.values())
    patch = withValueAt(patch ?? {}, editing.field.split('.'), wireValue(editing, after));
  return patch as JsonObject;
}

/** Returns the JSON pointer of a field, as change sets name it. */
export const pointerOfField = (field: string): string => `/${field.split('.').join('/')}`;

/** Returns how many cells are pending. */
export const pendingCells = (pending: Pending): number =>
  [...pending.values()].reduce((count, { cells }) => count + cells.size, 0);
