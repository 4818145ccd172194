import type { Resource } from '@/contract/resource';
import type { Client } from '../../data/client';
import { isOwnedByParent } from './owned-by-parent';
import type { SelectedRow } from './selection';

/** How many records are written concurrently. */
const concurrency = 6;

/** Why a record was not changed. `deviations`: it was changed, but a generic server changed untouched fields as well. */
export type Failure = 'owned' | 'stopped' | Error | { readonly deviations: readonly string[] };

/** The result of a bulk action. */
export interface BulkResult {
  /** The changed records with their new versions, if the service returned them. */
  readonly changed: readonly SelectedRow[];
  readonly failed: readonly { readonly record: SelectedRow; readonly why: Failure }[];
  /** How many records had the state already and were not written. */
  readonly unchanged: number;
}

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
  options: {
    ownCompany: string | null;
    /** Whether the server is a generic one. */
    isGenericServer: boolean;
    signal: AbortSignal;
    progress: (done: number) => void;
    /** Reads each record first, to retry on the current version. */
    rereads?: boolean;
  },
): Promise<BulkResult> {
  const { ownCompany, isGenericServer, signal, progress, rereads = false } = options;
  const changed: SelectedRow[] = [];
  const failed: { record: SelectedRow; why: Failure }[] = [];
  const todo = records.filter((record) => record.active !== active);
  const queue = todo.values();
  let done = 0;

  async function work() {
    for (const record of queue) {
      const why = await change(record);
      if (why) failed.push({ record, why });
      progress(++done);
    }
  }

  async function change(record: SelectedRow): Promise<Failure | null> {
    if (isOwnedByParent(record.company, ownCompany)) return 'owned';
    if (signal.aborted) return 'stopped';
    try {
      if (isGenericServer) return await changeOnGenericServer(record);
      const { name } = resource;
      const version = rereads ? versionOf((await client.getRecord(name, record.id)).text) : record.version;
      const ifMatch = version === null ? undefined : `"${version}"`;
      const { text } = await client.put(name, record.id, JSON.stringify({ active }), { ifMatch });
      changed.push({ ...record, active, version: versionOf(text) });
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /**
   * Compares the stored record with the intended one, as after each save on a generic server
   * (docs/design.md#6-servers-that-this-project-did-not-write).
   */
  async function changeOnGenericServer(record: SelectedRow): Promise<Failure | null> {
    const { setActiveOnGenericServer } = await import('./bulk-on-generic-server');
    const deviations = await setActiveOnGenericServer(client, resource, record.id, active);
    if (deviations.length > 0) return { deviations };
    changed.push({ ...record, active, version: null });
    return null;
  }

  await Promise.all(Array.from({ length: concurrency }, work));
  return { changed, failed, unchanged: records.length - todo.length };
}

/**
 * Returns the version in the response of a write; null if there is none, since a generic server may answer anything.
 */
function versionOf(text: string): number | null {
  try {
    const body: unknown = JSON.parse(text);
    const version = typeof body === 'object' && body !== null && 'version' in body ? body.version : null;
    return typeof version === 'number' ? version : null;
  } catch {
    return null;
  }
}
