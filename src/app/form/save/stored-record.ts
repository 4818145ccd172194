import type { Resource } from '@/contract/resource';
import type { Client } from '../../data/client';
import type { Server } from '../../session/capabilities';
import { RequestError } from '../../data/request-error';
import { changesBetween, type Change } from '@/record/diff';
import { sameValue, valueAt, type JsonObject } from '@/record/json';
import { parseRecordResponse } from '../../record/parse-record-response';

/** Reads one record, keeping numbers to the digit, as it is or was at a moment. */
export async function readRecord(
  client: Client,
  resource: Resource,
  id: string,
  signal?: AbortSignal,
  asOf: string | null = null,
): Promise<{ record: JsonObject; etag: string | null }> {
  return parseRecordResponse(await client.getRecord(resource.name, id, signal, asOf));
}
/** A save: the record to store, and the version that it is based on. */
export interface Save {
  readonly client: Client;
  readonly resource: Resource;
  /** Null for a record that does not exist yet. */
  readonly id: string | null;
  readonly base: JsonObject;
  readonly etag: string | null;
  readonly current: JsonObject;
  /** Where it does not merge `data` and has no versions (`can.mergePatch`), only the interface is relied on. */
  readonly server: Server;
  /** Stores values to the digit, to restore another version. */
  readonly exact?: boolean;
  /** Equal for every attempt of one create, so that it happens once. */
  readonly idempotencyKey: string;
}
/**
 * The result of a save. `saved`: `deviations` lists what the service stored differently. `stale`: somebody saved another
 * version since; nothing was written.
 */
export type Saved =
  | {
      readonly kind: 'saved';
      readonly record: JsonObject;
      readonly etag: string | null;
      readonly deviations: readonly Change[];
    }
  | { readonly kind: 'stale'; readonly record: JsonObject; readonly etag: string | null };
/** Returns whether none of the intended changes was stored. */
export function isIgnored(before: JsonObject, intended: JsonObject, stored: JsonObject): boolean {
  const changes = changesBetween(before, intended);
  return changes.length > 0 && changes.every(({ path, was }) => sameValue(was, valueAt(stored, path)));
}

/** Returns the error for a write that the server accepted without storing anything of it. */
export const ignoredError = (): RequestError =>
  new RequestError({ kind: 'ignored', message: 'Accepted, and nothing of it is stored' });
