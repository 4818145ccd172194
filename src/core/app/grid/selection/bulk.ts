import type { Resource } from '../../../contract/resource';
import type { Client } from '../../data/client';
import type { ChosenRow } from './selection';

/** How many records are written at the same time. */
const atOnce = 6;

/**
 * Why a record was left as it was: before asking, or by the service. `unlike`: it was changed, and fields that
 * nobody touched besides, on a server of which only the interface is known.
 */
export type Failure = 'owned' | 'stopped' | Error | { readonly unlike: readonly string[] };

/** What a bulk action did. */
export interface BulkResult {
  /** Changed, each with the version it has now where the service says so. */
  readonly changed: readonly ChosenRow[];
  readonly failed: readonly { readonly record: ChosenRow; readonly why: Failure }[];
  /** Were so already, and were not written. */
  readonly unchanged: number;
}

/**
 * Activates or deactivates records one by one, six at a time (docs/design.md#concurrency): each has its own
 * result. A record of a parent company is not even asked for; one that changed since it was read is
 * refused by the service (`If-Match`) and stays as it is.
 */
export async function setActive(
  client: Client,
  resource: Resource,
  records: readonly ChosenRow[],
  active: boolean,
  options: {
    ownCompany: string | null;
    /** Whether of the server only the interface is known. */
    isGenericServer: boolean;
    signal: AbortSignal;
    progress: (done: number) => void;
    /** Each record is read first: it may have changed since the list was read, and that is known. */
    anew?: boolean;
  },
): Promise<BulkResult> {
  const { ownCompany, isGenericServer, signal, progress, anew = false } = options;
  const changed: ChosenRow[] = [];
  const failed: { record: ChosenRow; why: Failure }[] = [];
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

  async function change(record: ChosenRow): Promise<Failure | null> {
    if (isOwnedByParent(record.company, ownCompany)) return 'owned';
    if (signal.aborted) return 'stopped';
    try {
      if (isGenericServer) return await changeOnGenericServer(record);
      const { name } = resource;
      const version = anew ? versionOf((await client.getRecord(name, record.id)).text) : record.version;
      const ifMatch = version === null ? undefined : `"${version}"`;
      const { text } = await client.put(name, record.id, JSON.stringify({ active }), { ifMatch });
      changed.push({ ...record, active, version: versionOf(text) });
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /**
   * There what is stored is compared with what was meant, as after each save
   * (docs/design.md#6-servers-that-this-project-did-not-write).
   */
  async function changeOnGenericServer(record: ChosenRow): Promise<Failure | null> {
    const { setActiveOnGenericServer: setActiveOnBare } = await import('./bulk-on-generic-server');
    const unlike = await setActiveOnBare(client, resource, record.id, active);
    if (unlike.length > 0) return { unlike };
    changed.push({ ...record, active, version: null });
    return null;
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  return { changed, failed, unchanged: records.length - todo.length };
}

/** Whether a record belongs to a company above the caller's own (docs/design.md#company-scope). */
export const isOwnedByParent = (company: unknown, ownCompany: string | null): boolean =>
  typeof company === 'string' && ownCompany !== null && company !== ownCompany;

/** The version that a written record came back with; the bare interface may answer anything. */
function versionOf(text: string): number | null {
  try {
    const body: unknown = JSON.parse(text);
    const version = typeof body === 'object' && body !== null && 'version' in body ? body.version : null;
    return typeof version === 'number' ? version : null;
  } catch {
    return null;
  }
}
