import { isNumber, numberOf, parseJson, type Json, type JsonObject } from '@/record/json';
import type { ImportKey } from './import-field';
import { gtinKey } from '@/record/gtin';

/** A record of the service, with the fields that the file fills. */
export interface StoredRecord {
  readonly id: string;
  readonly version: number | null;
  /** False: it belongs to a parent company. */
  readonly isOwn: boolean;
  readonly isActive: boolean;
  readonly name: string;
  readonly record: JsonObject;
}

/** Returns a value by which records are found, as it is compared. */
export const keyText = (value: unknown, { isName, isBarcode, path }: ImportKey): string => {
  const text = isNumber(value)
    ? value.value
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : '';
  if (isBarcode) return gtinKey(text.trim());
  return isName || path[0] === 'id' ? text.trim().toLowerCase() : text.trim();
};

/** A number that a JavaScript number may not hold; in a text it may stand by chance, and then costs time only. */
const longNumber = /[:[,]\s*-?(?:\d[\d.]{15,}|\d+(?:\.\d+)?[eE])/;

/** The records that the lines of a file may find. The others of the list are read and forgotten. */
export class StoredRecords {
  readonly #keys: readonly ImportKey[];
  readonly #wanted: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #paths: ReadonlyMap<string, ReadonlySet<string> | 'whole'>;
  readonly #company: string | null;
  readonly #found = new Map<string, Map<string, StoredRecord[]>>();

  /**
   * @param wanted by key: the values in the file. @param paths of the fields that the file fills.
   * @param company the own company; records of others are not written.
   */
  constructor(
    keys: readonly ImportKey[],
    wanted: ReadonlyMap<string, ReadonlySet<string>>,
    paths: readonly (readonly string[])[],
    company: string | null,
  ) {
    this.#keys = keys;
    this.#wanted = wanted;
    this.#company = company;
    const kept = new Map<string, Set<string> | 'whole'>();
    for (const [top = '', below] of [...paths, ...keys.map((key) => key.path)]) {
      const others = kept.get(top);
      if (below === undefined) kept.set(top, 'whole');
      else if (others !== 'whole') kept.set(top, (others ?? new Set()).add(below));
    }
    this.#paths = kept;
  }

  /** Adds a page of a list, as it was answered. */
  addPage(text: string): number {
    // Most pages have no number that `JSON.parse` would change, and it is many times as fast.
    const rows: unknown = longNumber.test(text) ? parseJson(text) : JSON.parse(text);
    if (!Array.isArray(rows)) throw new TypeError('A list is an array');
    for (const row of rows as Record<string, unknown>[]) this.#add(row);
    return rows.length;
  }

  #add(row: Readonly<Record<string, unknown>>): void {
    let stored: StoredRecord | undefined;
    for (const key of this.#keys) {
      const wanted = this.#wanted.get(key.name);
      if (!wanted) continue;
      for (const text of new Set(valuesOf(row, key))) {
        if (!wanted.has(text)) continue;
        stored ??= this.#pruned(row);
        const found = this.#found.get(key.name) ?? new Map<string, StoredRecord[]>();
        this.#found.set(key.name, found);
        found.set(text, [...(found.get(text) ?? []), stored]);
      }
    }
  }

  #pruned(row: Readonly<Record<string, unknown>>): StoredRecord {
    const record: Record<string, Json> = {};
    for (const [top, below] of this.#paths) {
      const value = row[top];
      if (value === undefined) continue;
      if (below === 'whole' || typeof value !== 'object' || value === null) record[top] = exact(value);
      else
        record[top] = Object.fromEntries(
          Object.entries(value).flatMap(([key, child]) => (below.has(key) ? [[key, exact(child)]] : [])),
        );
    }
    const version = row['version'];
    return {
      id: String(row['id']),
      version: typeof version === 'number' ? version : isNumber(version) ? Number(version.value) : null,
      isOwn: this.#company === null || row['company_id'] === undefined || row['company_id'] === this.#company,
      isActive: row['active'] !== false,
      name: typeof row['name'] === 'string' ? row['name'] : '',
      record,
    };
  }

  /** Returns the records with this value. Own ones hide those of a parent, and active ones those that are not. */
  find(key: string, text: string): readonly StoredRecord[] {
    const all = this.#found.get(key)?.get(text) ?? [];
    if (all.length < 2) return all;
    const own = all.filter(({ isOwn }) => isOwn);
    const near = own.length > 0 ? own : all;
    const active = near.filter(({ isActive }) => isActive);
    return active.length > 0 ? active : near;
  }
}

/** Converts a parsed value to one with exact numbers. */
function exact(value: unknown): Json {
  if (typeof value === 'number') return numberOf(String(value));
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || isNumber(value))
    return value;
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value !== 'object') return null;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, exact(child)]));
}

function valuesOf(row: Readonly<Record<string, unknown>>, key: ImportKey): string[] {
  let value: unknown = row;
  for (const part of key.path)
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  const values = Array.isArray(value) ? value : [value];
  const { member } = key;
  return values
    .map((one: unknown) =>
      keyText(
        member === undefined
          ? one
          : typeof one === 'object' && one !== null
            ? (one as Record<string, unknown>)[member]
            : undefined,
        key,
      ),
    )
    .filter((text) => text !== '');
}
