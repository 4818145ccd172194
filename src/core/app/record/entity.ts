import { isArray, isNumber, isObject, parseJson, type Json, type JsonObject } from './json';

/** Names under which servers put the one record of an answer. */
const wrappers = ['data', 'item', 'result', 'record', 'entity'];

/**
 * The record in an answer (docs/interface.md#43-get-one), with all its digits: the object itself, or the one that it
 * wraps; `data` that came as JSON text is the object that it says (docs/interface.md#21-common-fields). Null where
 * there is none.
 */
export function recordIn(text: string): JsonObject | null {
  try {
    return withDataRead(unwrapped(parseJson(text)));
  } catch {
    return null;
  }
}

/** The whole entity with this id in the answer of a write; the interface does not show what a PUT answers (4.5). */
export function entityOf(text: string, id: string | null): JsonObject | null {
  const record = recordIn(text);
  const isWhole = record !== null && record['data'] !== undefined && 'active' in record;
  return isWhole && sameId(record['id'], id) ? record : null;
}

/** The id that an answer names. */
export function idIn(text: string): string | undefined {
  const id = idText(recordIn(text)?.['id']);
  return id === '' ? undefined : id;
}

/** Ids are GUIDs as text (docs/interface.md#21-common-fields); some servers number their records. */
const idText = (id: Json | undefined): string | undefined =>
  isNumber(id) ? id.value : typeof id === 'string' ? id : undefined;

function sameId(found: Json | undefined, id: string | null): boolean {
  const text = idText(found);
  return text !== undefined && (id === null || text.toLowerCase() === id.toLowerCase());
}

function unwrapped(value: Json): JsonObject | null {
  if (isArray(value)) return value.length === 1 && isObject(value[0]) ? value[0] : null;
  if (!isObject(value)) return null;
  if ('id' in value) return value;
  for (const name of wrappers) {
    const inner = value[name];
    if (isObject(inner) && 'id' in inner) return inner;
  }
  return value;
}

function withDataRead(record: JsonObject | null): JsonObject | null {
  const data = record?.['data'];
  if (!record || typeof data !== 'string') return record;
  try {
    const read = parseJson(data);
    return isObject(read) ? { ...record, data: read } : record;
  } catch {
    return record;
  }
}
