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

/** Returns an update of a selection that selects or deselects these rows; one that is selected already keeps its place. */
export const withRows =
  (rows: readonly Row[], isSelected: boolean) =>
  (was: Selection): Selection => {
    const next = new Map(was);
    for (const row of rows) {
      if (isSelected) next.set(row.id, selectedRow(row));
      else next.delete(row.id);
    }
    return next;
  };
