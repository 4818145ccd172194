/**
 * A record of a list, parsed with `JSON.parse`: its numbers may have lost digits, so it is for display and
 * never sent back. From another server (docs/design.md#11-both-halves-are-real) our fields may be missing.
 */
export interface Row {
  readonly id: string;
  readonly active: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

const versionOf = (row: Row): number => (typeof row['version'] === 'number' ? row['version'] : 0);

/** Returns whether a row is a later version of a record than another one of it; false where the server counts none. */
export const isNewer = (row: Row, other: Row): boolean => versionOf(row) > versionOf(other);

/** Prefix of the id of rows that came without one. */
export const noIdPrefix = '#';

/** Returns whether a row came with an id, by which it can be read and written. */
export const hasId = (row: Row): boolean => !row.id.startsWith(noIdPrefix);
