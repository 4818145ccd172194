import type { QueryClient } from '@tanstack/react-query';
import type { Resource } from '../contract/resource';
import type { Client } from './client';
import { decimalOf } from './format';
import { largestPage, pageSize, type RowQuery, type RowSource } from './row-source';
import { fieldOf, type Row } from './screen';
import { wholeList } from './whole-list';

/**
 * Rows of a server of which only the interface is known: lists are read whole, and searching, sorting
 * and filtering happen here (design 6). The whole list is kept under `[resource, 'whole']`, so that a
 * mutation of the resource makes it stale as well.
 */
export function wholeListSource(client: Client, cache: QueryClient): RowSource {
  const whole = (resource: Resource) =>
    cache.fetchQuery({
      queryKey: [resource.name, 'whole'],
      queryFn: ({ signal }) =>
        wholeList((page) => client.list<Row>(resource.name, { page, pageSize: largestPage }, signal)),
      staleTime: 60_000,
    });
  // Each list is sifted once for each query, not once for each page of it.
  const sifted = new WeakMap<readonly Row[], Map<string, readonly Row[]>>();
  const sift = async (resource: Resource, query: RowQuery) => {
    const rows = await whole(resource);
    const known = sifted.get(rows) ?? new Map<string, readonly Row[]>();
    sifted.set(rows, known);
    const key = JSON.stringify(query);
    const made = known.get(key) ?? sorted(rows.filter(matches(resource, query)), query.sort);
    known.set(key, made);
    return made;
  };
  return {
    async page(resource, query, page) {
      const rows = await sift(resource, query);
      return { rows: rows.slice(page * pageSize, (page + 1) * pageSize), total: rows.length };
    },
    all: sift,
    count: async (resource) => (await whole(resource)).length,
    total: async (resource, query) => (await sift(resource, query)).length,
    async named(resource, id) {
      const wanted = id.toLowerCase();
      return (await whole(resource)).find((row) => row.id.toLowerCase() === wanted) ?? null;
    },
  };
}

/** Whether a row is what a query asks for: by activity, by filters, by any text in it. */
export function matches(resource: Resource, query: RowQuery): (row: Row) => boolean {
  const words = query.q.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const filters = Object.entries(query.filters).filter(([, values]) => values.length > 0);
  return (row) => {
    if (query.active && !row.active) return false;
    for (const [name, values] of filters) {
      const bound = boundOf(resource, name);
      if (bound) {
        if (!values.some((value) => bound(row, value))) return false;
        continue;
      }
      const has = name in resource.fields ? [String(row[name])] : wordsIn(row.data);
      if (!values.some((value) => has.includes(value))) return false;
    }
    if (words.length === 0) return true;
    const text = [...textsOf(row), ...textsIn(row.data)].join('\n').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** How a filter from a day on, or up to one, is meant: `date_from` of the field `date`. Undefined for others. */
function boundOf(resource: Resource, name: string): ((row: Row, day: string) => boolean) | undefined {
  const [, field = '', end] = /^(.+)_(from|until)$/.exec(name) ?? [];
  if (!(field in resource.fields)) return undefined;
  return (row, day) => {
    const value = row[field];
    if (typeof value !== 'string') return false;
    return end === 'from' ? value >= day : value.slice(0, day.length) <= day;
  };
}

const textsOf = (row: Row): string[] =>
  Object.entries(row).flatMap(([key, value]) =>
    key !== 'id' && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : [],
  );

/** Every text and every key in a value: prices stand under the GUID of their list. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...wordsIn(child)]);
}

/** Every text in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function sorted(rows: readonly Row[], sort: string): readonly Row[] {
  const field = sort.replace(/^-/, '');
  if (field === '') return rows;
  const way = sort.startsWith('-') ? -1 : 1;
  const collator = new Intl.Collator(undefined, { numeric: true });
  return rows.toSorted((one, other) => way * compared(fieldOf(one, field), fieldOf(other, field), collator));
}

const textFor = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Decimals by their value, all else as people sort text; what is missing comes last. */
function compared(one: unknown, other: unknown, collator: Intl.Collator): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return 1;
  if (other === null || other === undefined) return -1;
  const [a, b] = [decimalOf(one), decimalOf(other)];
  return a && b ? a.cmp(b) : collator.compare(textFor(one), textFor(other));
}
