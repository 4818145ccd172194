import type { Resource } from '../../../contract/resource';
import { isObject, valueAt, withValueAt, type Json, type JsonObject, type Path } from '../../record/json';
import { isServerOwned } from '../engine/validate';

/** The record as it stands, with the values of another version in some places. */
export function withValues(base: JsonObject, paths: readonly Path[], version: JsonObject): JsonObject {
  const record = paths.reduce<Json | undefined>(
    (tree, path) => withValueAt(tree, path, valueAt(version, path)),
    base,
  );
  return isObject(record) ? record : base;
}

/** Another version of a record, under what the service itself writes of the one that stands. */
export function asVersion(resource: Resource, base: JsonObject, version: JsonObject): JsonObject {
  const top = Object.fromEntries(
    Object.entries(base).map(([key, value]) => [
      key,
      isServerOwned(resource, [key]) || !Object.hasOwn(version, key) ? value : (version[key] ?? null),
    ]),
  );
  return withValues(top, [['data', 'modified_at']], base);
}
