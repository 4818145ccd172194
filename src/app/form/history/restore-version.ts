import type { Resource } from '@/contract/resource';
import { isObject, valueAt, withValueAt, type Json, type JsonObject, type Path } from '@/record/json';
import { isServerOwned } from '../engine/validate';

/** Returns the current record with the values of another version at some paths. */
export function withValues(base: JsonObject, paths: readonly Path[], version: JsonObject): JsonObject {
  const record = paths.reduce<Json | undefined>(
    (tree, path) => withValueAt(tree, path, valueAt(version, path)),
    base,
  );
  return isObject(record) ? record : base;
}

/** Returns another version of a record with the server-owned fields of the current one. */
export function withServerFields(resource: Resource, base: JsonObject, version: JsonObject): JsonObject {
  const top = Object.fromEntries(
    Object.entries(base).map(([key, value]) => [
      key,
      isServerOwned(resource, [key]) || !Object.hasOwn(version, key) ? value : (version[key] ?? null),
    ]),
  );
  return withValues(top, [['data', 'modified_at']], base);
}
