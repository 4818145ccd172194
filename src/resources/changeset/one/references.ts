import type { SetItem } from '@/app/changes/change-sets';
import { isGuid } from '@/app/record/value-words';
import { pathOf } from '@/contract/pointer';
import type { Resource } from '@/contract/resource';
import { isObject, toPlain, valueAt, withValueAt, type Json, type JsonObject } from '@/record/json';

/** Returns the records that an item's values refer to: a map from id in lower case to resource. */
export function referencesOf(resource: Resource, item: SetItem): Map<string, string> {
  const found = new Map<string, string>();
  for (const { pointer, before, after, now } of item.cells) {
    const path = pathOf(pointer);
    const target = resource.fields[path[0] ?? '']?.references;
    for (const value of [before, after, now])
      if (target && typeof value === 'string' && isGuid(value)) found.set(value.toLowerCase(), target);
  }
  for (const side of ['before', 'after', 'now'] as const) {
    const record = item.cells.reduce<Json | undefined>((whole, { pointer, [side]: value }) => {
      return value === undefined ? whole : withValueAt(whole, pathOf(pointer), value);
    }, {});
    const data = resource.data.safeParse(toPlain(dataOf(record)));
    if (!data.success) continue;
    for (const { id, resource: target } of resource.dataReferences(data.data))
      found.set(id.toLowerCase(), target);
  }
  return found;
}

const dataOf = (record: Json | undefined): JsonObject => {
  const data = isObject(record) ? valueAt(record, ['data']) : undefined;
  return isObject(data) ? data : {};
};
