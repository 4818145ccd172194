import { isArray, isNumber, isObject, parseJson, type Json, type JsonObject } from '@/record/json';

/** Names under which servers wrap a record in an object. */
const wrappers = ['data', 'item', 'result', 'record', 'entity'];

/**
 * Parses the record in a response (docs/interface.md#43-get-one) with all its digits: the object itself, or the
 * one wrapped in it; `data` sent as JSON text is parsed (docs/interface.md#21-common-fields). Returns null if
 * there is none.
 */
export function recordIn(text: string): JsonObject | null {
  try {
    return withDataRead(unwrapped(parseJson(text)));
  } catch {
    return null;
  }
}

/**
 * Returns the whole entity with this id from the response to a write, or null if it holds none: the interface
 * does not specify the response to a PUT (4.5).
 */
export function entityOf(text: string, id: string | null): JsonObject | null {
  const record = recordIn(text);
  const isWhole = record !== null && record['data'] !== undefined && 'active' in record;
  return isWhole && sameId(record['id'], id) ? record : null;
}

/** Returns the id in a response. */
export function idIn(text: string): string | undefined {
  const id = idText(recordIn(text)?.['id']);
  return id === '' ? undefined : id;
}

/** Converts an id to text. Ids are GUIDs as text (docs/interface.md#21-common-fields); some servers use numbers. */
const idText = (id: Json | undefined): string | undefined =>
  isNumber(id) ? id.value : typeof id === 'string' ? id : undefined;

function sameId(value: Json | undefined, id: string | null): boolean {
  const text = idText(value);
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
