import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table';
import type { Row } from '../../data/row';

/** What a bulk action needs to know of a chosen record. */
export interface ChosenRow {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly version: number | null;
  readonly company: string | null;
}

/** The chosen records of a list, by id, in the order in which they were chosen. */
export type Selection = ReadonlyMap<string, ChosenRow>;

/** The row-selection state of the table, with the records that it names: they may have left what is loaded. */
export interface SelectionState {
  readonly rowSelection: RowSelectionState;
  readonly records: Selection;
}

export const nothingChosen: SelectionState = { rowSelection: {}, records: new Map() };

/** A row as a bulk action sees it. */
export function chosenOf(row: Row): ChosenRow {
  const { id, active, name, version, company_id: company } = row;
  return {
    id,
    active,
    name: typeof name === 'string' ? name : id,
    version: typeof version === 'number' ? version : null,
    company: typeof company === 'string' ? company : null,
  };
}

/** After a change of the row-selection state; what it names and was not chosen before is among `rows`. */
export function changed(
  was: SelectionState,
  change: Updater<RowSelectionState>,
  rows: readonly Row[],
): SelectionState {
  const rowSelection = functionalUpdate(change, was.rowSelection);
  const records = new Map(was.records);
  for (const id of records.keys()) if (!rowSelection[id]) records.delete(id);
  for (const row of rows) if (rowSelection[row.id]) records.set(row.id, chosenOf(row));
  return { rowSelection, records };
}

/** With all of these rows, or without them. */
export const withRows =
  (rows: readonly Row[], chosen: boolean) =>
  (was: RowSelectionState): RowSelectionState => {
    const next = { ...was };
    for (const { id } of rows) {
      if (chosen) next[id] = true;
      else delete next[id];
    }
    return next;
  };
