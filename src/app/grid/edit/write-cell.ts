import type { FieldProblem } from '@/contract/problem';
import type { Resource } from '@/contract/resource';
import type { Client } from '../../data/client';
import type { Server } from '../../session/capabilities';
import { problemText } from '../../form/engine/problem-text';
import { saveRecord } from '../../form/save/save';
import { readRecord, type Saved } from '../../form/save/stored-record';
import { problemsOf } from '../../form/engine/validate';
import { numberOf, toPlain, withValueAt, type Json, type JsonObject } from '@/record/json';
import { pathIn, type CellEditing } from '../../shell/screen';
import { RequestError } from '../../data/request-error';
import type { Row } from '../../data/row';
import type { RowPage } from '../../data/row-source';
import { cellValue, type CellChange, type CellValue, type WriteResult } from './cell-edits';

/** The texts of refusals, in the same chunk. */
export { texts } from '../../form/texts';

/** The target of a write, and what its messages need. */
interface WriteTarget {
  readonly client: Client;
  readonly resource: Resource;
  readonly server: Server;
  /** Looks up a text that all forms share. */
  readonly say: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly separator: '.' | ',';
}

/** How often a write is repeated when others keep changing the record. */
const maxAttempts = 4;

/**
 * Stores one field of a record (docs/interface.md#45-update), on condition that the record has not changed. If other
 * fields have changed meanwhile, the field is written to the newer version; if the same field has changed, the result
 * is a conflict. Throws a `RequestError` if it is unknown whether the value was stored.
 */
export async function writeCell(
  { client, resource, server, say, separator }: WriteTarget,
  row: Row,
  change: CellChange,
): Promise<WriteResult> {
  const was = cellValue(row, change.field);
  const editing = { ...change, field: pathIn(row, change.field).join('.') };
  const put = (record: JsonObject) => withCell(record, editing, change.value);
  const stored = objectOf(withValueAt({}, editing.field.split('.'), wireValue(change, was)));
  const refused = (by: FieldProblem): WriteResult => ({
    kind: 'refused',
    text: refusalText(by, change, { say, separator }),
  });
  const problem = cellProblem(resource, change, was);
  if (problem) return refused(problem);

  // Where a single field is merged, only that is compared and sent; elsewhere the whole record is.
  let base: { record: JsonObject; etag: string | null } = server.can.mergePatch
    ? { record: stored, etag: etagOf(row) }
    : await readRecord(client, resource, row.id);
  for (let attempts = maxAttempts; attempts > 0; attempts -= 1) {
    const storedValue = cellValue(rowOf(base.record), change.field);
    if (storedValue !== was)
      return { kind: storedValue === change.value ? 'saved' : 'conflict', row: rowOf(base.record) };
    const current = put(base.record);
    const request = {
      client,
      resource,
      id: row.id,
      base: base.record,
      etag: base.etag,
      current,
      server,
    };
    let saved: Saved;
    try {
      saved = await saveRecord({ ...request, idempotencyKey: '' });
    } catch (error) {
      const first = error instanceof RequestError ? error.problem?.errors?.[0] : undefined;
      if (first) return refused(first);
      throw error;
    }
    if (saved.kind === 'saved') {
      const deviations = saved.deviations.map((one) => one.path.join('.'));
      const row = rowOf(saved.record);
      return deviations.includes(change.field)
        ? { kind: 'deviating', row }
        : { kind: 'saved', row, deviations };
    }
    base = saved;
  }
  throw new RequestError({ kind: 'problem', message: 'Others keep changing this record', status: 412 });
}

type Target = Pick<WriteTarget, 'say' | 'separator'>;

/** Returns what the contract refuses in a cell's new value; undefined if nothing. */
export function cellProblem(
  resource: Resource,
  change: CellEditing & { readonly value: CellValue },
  was: CellValue,
): FieldProblem | undefined {
  const record = (value: CellValue) => withCell({}, change, value);
  return problemsOf(resource, record(was), record(change.value))[0];
}

/** Returns the sentence about a refused value. */
export function refusalText(
  problem: FieldProblem,
  { kind, value }: Pick<CellEditing, 'kind'> & { readonly value: CellValue },
  { say, separator }: Target,
): string {
  return problemText(problem, value, kind === 'decimal' ? 'number' : 'text', say, separator);
}

/** Returns a cell value as it is sent: decimals of `data` are JSON numbers, and no number takes its key away. */
export const wireValue = ({ isNumber }: CellEditing, value: CellValue): Json => {
  if (!isNumber || typeof value !== 'string') return value;
  if (value === '') return null;
  return /^-?\d+(\.\d+)?$/.test(value) ? numberOf(value) : value;
};

/** Returns a record, or a patch of one, with a cell's value; what is written beside it comes and goes with it. */
export function withCell(record: JsonObject, editing: CellEditing, value: CellValue): JsonObject {
  const path = editing.field.split('.');
  const wire = wireValue(editing, value);
  if (editing.beside && wire === null) return objectOf(withValueAt(record, path.slice(0, -1), null));
  let next = withValueAt(record, path, wire);
  for (const [key, beside] of Object.entries(editing.beside ?? {}))
    next = withValueAt(next ?? {}, [...path.slice(0, -1), key], beside);
  return objectOf(next);
}

const objectOf = (value: unknown): JsonObject => value as JsonObject;

/** Converts a record to a list row: numbers become JavaScript numbers, for display only. */
const rowOf = (record: JsonObject): Row => toPlain(record) as Row;

const etagOf = (row: Row): string | null =>
  typeof row['version'] === 'number' ? `"${row['version']}"` : null;

/** Replaces a record in the cached pages of its list by the saved one. */
export function updatePages(
  pages: readonly (readonly [readonly unknown[], RowPage | undefined])[],
  row: Row,
  set: (key: readonly unknown[], page: RowPage) => void,
): void {
  for (const [key, page] of pages)
    if (page?.rows.some((one) => one.id === row.id))
      set(key, { ...page, rows: page.rows.map((one) => (one.id === row.id ? row : one)) });
}
