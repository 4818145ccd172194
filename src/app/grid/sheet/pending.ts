import type { JsonObject } from '@/record/json';
import { pathIn, type CellEditing } from '../../shell/screen';
import type { Row } from '../../data/row';
import { cellValue, type CellValue } from '../edit/cell-edits';
import { withCell } from '../edit/write-cell';

/** A change of one cell that is not stored yet. */
export interface PendingCell {
  readonly editing: CellEditing;
  readonly before: CellValue;
  readonly after: CellValue;
  /** Why a person should look at it before it is stored. */
  readonly doubt?: string | undefined;
  /** Whether the doubt is that the price is below the cost. */
  readonly isBelowCost?: boolean | undefined;
  /** What a person should know of how it came about: it was raised to a floor. */
  readonly note?: string | undefined;
  /** The formula that it comes from; undefined if it was typed, pasted or filled. */
  readonly by?: string | undefined;
}

/** The changes of one record that are not stored yet, by field. `row`: the record as it was read. */
export interface PendingRecord {
  readonly row: Row;
  readonly cells: ReadonlyMap<string, PendingCell>;
  /** Whether they are being stored at once, and do not wait in the draft. */
  readonly isSaving: boolean;
  /** Whether they are only shown while something is typed. */
  readonly isLive?: boolean;
}

/** Changes that are not stored yet, by record id. */
export type Pending = ReadonlyMap<string, PendingRecord>;

/** A new value of a cell. `row`: the record as it was read. */
export interface NewValue {
  readonly row: Row;
  readonly editing: CellEditing;
  readonly value: CellValue;
  readonly doubt?: string | undefined;
  /** Whether the doubt is that the price is below the cost. */
  readonly isBelowCost?: boolean | undefined;
  readonly note?: string | undefined;
  readonly by?: string | undefined;
}

/** Returns the pending changes with these values; a value that is the stored one takes its change out. */
export function withValues(pending: Pending, values: readonly NewValue[], isSaving = false): Pending {
  const next = new Map(pending);
  for (const { row, editing, value, doubt, isBelowCost, note, by } of values) {
    const was = next.get(row.id);
    const base = was?.row ?? row;
    const before = was?.cells.get(editing.field)?.before ?? cellValue(base, editing.field);
    const cells = new Map(was?.cells);
    if (sameCell(before, value, editing)) cells.delete(editing.field);
    else cells.set(editing.field, { editing, before, after: value, doubt, isBelowCost, note, by });
    if (cells.size > 0) next.set(row.id, { row: base, cells, isSaving });
    else next.delete(row.id);
  }
  return next;
}

/** Returns the pending changes of a record with values that are only shown while something is typed. */
export function withLive(
  record: PendingRecord | undefined,
  values: readonly NewValue[],
): PendingRecord | undefined {
  const [first] = values;
  if (!first) return record;
  const { id } = first.row;
  const next = withValues(new Map(record && [[id, record]]), values).get(id);
  return next && { ...next, isLive: true };
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
  let next: unknown = row;
  for (const { editing, after } of pending.cells.values()) {
    const path = pathIn(row, editing.field);
    next = withAt(next, path, after);
    for (const [key, value] of Object.entries(editing.beside ?? {}))
      if (after !== null) next = withAt(next, [...path.slice(0, -1), key], value);
  }
  return next as Row;
}

/** Returns a copy of an object with a value at a path. */
function withAt(into: unknown, [key = '', ...further]: readonly string[], value: unknown): unknown {
  const object = typeof into === 'object' ? (into as Readonly<Record<string, unknown>> | null) : null;
  return { ...object, [key]: further.length > 0 ? withAt(object?.[key], further, value) : value };
}

/** Returns the merge patch of a record's pending changes (docs/interface.md#45-update). */
export function patchOf({ row, cells }: PendingRecord): JsonObject {
  let patch: JsonObject = {};
  for (const { editing, after } of cells.values())
    patch = withCell(patch, { ...editing, field: pathIn(row, editing.field).join('.') }, after);
  return patch;
}

/** Returns the JSON pointer of a field, as change sets name it. */
export const pointerOfField = (field: string): string => `/${field.split('.').join('/')}`;

/** What changes come from: the formulas, and the fields that were changed by hand, each once in their order. */
export interface Content {
  readonly formulas: readonly string[];
  readonly fields: readonly string[];
}

/** Returns what pending changes come from; those that are being stored at once do not count. */
export function contentOf(pending: Pending): Content {
  const formulas = new Set<string>();
  const fields = new Set<string>();
  for (const { cells, isSaving } of pending.values())
    for (const [field, { by }] of isSaving ? [] : cells)
      if (by === undefined) fields.add(field);
      else formulas.add(by);
  return { formulas: [...formulas], fields: [...fields] };
}

/** Returns how many cells are pending. */
export const pendingCells = (pending: Pending): number =>
  [...pending.values()].reduce((count, { cells }) => count + cells.size, 0);

/** Returns a map without a key; the same map if it has none. */
export function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
}
