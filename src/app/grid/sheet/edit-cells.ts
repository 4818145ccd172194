import type { Resource } from '@/contract/resource';
import type { Client } from '../../data/client';
import { RequestError } from '../../data/request-error';
import { editsOf } from '../../form/save/save-on-generic-server';
import { editRecords } from '../selection/bulk';
import { selectedRow } from '../selection/selection';
import { patchOf, pointerOfField, type Pending, type PendingRecord } from './pending';
import type { Applied } from './sheet-store';

/** What came of the records; `unlike`: those of which the server has changed more than their cells. */
interface EditedCells extends Applied {
  readonly id: null;
  readonly unlike: readonly { readonly name: string; readonly fields: readonly string[] }[];
}

/**
 * Stores the changed cells of records where the server keeps no change sets: each record by itself, with a result for
 * each. A cell that somebody changed since is refused, and so is its record.
 */
export async function editCells(
  client: Client,
  resource: Resource,
  records: Pending,
  say: { readonly conflict: string; readonly errorText: (error: Error) => string },
): Promise<EditedCells> {
  const edits = new Map([...records].map(([id, record]) => [id, editsOf(patchOf(record), record.row)]));
  const selected = [...records.values()].map(({ row }) => selectedRow(row));
  const { rows, failed } = await editRecords(client, resource, selected, edits, {
    // A cell of a parent company's record is never changed.
    ownCompany: null,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  const refused: Applied['refused'][number][] = [];
  const unlike: EditedCells['unlike'][number][] = [];
  for (const { record, why } of failed)
    if (why instanceof Error) refused.push(...refusals(record.id, records.get(record.id), why, say));
    else if (typeof why === 'object') unlike.push({ name: record.name, fields: why.deviations });
  return { id: null, rows, refused, unlike };
}

/** Returns what a server said against a record: at the cells that it names, or else at all that were changed. */
function refusals(
  id: string,
  record: PendingRecord | undefined,
  why: Error,
  say: { readonly conflict: string; readonly errorText: (error: Error) => string },
): Applied['refused'] {
  const fields = [...(record?.cells.keys() ?? [])];
  const problems = (why instanceof RequestError && why.problem?.errors) || [];
  const isChangedSince = why instanceof RequestError && why.status === 412;
  const text = isChangedSince ? say.conflict : say.errorText(why);
  return fields.map((field) => {
    const problem = problems.find(({ pointer }) => pointer === pointerOfField(field)) ?? problems[0];
    return { id, field, text: problem?.detail ?? text };
  });
}
