import { pointerOf, type FieldProblem } from '@/core/contract/problem';
import type { Item } from '@/core/server/http/items';
import { HttpProblem } from '@/core/server/http/problems';

/** What is wrong with one field of an item of the request, at its place there. */
export const fieldProblem = (
  item: Item,
  field: readonly string[],
  code: string,
  detail: string,
): FieldProblem => ({ pointer: pointerOf([...item.path, ...field]), code, detail });

/** 409 that names each of the fields. */
export const conflict = (
  fields: readonly (readonly [item: Item, field: readonly string[]])[],
  code: string,
  detail: string,
): HttpProblem =>
  new HttpProblem(409, code, 'Conflict', detail, {
    errors: fields.map(([item, field]) => fieldProblem(item, field, code, detail)),
  });
