import { changesBetween, sameText, type Change } from '@/record/diff';
import { isObject, valueAt, withValueAt, type Json, type JsonObject } from '@/record/json';
import { isServerOwned } from '../engine/validate';
import { saveRecord } from './save';
import { readRecord, type Save } from './stored-record';

/** A save of a stored record: what was before, and what the service stored. */
export interface Done extends Pick<Save, 'client' | 'resource' | 'server'> {
  readonly id: string;
  readonly before: JsonObject;
  readonly stored: JsonObject;
}

/** Returns what a save changed, without what the service writes by itself. */
export const changesOf = ({
  resource,
  before,
  stored,
}: Pick<Done, 'resource' | 'before' | 'stored'>): Change[] =>
  changesBetween(before, stored, [], sameText).filter(({ path }) => !isServerOwned(resource, path));

/**
 * Saves the values back that a save changed, to the digit, and leaves all others as they are now. Returns null, and has
 * written nothing, if one of them was changed since.
 */
export async function undoSave(done: Done): Promise<{ record: JsonObject; etag: string | null } | null> {
  const { client, resource, server, id } = done;
  const { record: base, etag } = await readRecord(client, resource, id);
  const changes = changesOf(done);
  if (changes.some(({ path, now }) => !sameText(valueAt(base, path), now))) return null;
  const current = changes.reduce<Json>((tree, { path, was }) => withValueAt(tree, path, was) ?? tree, base);
  if (!isObject(current)) return null;
  const save = { client, resource, id, base, etag, current, server, exact: true, idempotencyKey: '' };
  const result = await saveRecord(save);
  return result.kind === 'stale' ? null : { record: result.record, etag: result.etag };
}
