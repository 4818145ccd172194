import { pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';
import type { Item } from '@/server/http/items';
import { HttpProblem } from '@/server/http/problems';

/** Returns a problem with one field of an item, with the pointer into the request. */
export const fieldProblem = (
  item: Item,
  field: readonly string[],
  code: string,
  detail: string,
): FieldProblem => ({ pointer: pointerOf([...item.path, ...field]), code, detail });

/** Returns a 409 problem that names each of the fields. */
export const conflict = (
  fields: readonly (readonly [item: Item, field: readonly string[]])[],
  code: string,
  detail: string,
): HttpProblem =>
  new HttpProblem(409, code, 'Conflict', detail, {
    errors: fields.map(([item, field]) => fieldProblem(item, field, code, detail)),
  });
