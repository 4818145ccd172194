/**
 * A record of a list, parsed with `JSON.parse`: its numbers may have lost digits, so it is for display and
 * never sent back. On a generic server (docs/design.md#11-both-halves-are-real) our fields may be missing.
 */
export interface Row {
  readonly id: string;
  readonly active: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}
