import { isObject, valueAt, withValueAt, type Json, type JsonObject, type Path } from '@/record/json';

/**
 * Returns the part of a tree that no control edits. `covers` returns whether controls edit everything at a path,
 * something within it, or nothing.
 */
export function unmappedFields(
  tree: JsonObject,
  covers: (path: Path) => 'all' | 'within' | 'nothing',
  at: Path = [],
): JsonObject {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]): [string, Json][] => {
      const path = [...at, key];
      const cover = covers(path);
      if (cover === 'all') return [];
      if (cover === 'nothing') return [[key, value]];
      if (!isObject(value)) return [];
      const inner = unmappedFields(value, covers, path);
      return Object.keys(inner).length > 0 ? [[key, inner]] : [];
    }),
  );
}

/** Returns the tree with its unmapped part `before` replaced by `after`; covered values stay. */
export function withUnmappedFields(tree: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const cleared = leafPaths(before).reduce<Json | undefined>((rest, path) => {
    const isKept = valueAt(after, path) !== undefined;
    return isKept ? rest : withValueAt(rest, path, undefined);
  }, tree);
  const result = leafPaths(after).reduce<Json | undefined>(
    (rest, path) => withValueAt(rest, path, valueAt(after, path)),
    cleared,
  );
  return isObject(result) ? result : tree;
}

/** Returns the paths of all leaves. */
function leafPaths(tree: JsonObject, at: Path = []): Path[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const path = [...at, key];
    return isObject(value) && Object.keys(value).length > 0 ? leafPaths(value, path) : [path];
  });
}
