import { z } from 'zod';
import { newItem } from '@/contract/change-set-items';
import { pointerOf } from '@/contract/pointer';
import { fieldProblems, type FieldProblem } from '@/contract/problem';
import { serverOwned } from '@/contract/resource';
import { valuesOf } from '@/record/cells';
import {
  isArray,
  isObject,
  parseJson,
  withoutKey,
  type Json,
  type JsonObject,
  type Path,
} from '@/record/json';
import type { Caller } from '../auth/caller';
import type { Table } from '../db/table';
import type { JsonBody } from '../http/body';
import { bodyLimits } from '../http/body';
import { HttpProblem, invalid } from '../http/problems';
import type { Tables } from '../read/visibility';
import { newId } from '../write/uuid';
import { collectable } from './collectable';
import { mayChange } from './rights';

/** A change of one record, as it was sent: its values with every digit. */
export interface GivenItem {
  readonly table: Table;
  readonly recordId: string;
  readonly isIdGiven: boolean;
  readonly version: number | null;
  readonly line: number | null;
  readonly values: readonly { readonly path: Path; readonly after: Json | undefined }[];
}

/**
 * Reads the body of a POST of items: an array of at most 1,000.
 *
 * @throws 413 too many; 422 naming each item that is none, of a resource that sets do not change, or that the caller may
 *   not change. What a patch says is checked by the preview.
 */
export function readGivenItems(tables: Tables, caller: Caller, body: JsonBody): GivenItem[] {
  if (Array.isArray(body.value) && body.value.length > bodyLimits.items)
    throw new HttpProblem(
      413,
      'too_many_items',
      'Content too large',
      `An array may have ${bodyLimits.items} items`,
    );
  const read = z.array(newItem).safeParse(body.value, { reportInput: true });
  if (!read.success) throw invalid(fieldProblems(read.error));
  const exact = parseJson(body.text);
  const patches = isArray(exact) ? exact.map((item) => (isObject(item) ? item['patch'] : undefined)) : [];
  const problems: FieldProblem[] = [];
  const items = read.data.flatMap((item, n): GivenItem[] => {
    const table = collectable(tables, item.resource);
    if (!table || !mayChange(tables, caller, item.resource)) {
      const code = table ? 'forbidden' : 'invalid_value';
      const detail = table ? `The role ${caller.role} may not change it` : 'Change sets do not change it';
      problems.push({ pointer: pointerOf([n, 'resource']), code, detail });
      return [];
    }
    const patch = patches[n];
    if (!isObject(patch) || Object.hasOwn(patch, 'id') || Object.hasOwn(patch, 'company_id')) {
      const detail = 'The record is named by record_id, and belongs to the company of the set';
      problems.push({ pointer: pointerOf([n, 'patch']), code: 'read_only', detail });
      return [];
    }
    const { record_id: recordId, version = null, line = null } = item;
    return [
      {
        table,
        recordId: recordId?.toLowerCase() ?? newId(),
        isIdGiven: typeof recordId === 'string',
        version,
        line,
        values: valuesOf(withoutIgnored(table, patch)),
      },
    ];
  });
  if (problems.length > 0) throw invalid(problems);
  return items;
}

/** Returns the patch without what a write ignores: computed fields, and what the service owns. */
function withoutIgnored(table: Table, patch: JsonObject): JsonObject {
  const { fields } = table.resource;
  // Own keys alone: `toString` is a field of nobody's, and is refused by its name.
  const isIgnored = (key: string) =>
    Object.hasOwn(serverOwned, key) || (Object.hasOwn(fields, key) && fields[key]?.readOnly === true);
  const kept = Object.keys(patch).filter((key) => !isIgnored(key));
  const own = Object.fromEntries(kept.map((key) => [key, patch[key] ?? null]));
  const { data } = own;
  return isObject(data) ? { ...own, data: withoutKey(data, 'modified_at') } : own;
}
