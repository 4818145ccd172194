import type { Resource } from '@/contract/resource';
import type { Client } from '../../data/client';
import { RequestError } from '../../data/request-error';
import type { Row } from '../../data/row';
import type { ValueEdit } from '../../form/save/save-on-generic-server';
import type { SignedIn } from '../../session/session';
import { isOwnedByParent } from './owned-by-parent';
import type { SelectedRow } from './selection';

/** How many records are written concurrently. */
const concurrency = 6;

/** Why a record was not changed. `deviations`: it was changed, but the server changed untouched fields as well. */
export type Failure = 'owned' | 'stopped' | Error | { readonly deviations: readonly string[] };

/** The result of a bulk action. */
export interface BulkResult {
  /** The changed records with their new versions, if the service returned them. */
  readonly changed: readonly SelectedRow[];
  readonly failed: readonly { readonly record: SelectedRow; readonly why: Failure }[];
  /** How many records had the state already and were not written. */
  readonly unchanged: number;
}

/** What a bulk action does: it activates or deactivates, or edits values one record at a time. */
export type BulkChange = { readonly active: boolean } | { readonly edits: EditsById };

/** Records to change, and what about them. */
export interface BulkRequest {
  readonly records: readonly SelectedRow[];
  readonly change: BulkChange;
  readonly isUndo: boolean;
  /** The result of the attempt that is repeated; the records are its failures. */
  readonly previous?: BulkResult & Partial<EditResult>;
}

/** How a bulk action goes on: until `signal`, with news of how many records it has been at. */
interface BulkOptions {
  readonly ownCompany: string | null;
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
}

/** Runs a bulk action; what an earlier attempt changed is part of the result, because it can be undone as well. */
export async function runBulk(
  { client, me, server }: SignedIn,
  resource: Resource,
  { records, change, previous }: BulkRequest,
  running: Pick<BulkOptions, 'signal' | 'progress'>,
): Promise<BulkResult & Partial<EditResult>> {
  const options = { ...running, ownCompany: me?.company.id ?? null, rereads: previous !== undefined };
  const byEdits = async (edits: EditsById): Promise<EditResult> => {
    const todo = records.filter(({ id }) => edits.has(id));
    const edited = await editRecords(client, resource, todo, edits, options);
    return { ...edited, unchanged: records.length - todo.length };
  };
  const now: BulkResult & Partial<EditResult> =
    'edits' in change
      ? await byEdits(change.edits)
      : server.can.mergePatch
        ? await setActive(client, resource, records, change.active, options)
        : await byEdits(activeEdits(records, change.active));
  return {
    ...now,
    changed: [...(previous?.changed ?? []), ...now.changed],
    back: new Map([...(previous?.back ?? []), ...(now.back ?? [])]),
    unchanged: now.unchanged + (previous?.unchanged ?? 0),
  };
}

/** Returns the edits that activate or deactivate those of the records that are not so already. */
const activeEdits = (records: readonly SelectedRow[], active: boolean): EditsById =>
  new Map(
    records
      .filter((record) => record.active !== active)
      .map(({ id }) => [id, [{ path: ['active'], after: active }]]),
  );

/**
 * Activates or deactivates records, six at a time (docs/design.md#concurrency), with a result for each. Records of a
 * parent company are not sent; a record that changed since it was read is refused by the service (`If-Match`) and not
 * changed.
 */
export async function setActive(
  client: Client,
  resource: Resource,
  records: readonly SelectedRow[],
  active: boolean,
  options: BulkOptions & {
    /** Reads each record first, to retry on the current version. */
    readonly rereads?: boolean;
  },
): Promise<BulkResult> {
  const changed: SelectedRow[] = [];
  const todo = records.filter((record) => record.active !== active);
  const failed = await changeEach(todo, options, async (record) => {
    const { name } = resource;
    const version = options.rereads
      ? versionOf((await client.getRecord(name, record.id)).text)
      : record.version;
    const ifMatch = version === null ? undefined : `"${version}"`;
    const { text } = await client.put(name, record.id, JSON.stringify({ active }), { ifMatch });
    changed.push({ ...record, active, version: versionOf(text) });
    return null;
  });
  return { changed, failed, unchanged: records.length - todo.length };
}

/** What is edited in records, by their ids. */
export type EditsById = ReadonlyMap<string, readonly ValueEdit[]>;

/** The result of edits: also the records as they are stored, whoever changed them, and the edits that take the change back. */
export interface EditResult extends BulkResult {
  readonly rows: readonly Row[];
  readonly back: EditsById;
}

/**
 * Edits records one by one, where the server keeps no change sets: six at a time, with a result for each. What is stored
 * is compared with what was meant, as after each save there (docs/design.md#6-servers-that-this-project-did-not-write).
 */
export async function editRecords(
  client: Client,
  resource: Resource,
  records: readonly SelectedRow[],
  edits: EditsById,
  options: BulkOptions,
): Promise<EditResult> {
  const { editOnGenericServer } = await import('../../form/save/save-on-generic-server');
  const { toPlain } = await import('@/record/json');
  const changed: SelectedRow[] = [];
  const rows: Row[] = [];
  const back = new Map<string, readonly ValueEdit[]>();
  const failed = await changeEach(records, options, async (record) => {
    const saved = await editOnGenericServer({ client, resource }, record.id, edits.get(record.id) ?? []);
    const row = toPlain(saved.record) as Row;
    rows.push(row);
    if (saved.kind === 'stale')
      return new RequestError({ kind: 'problem', status: 412, message: 'Somebody has changed it since' });
    if (saved.deviations.length > 0)
      return { deviations: saved.deviations.map(({ path }) => path.join('.')) };
    changed.push({ ...record, active: row.active, version: null });
    back.set(record.id, saved.back);
    return null;
  });
  return { changed, failed, unchanged: 0, rows, back };
}

/** Changes records, six at a time; returns those that failed, and why. */
async function changeEach(
  records: readonly SelectedRow[],
  { ownCompany, signal, progress }: BulkOptions,
  change: (record: SelectedRow) => Promise<Failure | null>,
): Promise<BulkResult['failed']> {
  const failed: { record: SelectedRow; why: Failure }[] = [];
  const queue = records.values();
  let done = 0;
  const attempt = async (record: SelectedRow): Promise<Failure | null> => {
    if (isOwnedByParent(record.company, ownCompany)) return 'owned';
    if (signal.aborted) return 'stopped';
    try {
      return await change(record);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
  const work = async () => {
    for (const record of queue) {
      const why = await attempt(record);
      if (why) failed.push({ record, why });
      progress(++done);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return failed;
}

/** Returns the version in the response of a write; null if there is none. */
function versionOf(text: string): number | null {
  try {
    const body: unknown = JSON.parse(text);
    const version = typeof body === 'object' && body !== null && 'version' in body ? body.version : null;
    return typeof version === 'number' ? version : null;
  } catch {
    return null;
  }
}
