/**
 * A record of a list as it came over the wire: numbers are JavaScript's, good to show and never sent
 * back. On the bare interface (docs/design.md#11-both-halves-are-real) fields of ours may be missing.
 */

export interface Row {
  readonly id: string;
  readonly active: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}
