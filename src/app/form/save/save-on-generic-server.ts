import { orderProblems } from '@/contract/problem';
import type { Resource } from '@/contract/resource';
import { changesBetween, wholeBody, type Change } from '@/record/diff';
import { entityOf, idIn } from '../../record/entity';
import { decimalOf } from '../../i18n/format';
import { valuesOf } from '@/record/cells';
import {
  isNumber,
  isObject,
  jsonText,
  sameValue,
  toPlain,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
  type Path,
} from '@/record/json';
import { mergeRecords } from '@/record/merge';
import { RequestError } from '../../data/request-error';
import type { Row } from '../../data/row';
import { ignoredError, isIgnored, readRecord, type Save, type Saved } from './stored-record';
import { isServerOwned, newRecord } from '../engine/validate';

type Target = Pick<Save, 'client' | 'resource'>;

/** A record that was read. */
interface ReadRecord {
  readonly record: JsonObject;
  readonly etag: string | null;
}

/**
 * Updates a record on a generic server (docs/design.md#6-servers-that-this-project-did-not-write). It has no
 * versions, so the stored record is compared with the form's base; it may not merge `data`, so `data` is sent whole;
 * its response may be incomplete, so the stored record is compared with the intended one.
 */
export async function saveOnGenericServer(save: Save, id: string): Promise<Saved> {
  const { resource, base, current } = save;
  const now = await readRecord(save.client, resource, id);
  const { merged, conflicts } = mergeRecords(base, current, now.record);
  const theirs = changesBetween(base, now.record).filter(
    ({ path, was, now: is }) =>
      !isServerOwned(resource, path) && !areTimestamps(was, is) && !sameValue(valueAt(current, path), is),
  );
  if (conflicts.length > 0 || theirs.length > 0) return { kind: 'stale', ...now };
  return { kind: 'saved', ...(await storeOnGenericServer(save, id, now, merged)) };
}

/** Writes the intended values over a record that was just read. Returns what is stored afterwards. */
export async function storeOnGenericServer(
  target: Target,
  id: string,
  now: ReadRecord,
  intended: JsonObject,
): Promise<ReadRecord & { readonly deviations: readonly Change[] }> {
  const { client, resource } = target;
  const body = wholeBody(now.record, intended);
  // The intended values are stored already: an earlier attempt succeeded and its response was lost.
  if (Object.keys(body).length === 0) return { ...now, deviations: [] };
  const response = await client.put(resource.name, id, jsonText(body));
  const stored = await readStored(target, id, response, (record) =>
    deviationsOf(resource, now.record, intended, record),
  );
  if (isIgnored(now.record, intended, stored.record)) throw ignoredError();
  return stored;
}

/**
 * Creates a record. The request has no id, as the interface specifies (4.4), and the response names the record. It
 * has no `Idempotency-Key`, which the interface does not know: a server with CORS allows only the headers it knows.
 */
export async function createOnGenericServer(save: Save): Promise<Saved> {
  const { client, resource, current } = save;
  const base = newRecord(resource);
  const response = await client.post(resource.name, jsonText(withoutEmptyFields(current)));
  const id = idIn(response.text);
  if (id === undefined) throw unverified();
  const stored = await readStored(save, id, response, (record) =>
    deviationsOf(resource, base, current, record),
  );
  return { kind: 'saved', ...stored };
}

/**
 * Returns a new record without empty fields. Our service accepts null for an empty number or reference; the interface
 * gives these fields one type (2.2, 2.3), and a strict server refuses null for it.
 */
const withoutEmptyFields = (record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );

/** Returns what is stored now. `deviations` returns the differences between a record and the intended one. */
async function readStored(
  { client, resource }: Target,
  id: string,
  response: { text: string; etag: string | null },
  deviations: (record: JsonObject) => readonly Change[],
) {
  const record = entityOf(response.text, id);
  if (record && deviations(record).length === 0) return { record, etag: response.etag, deviations: [] };
  // The response to an update is unspecified: it may be the record before the update, or a part of it.
  const read = await readRecord(client, resource, id).catch((error: unknown) => {
    // A refused key is reported as such: after signing in again, the next attempt reads the record first.
    throw error instanceof RequestError && error.status === 401 ? error : unverified(error);
  });
  return { ...read, deviations: deviations(read.record) };
}

const unverified = (cause?: unknown): RequestError =>
  new RequestError({ kind: 'unverified', message: 'What is stored could not be read', cause });

/**
 * Returns the fields that were stored differently: sent values that differ, and untouched values that are gone or
 * changed. Fields that the server adds or writes itself do not count.
 */
function deviationsOf(
  resource: Resource,
  before: JsonObject,
  intended: JsonObject,
  stored: JsonObject,
): readonly Change[] {
  return changesBetween(intended, stored).filter(({ path, was, now }) => {
    if (path[0] === 'id' || isServerOwned(resource, path) || was === undefined) return false;
    const isTouched = !sameValue(valueAt(before, path), was);
    if (isTouched) return !sameValue(was, now ?? null) && !isSameNumber(was, now);
    const isKnown =
      path[0] === 'data' || Object.hasOwn(resource.fields, path[0] ?? '') || path[0] === 'active';
    return now === undefined || (isKnown && !areTimestamps(was, now) && !isEmpty(was, now));
  });
}

/** Both are timestamps: the server writes when something happened. */
const areTimestamps = (one: Json | undefined, other: Json | undefined): boolean =>
  [one, other].every((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value));

/**
 * A decimal as text equals the same decimal as a number: a server that stores numbers has stored the intended value.
 */
function isSameNumber(one: Json | undefined, other: Json | undefined): boolean {
  if (isNumber(one) === isNumber(other)) return false;
  const [first, second] = [one, other].map((value) => decimalOf(isNumber(value) ? value.value : value));
  return first != null && second != null && first.eq(second);
}

/** Two representations of an empty value. */
const isEmpty = (one: Json | undefined, other: Json | undefined): boolean =>
  [one, other].every(
    (value) => value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0),
  );

/** A value that a record gets, and the one that it was read with (as `JSON.parse` gives it), if that is to be compared. */
export interface ValueEdit {
  readonly path: Path;
  readonly after: Json | undefined;
  readonly before?: { readonly value: unknown };
}

/** Returns the values that a merge patch sets in a row of a list. */
export const editsOf = (patch: JsonObject, row: Row): readonly ValueEdit[] =>
  valuesOf(patch).map(({ path, after }) => ({ path, after, before: { value: plainAt(row, path) } }));

/**
 * Changes some values of a record, whatever its other values are. `stale`: somebody changed one of them since it was read,
 * and nothing was written. `back` are the edits that take the change back. Throws a `RequestError` if it is unknown whether
 * it was stored.
 */
export async function editOnGenericServer(
  target: Target,
  id: string,
  edits: readonly ValueEdit[],
): Promise<Saved & { readonly back: readonly ValueEdit[] }> {
  const now = await readRecord(target.client, target.resource, id);
  const plain = toPlain(now.record);
  const isStale = edits.some(
    ({ path, before, after }) =>
      before &&
      !isSamePlain(plainAt(plain, path), before.value) &&
      !isSamePlain(plainAt(plain, path), toPlain(after ?? null)),
  );
  if (isStale) return { kind: 'stale', ...now, back: [] };
  const intended = edits.reduce<Json | undefined>(
    // A value is taken away by null: a server that merges keeps what is only missing.
    (record, { path, after }) => withValueAt(record, path, after ?? null),
    now.record,
  );
  if (!isObject(intended)) throw new TypeError('A record is an object');
  refuseDisorder(target.resource, intended, edits);
  const stored = await storeOnGenericServer(target, id, now, intended);
  const isMissed = stored.deviations.some((one) =>
    edits.some(({ path }) => path.every((key, at) => one.path[at] === key)),
  );
  if (isMissed) throw unverified();
  const back = edits.map(({ path }) => ({
    path,
    after: valueAt(now.record, path),
    before: { value: toPlain(valueAt(stored.record, path) ?? null) },
  }));
  return { kind: 'saved', ...stored, back };
}

/** Refuses edits of days after which the last is before the first, as our own service does; another may not look. */
function refuseDisorder({ inOrder }: Resource, { data }: JsonObject, edits: readonly ValueEdit[]): void {
  if (!isObject(data)) return;
  const isEdited = (key: string) => edits.some(({ path }) => path[0] === 'data' && path[1] === key);
  const errors = orderProblems(inOrder, data, isEdited);
  const [first] = errors;
  if (!first) return;
  const { code, detail } = first;
  const problem = { type: 'about:blank', title: detail, status: 422, detail, code, request_id: '', errors };
  throw new RequestError({ kind: 'problem', status: 422, message: detail, problem });
}

const plainAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );

const isSamePlain = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
