import type { ReadPage } from '../data/list-reader';
import { RequestError } from '../data/request-error';
import { noIdPrefix, type Row } from '../data/row';

/** Names under which servers wrap the array of a list in an object. */
const wrappers = ['data', 'items', 'results', 'records', 'rows', 'entities', 'content', 'value'];

/** Names under which servers send the number of all records. */
const countNames = ['total', 'total_count', 'totalCount', 'total_items', 'totalItems', 'count'];

/** Names of objects with paging information. */
const pageInfoNames = ['meta', 'pagination', 'paging', 'page_info', 'pageInfo'];

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses the response of a list: an array, the cursor form, or an array wrapped in an object in any way.
 *
 * @throws RequestError (`notJson`) if it contains no list.
 */
export function parseList(text: string, headers: Headers, resource: string): ReadPage {
  const body = text.trim() === '' ? [] : parse(text);
  const list = findArray(body, resource);
  if (!list) throw new RequestError({ kind: 'notJson', message: 'The answer holds no list' });
  const pageInfo = isFields(body) ? body : {};
  const isCursor = typeof pageInfo['has_more'] === 'boolean' || 'next_cursor' in pageInfo;
  const cursor = pageInfo['next_cursor'];
  const more = pageInfo['has_more'] ?? (typeof cursor === 'string' && cursor !== '');
  const hasNext = isCursor && more === true && (typeof cursor === 'string' || typeof cursor === 'number');
  return {
    rows: list.map(rowOf),
    total: numberIn(headers, 'X-Total-Count') ?? findCount(pageInfo),
    pageSize: numberIn(headers, 'X-Page-Size'),
    next: hasNext ? String(cursor) : null,
    isCursor,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RequestError({ kind: 'notJson', message: 'The answer is no JSON', cause });
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function findArray(body: unknown, resource: string, depth = 0): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  if (!isFields(body)) return null;
  for (const name of [...wrappers, resource]) {
    const inner = body[name];
    if (Array.isArray(inner)) return inner;
    if (depth === 0 && isFields(inner)) {
      const array = findArray(inner, resource, 1);
      if (array) return array;
    }
  }
  const arrays = Object.values(body).filter((value) => Array.isArray(value));
  if (arrays.length === 1) return arrays[0] ?? null;
  // An object of records by their id.
  const values = Object.values(body);
  return values.length > 0 && values.every((value) => isFields(value) && 'id' in value) ? values : null;
}

function findCount(pageInfo: Fields): number | null {
  const places = [pageInfo, ...pageInfoNames.map((name) => pageInfo[name]).filter(isFields)];
  for (const place of places) {
    for (const name of countNames) {
      const value = place[name];
      if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
    }
  }
  return null;
}

function numberIn(headers: Headers, name: string): number | null {
  const value = headers.get(name);
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}

/**
 * Converts any value of a list into a row: `data` becomes an object, `active` is true unless it is false, `id`
 * is text. A `data` that is not an object is moved to `data.data`.
 */
export function rowOf(value: unknown, place: number): Row {
  const fields: Fields = isFields(value) ? value : { value };
  const { id, active, data } = fields;
  const dataFields = parseData(data);
  const hasOwnId = typeof id === 'string' || typeof id === 'number';
  return {
    ...fields,
    // A row without an id is listed, but has no address to open it.
    id: hasOwnId ? String(id) : `${noIdPrefix}${place}`,
    active: active !== false,
    data: dataFields,
    // The interface has it in `data` (2.2); lists read it from the top level.
    ...(fields['modified_at'] === undefined && typeof dataFields['modified_at'] === 'string'
      ? { modified_at: dataFields['modified_at'] }
      : {}),
  };
}

function parseData(data: unknown): Fields {
  if (isFields(data)) return data;
  if (data === null || data === undefined || data === '') return {};
  if (typeof data === 'string') {
    try {
      const parsed: unknown = JSON.parse(data);
      if (isFields(parsed)) return parsed;
    } catch {
      // Text that is not JSON is kept as it is.
    }
  }
  return { data };
}
