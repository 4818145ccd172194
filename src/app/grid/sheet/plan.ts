import type { ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import { cellKey, type CellMark, type CellValue } from '../edit/cell-edits';
import type { NewValue } from './pending';
import { cellsOf, type CellBlock, type CellPlace } from './range/range';
import type { ClipboardCell } from './reading/read-number';
import { readValue, type ReadContext, type Reason } from './reading/read-value';

/** What is put into a cell: a text to be read, or a value of another cell of the same field. */
export type Source =
  | ClipboardCell
  | { readonly field: string; readonly value: CellValue; readonly cell: ClipboardCell };

/** A value that was not taken. */
export interface Refusal {
  readonly place: CellPlace;
  readonly id: string;
  readonly field: string;
  readonly typed: string;
  readonly reason: Reason;
}

/** What a paste or a fill would do. */
export interface Plan {
  /** How many cells something was put into. */
  readonly cells: number;
  readonly values: readonly NewValue[];
  readonly refusals: readonly Refusal[];
  /** How many cells belong to records of the parent company. */
  readonly owned: number;
  /** How many cells cannot be changed here, whatever is put into them. */
  readonly fixed: number;
}

/** Returns what the rules of the resource say about a value: a refusal, a doubt, or nothing. */
export type CheckValue = (
  row: Row,
  editing: NonNullable<ScreenColumn['editing']>,
  value: CellValue,
) => Promise<{ readonly text: string; readonly isDoubt: boolean } | null>;

/** Plans what is put into the cells of a block. A cell that cannot take its value does not keep the others from theirs. */
export async function planCells(
  block: CellBlock,
  source: (at: CellPlace) => Source | undefined,
  options: {
    /** Returns the record of a row as it would be with what is pending. */
    readonly row: (index: number) => Row | undefined;
    readonly columns: readonly ScreenColumn[];
    readonly isOwned: (row: Row) => boolean;
    readonly read: ReadContext;
    readonly check: CheckValue;
  },
): Promise<Plan> {
  const { row: rowAt, columns, isOwned, read, check } = options;
  const values: NewValue[] = [];
  const refusals: Refusal[] = [];
  let cells = 0;
  let owned = 0;
  let fixed = 0;
  for (const place of cellsOf(block)) {
    const row = rowAt(place.row);
    const column = columns[place.column];
    const given = source(place);
    if (!row || !column || given === undefined) continue;
    cells += 1;
    const { editing } = column;
    if (isOwned(row)) {
      owned += 1;
      continue;
    }
    if (!editing) {
      fixed += 1;
      continue;
    }
    const text = 'cell' in given ? given.cell : given;
    const refuse = (reason: Reason) =>
      refusals.push({ place, id: row.id, field: editing.field, typed: text.text, reason });
    const result =
      'field' in given && given.field === editing.field
        ? { value: given.value }
        : // One after the other: references of the same name are looked up once.
          // eslint-disable-next-line no-await-in-loop
          await readValue(editing, text, read);
    if ('reason' in result) {
      refuse(result.reason);
      continue;
    }
    // eslint-disable-next-line no-await-in-loop
    const found = await check(row, editing, result.value);
    if (found && !found.isDoubt) refuse({ kind: 'refused', text: found.text });
    else values.push({ row, editing, value: result.value, doubt: found?.text });
  }
  return { cells, values, refusals, owned, fixed };
}

/**
 * Returns what a cell gives whose value is not stored: the one that it shows. What was refused there is read as if it were pasted, and
 * refused for a reason of the cell that it is put into.
 */
export const asShown = ({ why, field, value, typed }: CellMark): Source =>
  why?.kind === 'refused' || why?.kind === 'unchosen'
    ? { text: typed }
    : { field, value, cell: { text: typed } };

/** Why values were not taken, by cell; the place where it was put, if that is known. */
export type RefusedCells = ReadonlyMap<string, { readonly why: string; readonly place: CellPlace | null }>;

/** Returns refused cells with those that the service refused: without a field all cells of the record. */
export function withRefused(
  was: RefusedCells,
  items: readonly { readonly id: string; readonly field: string | null; readonly text: string }[],
  columns: readonly ScreenColumn[],
): RefusedCells {
  const next = new Map(was);
  for (const { id, field, text } of items)
    for (const { editing } of columns)
      if (editing && (field === null || field === editing.field))
        next.set(cellKey(id, editing.field), { why: text, place: null });
  return next;
}
