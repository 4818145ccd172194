import { isArray, isNumber, isObject, parseJson, type Json, type JsonObject } from '@/record/json';
import type { ExportColumn } from '../../export/table';
import { columnName, leafText, leavesOf } from '../understanding/cell-text';

/** A column of the file with everything: a path of the records, by the name that an import knows it by. */
interface EverythingColumn extends ExportColumn {
  readonly path: readonly string[];
}

/** Top-level fields in front, in this order; the others follow by name, and those of `data` at the end. */
const first = ['id', 'active', 'name'];

const plain = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z)$/i;

/**
 * Finds the columns of a file with everything of a list: every leaf of every record, `data` spread out. A column is one of
 * numbers if all of its values are numbers, IDs, flags or moments: those are written plainly.
 */
export class EverythingColumns {
  readonly #columns = new Map<string, { path: readonly string[]; isNumber: boolean }>();
  /** Fields that are decimal text on the wire, which a spreadsheet may have as numbers. */
  readonly #decimals: ReadonlySet<string>;
  /** Computed fields, which are left out. */
  readonly #computed: ReadonlySet<string>;

  constructor(decimals: readonly string[], computed: readonly string[]) {
    this.#decimals = new Set(decimals);
    this.#computed = new Set(computed);
  }

  add(record: JsonObject): void {
    for (const [top, value] of Object.entries(record)) {
      if (this.#computed.has(top)) continue;
      for (const [path, leaf] of top === 'data' ? leavesOf(value, [top]) : [[[top], value] as const]) {
        if (leaf === null || (isObject(leaf) && Object.keys(leaf).length === 0)) continue;
        const name = columnName(path);
        // IDs, flags and moments are plain, too: no spreadsheet makes another value of them.
        const isDigits =
          isNumber(leaf) ||
          typeof leaf === 'boolean' ||
          (typeof leaf === 'string' && (this.#decimals.has(name) || plain.test(leaf)));
        const known = this.#columns.get(name);
        if (!known) this.#columns.set(name, { path, isNumber: isDigits });
        else if (!isDigits) known.isNumber = false;
      }
    }
  }

  /** Returns the columns in the order of the file. */
  columns(): readonly EverythingColumn[] {
    const rank = (name: string) => {
      const at = first.indexOf(name);
      return at >= 0 ? at : name.startsWith('data.') ? 20 : 10;
    };
    return [...this.#columns]
      .toSorted(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b, 'en'))
      .map(([head, { path, isNumber: isNumeric }]) => ({ head, path, kind: isNumeric ? 'number' : 'text' }));
  }
}

/** Returns the cells of a record, with all digits. */
export const everythingRow = (record: JsonObject, columns: readonly EverythingColumn[]): (string | null)[] =>
  columns.map(({ path }) => {
    let value: Json | undefined = record;
    for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    // An object where other records have a value is spread out in columns of its own.
    if (isObject(value) && Object.keys(value).length > 0) return null;
    return leafText(value) || null;
  });

/** Parses a page of a list with all digits. */
export function recordsOf(page: string): readonly JsonObject[] {
  const rows = parseJson(page);
  return isArray(rows) ? rows.filter(isObject) : [];
}
