import {
  isArray,
  isNumber,
  numberOf,
  sameValue,
  withValueAt,
  type Json,
  type JsonObject,
} from '@/record/json';
import type { NewItem } from '../../changes/change-sets';
import { hasFullHistory, type Resource } from '@/contract/resource';
import { fieldOf, type CellKind, type Screen } from '../../shell/screen';
import type { Row } from '../../data/row';

/** A field that is set on many records at once. */
export interface BulkField {
  readonly key: string;
  /** Path of the field, as columns name it: `data.phone`. */
  readonly field: string;
  readonly as: CellKind;
  readonly labelKey: string;
  readonly references: string | undefined;
  /** The decimal is a JSON number on the wire, as those of `data` are. */
  readonly isNumber: boolean;
}

/** What is done to each selected record. */
export type BulkChange =
  | { readonly kind: 'set'; readonly field: BulkField; readonly value: Json }
  | { readonly kind: 'addTag' | 'removeTag'; readonly tag: string }
  | { readonly kind: 'activate' | 'deactivate' };

/** What a bulk change would do. */
export interface BulkPlan {
  readonly items: readonly NewItem[];
  /** How many records belong to the parent company, and how many have the value already. */
  readonly owned: number;
  readonly unchanged: number;
}

const settable: ReadonlySet<CellKind> = new Set([
  'text',
  'money',
  'decimal',
  'integer',
  'day',
  'reference',
  'choice',
  'flag',
]);

/**
 * Returns the fields that can be set on many records: those of the list's columns that say so (`bulk`). A column that is added
 * to a list is not among them by itself.
 */
export function bulkFields({ contract, columns }: Screen): readonly BulkField[] {
  return columns.flatMap((column): BulkField[] => {
    if (!column.bulk) return [];
    const field = column.editing?.field ?? column.key;
    const isReference = column.editing?.kind === 'reference';
    const as = isReference ? 'reference' : (column.as ?? (column.editing ? 'money' : undefined));
    if (as === undefined || !settable.has(as)) return [];
    const own = contract.fields[field];
    const isWritten = field.startsWith('data.')
      ? field.slice(5) in contract.data.shape
      : own && !own.readOnly;
    if (!isWritten) return [];
    return [
      {
        key: column.key,
        field,
        as,
        labelKey: column.labelKey ?? column.key,
        references: own?.references,
        isNumber:
          field.startsWith('data.') &&
          (as === 'money' || as === 'decimal' || as === 'integer') &&
          acceptsNumber(contract, field),
      },
    ];
  });
}

/** Whether a field of `data` is a JSON number, and not decimal text. */
const acceptsNumber = ({ data }: Resource, field: string): boolean =>
  data.partial().safeParse({ [field.slice(5)]: 1 }).success;

/** Whether the records of a resource have tags. */
export const hasTags = ({ data }: Resource): boolean => 'tags' in data.shape;

/** Resources with rules of their own that refuse a whole request (server/changes/collectable.ts). */
const ruled: ReadonlySet<string> = new Set(['businessday', 'changeset', 'question']);

/** Whether change sets may change the records of a resource (server/changes/collectable.ts). */
export const isCollectable = (resource: Resource): boolean =>
  hasFullHistory(resource) && !resource.generatesIds && !ruled.has(resource.name);

/** Plans a change of records: which are changed, and which are left alone. */
export function planBulk(
  resource: string,
  rows: readonly Row[],
  change: BulkChange,
  isOwned: (row: Row) => boolean,
): BulkPlan {
  const items: NewItem[] = [];
  let owned = 0;
  let unchanged = 0;
  for (const row of rows) {
    const patch = isOwned(row) ? null : patchFor(row, change);
    if (isOwned(row)) owned += 1;
    else if (!patch) unchanged += 1;
    else
      items.push({
        resource,
        recordId: row.id,
        version: typeof row['version'] === 'number' ? row['version'] : null,
        patch,
      });
  }
  return { items, owned, unchanged };
}

function patchFor(row: Row, change: BulkChange): JsonObject | null {
  if (change.kind === 'set') {
    const { field, value } = change;
    const stored = fieldOf(row, field.field) ?? null;
    if (isSame(stored, value)) return null;
    return withValueAt({}, field.field.split('.'), value) as JsonObject;
  }
  if ('tag' in change) {
    const given = row.data['tags'];
    const tags = Array.isArray(given) ? (given as readonly Json[]) : [];
    const has = tags.includes(change.tag);
    if (has === (change.kind === 'addTag')) return null;
    return { data: { tags: has ? tags.filter((tag) => tag !== change.tag) : [...tags, change.tag] } };
  }
  const active = change.kind === 'activate';
  return row.active === active ? null : { active };
}

/** Whether a stored value, parsed for display, is the new one; decimals are compared as numbers. */
function isSame(stored: unknown, value: Json): boolean {
  const now = isNumber(value) ? value.value : value;
  if (typeof stored === 'number' || (isDecimal(stored) && isDecimal(now)))
    return isDecimal(now) && sameValue(numberOf(String(stored)), numberOf(now));
  return stored === now || ((stored === null || stored === '') && (now === null || now === ''));
}

const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value);

/** Returns the tags of records, the most frequent first. */
export function tagsOf(rows: readonly Row[]): string[] {
  const counts = new Map<string, number>();
  for (const { data } of rows) {
    const tags = data['tags'];
    if (isArray(tags))
      for (const tag of tags) if (typeof tag === 'string') counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag);
}
