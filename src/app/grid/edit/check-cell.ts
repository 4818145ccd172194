import { parseJson, type JsonObject } from '@/record/json';
import {
  problemOf,
  type CheckContext,
  type Checked,
  type RecordChecks,
} from '../../form/checks/record-checks';
import type { Row } from '../../data/row';
import { pathIn, type CellEditing } from '../../shell/screen';
import type { CellChange } from './cell-edits';
import { withCell } from './write-cell';

type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** What is wrong, or doubtful, with a cell's new value; null if nothing is. */
export interface CellFinding {
  readonly text: string;
  readonly isDoubt: boolean;
}

/** Checks the record with a cell's new value beyond its contract; only what concerns that cell is reported. */
export async function checkCell(
  checks: RecordChecks,
  row: Row,
  { value, ...editing }: CellEditing & Pick<CellChange, 'value'>,
  context: CheckContext,
  say: Say,
): Promise<CellFinding | null> {
  const stored = exact(row);
  const record = withCell(stored, { ...editing, field: pathIn(row, editing.field).join('.') }, value);
  return findingIn(checks, { record, stored }, context, say);
}

/** Returns the first thing that is wrong with a record that is to be stored, else the first that is doubtful; null if nothing is. */
export async function findingIn(
  checks: RecordChecks,
  checked: Checked,
  context: CheckContext,
  say: Say,
): Promise<CellFinding | null> {
  const [wrong] = checks.wrong?.(checked, context) ?? [];
  if (wrong) return { text: problemOf(wrong, '', say).detail, isDoubt: false };
  const [doubt] = (await checks.doubtful?.(checked, context)) ?? [];
  return doubt ? { text: problemOf(doubt, '', say).detail, isDoubt: true } : null;
}

/** Returns a row as records are checked: its numbers with their digits. */
export const exact = (row: Row): JsonObject => parseJson(JSON.stringify(row)) as JsonObject;
