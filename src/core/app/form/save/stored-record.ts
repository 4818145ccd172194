import type { Resource } from '../../../contract/resource';
import type { Client } from '../../data/client';
import { RequestError } from '../../data/request-error';
import { changesBetween, type Change } from '../../record/diff';
import { sameValue, valueAt, type JsonObject } from '../../record/json';
import { parseRecordResponse } from '../../record/parse-record-response';

/** One record, read with all its digits, as it stands or stood at a moment. */
export async function readRecord(
  client: Client,
  resource: Resource,
  id: string,
  signal?: AbortSignal,
  asOf: string | null = null,
): Promise<{ record: JsonObject; etag: string | null }> {
  return parseRecordResponse(await client.getRecord(resource.name, id, signal, asOf));
}
/** What is to be saved, and from which version it started. */
export interface Save {
  readonly client: Client;
  readonly resource: Resource;
  /** Null for a record that does not exist yet. */
  readonly id: string | null;
  readonly base: JsonObject;
  readonly etag: string | null;
  readonly current: JsonObject;
  /** Our own service merges `data` and knows versions; of any other only the interface is known. */
  readonly isGenericServer: boolean;
  /** To be stored to the digit: what stood in another version is put back. */
  readonly exact?: boolean;
  /** The same for every try of one create, so that it happens once. */
  readonly idempotencyKey: string;
}
/**
 * How it went. `saved`: `unlike` lists what the service stored otherwise than it was asked to.
 * `stale`: somebody saved another version since; nothing was written.
 */
export type Saved =
  | {
      readonly kind: 'saved';
      readonly record: JsonObject;
      readonly etag: string | null;
      readonly unlike: readonly Change[];
    }
  | { readonly kind: 'stale'; readonly record: JsonObject; readonly etag: string | null };
/** Whether nothing of what was meant to change has changed. */
export function isIgnored(before: JsonObject, meant: JsonObject, stored: JsonObject): boolean {
  const changes = changesBetween(before, meant);
  return changes.length > 0 && changes.every(({ path, was }) => sameValue(was, valueAt(stored, path)));
}
export const ignored = (): RequestError =>
  new RequestError({ kind: 'ignored', message: 'Accepted, and nothing of it is stored' });
