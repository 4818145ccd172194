import { createHash } from 'node:crypto';
import { asOfFunction } from '../../read/as-of';
import { erasure } from '../schema/erasing';
import { filterCounts } from '../schema/filter-counts';
import { listIndexes } from '../schema/orders';
import { filterFunctions, policies } from '../schema/resource';
import { codeFunction } from '../schema/search/search-codes';
import { fillSearch, searchTablesOf, searchTriggers } from '../schema/search/search-fill';
import {
  createSearchTables,
  guardSearchTables,
  searchFunctions,
  searchIndexes,
  searchTable,
} from '../schema/search/search-table';
import type { Table } from '../table';

/**
 * A part of what follows from a declaration. `text` makes it in one transaction, over the one that is there; what
 * cannot be done so in a table with many rows is told by `kind`:
 *
 * - `search`: the search table with its vocabulary, triggers and functions, which has to be filled (next-search.ts);
 * - `index`: an index, which has to be built (online-index.ts);
 * - `functions`: of the search, which go with its table;
 * - `plain`: what takes a moment.
 */
export interface Part {
  readonly kind: 'search' | 'functions' | 'plain' | 'index';
  /** Unique among the parts of a resource; of an index its own name. */
  readonly name: string;
  readonly hash: string;
  readonly text: string;
  /** Of an index: the table that it is on, and what follows its name. */
  readonly index?: IndexPart;
}

/** An index: the table that it is on, and what follows that in `create index`. */
export interface IndexPart {
  readonly on: string;
  readonly definition: string;
}

/** Returns the parts of a declaration, in the order in which they can be made. */
export function derivedParts(table: Table): readonly Part[] {
  const { name } = table.resource;
  const names = searchTablesOf(table);
  const plain = (part: string, text: string): Part[] =>
    text.trim() === '' ? [] : [{ kind: 'plain', name: part, text, hash: hashOf(text) }];
  return [
    {
      kind: 'search',
      name: 'search',
      text: searchTable(table),
      hash: hashOf(
        createSearchTables(table, names) +
          guardSearchTables(table, names) +
          searchTriggers(table, names) +
          filled(table),
      ),
    },
    {
      kind: 'functions',
      name: 'functions',
      text: searchFunctions(table),
      hash: hashOf(searchFunctions(table)),
    },
    ...plain('policies', policies(table)),
    ...plain('erasure', erasure(table)),
    ...plain('filters', filterFunctions(table)),
    ...plain('codes', codeFunction(table)),
    ...plain('counts', filterCounts(table)),
    ...plain('as of', asOfFunction(table)),
    ...Object.entries(searchIndexes(table, names)).map(([index, { on, definition }]) =>
      indexPart(index, on, definition),
    ),
    ...Object.entries({ ...listIndexes(table), ...table.indexes }).map(([index, definition]) =>
      indexPart(index, name, definition),
    ),
  ];
}

const filled = (table: Table) => fillSearch(table, searchTablesOf(table), table.search);

/** Returns an index as a part; in a table with many rows it is built beside those who write. */
export function indexPart(
  name: string,
  on: string,
  definition: string,
): Part & { readonly index: IndexPart } {
  const text = `drop index if exists ${name}; create index ${name} on "${on}" ${definition};`;
  return { kind: 'index', name, text, hash: hashOf(text), index: { on, definition } };
}

/** Returns the hash by which a text is known again; spaces say nothing. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll(/\s+/g, ' ')).digest('hex');
