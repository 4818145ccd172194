import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table';
import type { Row } from '../../data/row';

/** What a bulk action needs to know of a selected record. */
export interface SelectedRow {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly version: number | null;
  readonly company: string | null;
}

/** The selected records of a list by id, in the order of selection. */
export type Selection = ReadonlyMap<string, SelectedRow>;

/** The table's row-selection state, with the records that it names: they may no longer be loaded. */
export interface SelectionState {
  readonly rowSelection: RowSelectionState;
  readonly records: Selection;
}

/** Nothing is selected. */
export const emptySelection: SelectionState = { rowSelection: {}, records: new Map() };

/** The values of selected records, which may no longer be loaded: without what is long. */
const selectedValues = new WeakMap<SelectedRow, Row>();

/** Returns a selected record as it was read, without lists and objects other than its tags. */
export const valuesOf = (record: SelectedRow): Row =>
  selectedValues.get(record) ?? { ...record, company_id: record.company, data: {} };

/** Converts a row to a selected record. */
export function selectedRow(row: Row): SelectedRow {
  const { id, active, name, version, company_id: company } = row;
  const selected: SelectedRow = {
    id,
    active,
    name: typeof name === 'string' ? name : id,
    version: typeof version === 'number' ? version : null,
    company: typeof company === 'string' ? company : null,
  };
  const { tags } = row.data;
  selectedValues.set(selected, { ...short(row), id, active, data: { ...short(row.data), tags } });
  return selected;
}

const short = (object: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => typeof value !== 'object'));

/** Applies an update of the row-selection state. Newly selected records are taken from `rows`. */
export function applySelectionChange(
  was: SelectionState,
  change: Updater<RowSelectionState>,
  rows: readonly Row[],
): SelectionState {
  const rowSelection = functionalUpdate(change, was.rowSelection);
  const records = new Map(was.records);
  for (const id of records.keys()) if (!rowSelection[id]) records.delete(id);
  for (const row of rows) if (rowSelection[row.id]) records.set(row.id, selectedRow(row));
  return { rowSelection, records };
}

/** Returns an update that selects or deselects these rows. */
export const withRows =
  (rows: readonly Row[], isSelected: boolean) =>
  (was: RowSelectionState): RowSelectionState => {
    const next = { ...was };
    for (const { id } of rows) {
      if (isSelected) next[id] = true;
      else delete next[id];
    }
    return next;
  };
