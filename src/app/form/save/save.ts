import { changesBetween, exactBodies, patchBody, sameText, type Change } from '@/record/diff';
import { entityOf, idIn } from '../../record/entity';
import {
  isObject,
  jsonText,
  sameValue,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
  type Path,
} from '@/record/json';
import { RequestError } from '../../data/request-error';
import { createOnGenericServer, saveOnGenericServer } from './save-on-generic-server';
import { isAcceptable, isServerOwned, newRecord } from '../engine/validate';
import { ignoredError, isIgnored, readRecord, type Save, type Saved } from './stored-record';

/**
 * Creates or updates a record (docs/interface.md#44-create-or-upsert, 4.5). Throws a `RequestError` if it is unknown
 * whether the record was stored.
 */
export async function saveRecord(save: Save): Promise<Saved> {
  const { client, resource, id, current, idempotencyKey } = save;
  if (!save.server.can.mergePatch)
    return id === null ? createOnGenericServer(save) : saveOnGenericServer(save, id);
  if (id !== null) return saveOnOwnService(save, id);
  return savedFrom(save, await client.post(resource.name, jsonText(current), { idempotencyKey }));
}

async function saveOnOwnService(save: Save, id: string): Promise<Saved> {
  const { client, resource, base, etag, current, exact = false } = save;
  const accepts = (path: Path, value: Json) => isAcceptable(resource, path, value);
  const [body = {}, ...more] = exact ? exactBodies(base, current, accepts) : [patchBody(base, current)];
  try {
    let response = await client.put(resource.name, id, jsonText(body), { ifMatch: etag ?? undefined });
    for (const next of more)
      response = await client.put(resource.name, id, jsonText(next), { ifMatch: response.etag ?? undefined });
    return await savedFrom(save, response);
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 412) throw error;
    // The problem's own `current` was parsed with a loss of digits, so the record is read as text.
    const now = await readRecord(client, resource, id);
    // The intended values are stored already: an earlier attempt succeeded and its response was lost.
    const isAlreadyStored = changesBetween(current, now.record, [], exact ? sameText : sameValue).every(
      ({ path }) => isServerOwned(resource, path),
    );
    return isAlreadyStored ? { kind: 'saved', ...now, deviations: [] } : { kind: 'stale', ...now };
  }
}

async function savedFrom(save: Save, response: { text: string; etag: string | null }): Promise<Saved> {
  const { client, resource, current } = save;
  // What a form suggested counts as stored in it, and still has to be.
  const base = save.id === null ? newRecord(resource) : save.base;
  const entity = entityOf(response.text, save.id);
  const { record, etag } = entity
    ? { record: entity, etag: response.etag }
    : await readRecord(client, resource, save.id ?? createdId(response.text));
  // Something other than our service sent this response.
  if (!entity && isIgnored(base, current, record)) throw ignoredError();
  const deviations = changesBetween(base, current)
    .map(({ path }) => ({ path, was: valueAt(current, path), now: valueAt(record, path) }))
    .filter(({ was, now }) => !sameValue(was ?? null, now ?? null));
  return { kind: 'saved', record, etag, deviations };
}

function createdId(text: string): string {
  const id = idIn(text);
  if (id !== undefined) return id;
  throw new RequestError({ kind: 'notJson', message: 'The answer names no id' });
}

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
