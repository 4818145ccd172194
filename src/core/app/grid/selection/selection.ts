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

export const nothingChosen: Selection = new Map();

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

/** With one row the other way round. */
export function toggled(selection: Selection, row: Row): Selection {
  const next = new Map(selection);
  if (!next.delete(row.id)) next.set(row.id, chosenOf(row));
  return next;
}

/** With all of these rows, or without them. */
export function withRows(selection: Selection, rows: readonly Row[], chosen: boolean): Selection {
  const next = new Map(selection);
  for (const row of rows) {
    if (chosen) next.set(row.id, chosenOf(row));
    else next.delete(row.id);
  }
  return next;
}
