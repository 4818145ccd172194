import type { Resource } from '@/contract/resource';
import { pageSize, type RowQuery, type RowSource } from '../data/row-source';
import type { Screen } from '../shell/screen';
import type { Row } from '../data/row';
import type { GenericLists } from './generic-lists';
import { queryRows } from './client-side-query';

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Row source of a generic server: lists are read whole; search, sorting and filtering happen here
 * (docs/design.md#6-servers-that-this-project-did-not-write). For a list that the server does not have (the
 * interface does not name departments) it offers the ids that other records refer to, and any GUID that is
 * typed.
 */
export function genericSource(
  lists: GenericLists,
  screens: readonly Screen[],
  locales: readonly string[],
): RowSource {
  const collator = new Intl.Collator([...locales], { numeric: true });
  // Cached per query, because every page of a query filters the same list.
  const matchesByList = new WeakMap<readonly Row[], Map<string, readonly Row[]>>();
  const byIds = new WeakMap<readonly Row[], ReadonlyMap<string, Row>>();

  async function matchingRows(resource: Resource, query: RowQuery): Promise<readonly Row[]> {
    const rows = await lists.rows(resource.name);
    const matchesByQuery = matchesByList.get(rows) ?? new Map<string, readonly Row[]>();
    matchesByList.set(rows, matchesByQuery);
    const key = JSON.stringify(query);
    const matches = matchesByQuery.get(key) ?? queryRows(resource, rows, query, collator);
    // Keeps the newest few: typing creates one query per key.
    if (matchesByQuery.size > 8) matchesByQuery.delete([...matchesByQuery.keys()][0] ?? '');
    matchesByQuery.set(key, matches);
    return matches;
  }

  /**
   * Returns records for the ids that cached rows refer to, for a list that does not exist; a typed GUID is one,
   * too.
   */
  function referencedRecords(resource: Resource, q: string): readonly Row[] {
    const ids = new Set<string>(guid.test(q) ? [q] : []);
    for (const { contract } of screens) {
      const names = Object.entries(contract.fields)
        .filter(([, field]) => field.references === resource.name)
        .map(([name]) => name);
      for (const row of (names.length > 0 && lists.cachedRows(contract.name)) || []) {
        for (const name of names) {
          const id = row[name];
          if (typeof id === 'string' && id.includes(q.toLowerCase())) ids.add(id);
        }
      }
    }
    return [...ids].map(placeholderRow);
  }

  return {
    async page(resource, query, page) {
      const isAbsent = lists.isServed(resource.name) === false;
      const rows = isAbsent
        ? referencedRecords(resource, query.q.trim())
        : await matchingRows(resource, query);
      return { rows: rows.slice(page * pageSize, (page + 1) * pageSize), total: rows.length };
    },
    all: (resource, query) => matchingRows(resource, query),
    total: async (resource, query) => (await matchingRows(resource, query)).length,
    count: async (resource) => (await lists.rows(resource.name)).length,
    async recordById(resource, id) {
      if (lists.isServed(resource.name) === false) return placeholderRow(id);
      const rows = await lists.rows(resource.name).catch((error: unknown) => {
        if (lists.isServed(resource.name) === false) return null;
        throw error;
      });
      if (!rows) return placeholderRow(id);
      const byId = byIds.get(rows) ?? new Map(rows.map((row) => [row.id.toLowerCase(), row]));
      byIds.set(rows, byId);
      return byId.get(id.toLowerCase()) ?? null;
    },
  };
}

/** Returns a placeholder record of which only the id is known. */
const placeholderRow = (id: string): Row => ({ id, active: true, name: id, data: {} });
