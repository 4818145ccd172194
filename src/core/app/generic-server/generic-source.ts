import type { Resource } from '../../contract/resource';
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
  const sifted = new WeakMap<readonly Row[], Map<string, readonly Row[]>>();
  const byIds = new WeakMap<readonly Row[], ReadonlyMap<string, Row>>();

  async function found(resource: Resource, query: RowQuery): Promise<readonly Row[]> {
    const rows = await lists.rows(resource.name);
    const known = sifted.get(rows) ?? new Map<string, readonly Row[]>();
    sifted.set(rows, known);
    const key = JSON.stringify(query);
    const made = known.get(key) ?? queryRows(resource, rows, query, collator);
    // Keeps the newest few: typing creates one query per key.
    if (known.size > 8) known.delete([...known.keys()][0] ?? '');
    known.set(key, made);
    return made;
  }

  /**
   * Returns records for the ids that cached rows refer to, for a list that does not exist; a typed GUID is one,
   * too.
   */
  function referred(resource: Resource, q: string): readonly Row[] {
    const ids = new Set<string>(guid.test(q) ? [q] : []);
    for (const { contract } of screens) {
      const names = Object.entries(contract.fields)
        .filter(([, field]) => field.references === resource.name)
        .map(([name]) => name);
      for (const row of (names.length > 0 && lists.kept(contract.name)) || []) {
        for (const name of names) {
          const id = row[name];
          if (typeof id === 'string' && id.includes(q.toLowerCase())) ids.add(id);
        }
      }
    }
    return [...ids].map(unnamed);
  }

  return {
    async page(resource, query, page) {
      const isAbsent = lists.served(resource.name) === false;
      const rows = isAbsent ? referred(resource, query.q.trim()) : await found(resource, query);
      return { rows: rows.slice(page * pageSize, (page + 1) * pageSize), total: rows.length };
    },
    all: (resource, query) => found(resource, query),
    total: async (resource, query) => (await found(resource, query)).length,
    count: async (resource) => (await lists.rows(resource.name)).length,
    async named(resource, id) {
      if (lists.served(resource.name) === false) return unnamed(id);
      const rows = await lists.rows(resource.name).catch((error: unknown) => {
        if (lists.served(resource.name) === false) return null;
        throw error;
      });
      if (!rows) return unnamed(id);
      const byId = byIds.get(rows) ?? new Map(rows.map((row) => [row.id.toLowerCase(), row]));
      byIds.set(rows, byId);
      return byId.get(id.toLowerCase()) ?? null;
    },
  };
}

/** Returns a placeholder record of which only the id is known. */
const unnamed = (id: string): Row => ({ id, active: true, name: id, data: {} });
