import type { Resource } from '../../contract/resource';
import { changesBetween, wholeBody, type Change } from '../record/diff';
import { entityOf, idIn } from '../record/entity';
import { isObject, jsonText, sameValue, valueAt, type Json, type JsonObject } from '../record/json';
import { mergeRecords } from '../record/merge';
import { RequestError } from '../request-error';
import { readRecord, type Save, type Saved } from './save';
import { isServerOwned } from './validate';

/**
 * An update on a server of which only the interface is known (design 6). It has no versions, so what stands there
 * now is compared with what the form started from; whether it merges `data` is not shown, so `data` goes whole;
 * what it answers is not shown, so what is stored is compared with what was meant.
 */
export async function saveOnBare(save: Save, id: string): Promise<Saved> {
  const { client, resource, base, current } = save;
  const now = await readRecord(client, resource, id);
  const { merged, conflicts } = mergeRecords(base, current, now.record);
  const theirs = changesBetween(base, now.record).filter(
    ({ path, was, now: is }) =>
      !isServerOwned(resource, path) && !isClock(was, is) && !sameValue(valueAt(current, path), is),
  );
  if (conflicts.length > 0 || theirs.length > 0) return { kind: 'stale', ...now };
  const body = wholeBody(now.record, merged);
  // What was meant stands there already: an earlier try came through, whose answer did not.
  if (Object.keys(body).length === 0) return { kind: 'saved', ...now, unlike: [] };
  const answer = await client.put(resource.name, id, jsonText(body));
  const stored = await storedNow(save, id, answer);
  return { kind: 'saved', ...stored, unlike: unlikeness(resource, now.record, merged, stored.record) };
}

/** A create: without an id, as the interface says (4.4), and what comes back is what there is. */
export async function createOnBare(save: Save): Promise<Saved> {
  const { client, resource, base, current, idempotencyKey } = save;
  const answer = await client.post(resource.name, jsonText(current), { idempotencyKey });
  const id = idIn(answer.text);
  if (id === undefined) throw unverified();
  const stored = await storedNow(save, id, answer);
  return { kind: 'saved', ...stored, unlike: unlikeness(resource, base, current, stored.record) };
}

async function storedNow(save: Save, id: string, answer: { text: string; etag: string | null }) {
  const record = entityOf(answer.text, id);
  if (record) return { record, etag: answer.etag };
  try {
    return await readRecord(save.client, save.resource, id);
  } catch (error) {
    // A refused key is told as such: signed in again, trying again looks first.
    throw error instanceof RequestError && error.status === 401 ? error : unverified(error);
  }
}

const unverified = (cause?: unknown): RequestError =>
  new RequestError({ kind: 'unverified', message: 'What is stored could not be read', cause });

/**
 * What is stored otherwise than it was meant, field by field: what was sent and stands there differently, and what
 * was not touched and is gone or other than before. What the server adds or writes itself is no difference.
 */
function unlikeness(
  resource: Resource,
  before: JsonObject,
  meant: JsonObject,
  stored: JsonObject,
): readonly Change[] {
  return changesBetween(meant, stored).filter(({ path, was, now }) => {
    if (path[0] === 'id' || isServerOwned(resource, path) || was === undefined) return false;
    const isTouched = !sameValue(valueAt(before, path), was);
    if (isTouched) return !sameValue(was, now ?? null);
    const isKnown =
      path[0] === 'data' || Object.hasOwn(resource.fields, path[0] ?? '') || path[0] === 'active';
    return now === undefined || (isKnown && !isClock(was, now) && !isEmpty(was, now));
  });
}

/** Both are moments: the server writes when something happened. */
const isClock = (one: Json | undefined, other: Json | undefined): boolean =>
  [one, other].every((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value));

/** Nothing, written in two ways. */
const isEmpty = (one: Json | undefined, other: Json | undefined): boolean =>
  [one, other].every(
    (value) => value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0),
  );
