import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordWithVariants } from './arbitrary';
import { changesBetween } from './diff';
import { isArray, isObject, jsonText, parseRecord, sameValue, valueAt, type Json, type Path } from './json';
import { listChange, mergeRecords, withChoice } from './merge';
import { diffWords } from './words';

const key = (path: Path) => JSON.stringify(path);
const within = (path: Path, other: Path) => other.every((segment, at) => path[at] === segment);
const overlap = (path: Path, other: Path) => within(path, other) || within(other, path);

/** Sorts the lists of a tree: merged lists hold the same values, but possibly in another order. */
const sortLists = (value: Json | undefined): Json | undefined => {
  if (isArray(value))
    return value
      .map((item) => sortLists(item) ?? null)
      .toSorted((a, b) => (jsonText(a) < jsonText(b) ? -1 : 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, sortLists(child) ?? null]));
};

test('a merge is the same from both sides, but for who is called mine', () => {
  fc.assert(
    fc.property(recordWithVariants(2), ([base, one = {}, other = {}]) => {
      const merge = mergeRecords(base, one, other);
      const swapped = mergeRecords(base, other, one);
      expect(swapped.conflicts.map((c) => key(c.path)).toSorted()).toEqual(
        merge.conflicts.map((c) => key(c.path)).toSorted(),
      );
      const resolvedKeys = (result: typeof merge) =>
        result.resolved.map((change) => key(change.path)).toSorted();
      expect(resolvedKeys(swapped)).toEqual(resolvedKeys(merge));
      const chosen = merge.conflicts.reduce((record, c) => withChoice(record, c.path, c.mine), merge.merged);
      expect(sameValue(sortLists(chosen), sortLists(swapped.merged))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('nothing that one side changed alone is lost', () => {
  fc.assert(
    fc.property(recordWithVariants(2), ([base, mine = {}, theirs = {}]) => {
      const { merged } = mergeRecords(base, mine, theirs);
      const [byMe, byThem] = [changesBetween(base, mine), changesBetween(base, theirs)];
      const onlyMine = (changes: typeof byMe, others: typeof byMe) =>
        changes.filter((change) => !others.some((other) => overlap(change.path, other.path)));
      for (const change of [...onlyMine(byMe, byThem), ...onlyMine(byThem, byMe)])
        expect(sameValue(valueAt(merged, change.path), change.now), key(change.path)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('every change of either side is settled or a conflict, and a conflict never hides one', () => {
  fc.assert(
    fc.property(recordWithVariants(2), ([base, mine = {}, theirs = {}]) => {
      const { conflicts, resolved } = mergeRecords(base, mine, theirs);
      const places = [...conflicts, ...resolved].map((change) => change.path);
      for (const change of [...changesBetween(base, mine), ...changesBetween(base, theirs)])
        expect(places.some((path) => overlap(change.path, path))).toBe(true);
      for (const conflict of conflicts) expect(sameValue(conflict.mine, conflict.theirs)).toBe(false);
    }),
  );
});

test('without a change of theirs my record comes out, without one of mine theirs does', () => {
  fc.assert(
    fc.property(recordWithVariants(1), ([base, edited = {}]) => {
      for (const merge of [mergeRecords(base, edited, base), mergeRecords(base, base, edited)]) {
        expect(merge.conflicts).toEqual([]);
        expect(sameValue(merge.merged, edited)).toBe(true);
      }
    }),
  );
});

test('tags added and removed on both sides go together, in order', () => {
  const tags = (text: string) => parseRecord(`{"data":{"tags":${text}}}`);
  const merged = (base: string, mine: string, theirs: string) => {
    const merge = mergeRecords(tags(base), tags(mine), tags(theirs));
    return merge.conflicts.length > 0
      ? 'conflict'
      : jsonText(valueAt(merge.merged, ['data', 'tags']) ?? null);
  };
  expect(merged('["a","b"]', '["a","b","c"]', '["a","b","d"]')).toBe('["a","b","c","d"]');
  expect(merged('["a","b"]', '["b"]', '["a","b","d"]')).toBe('["b","d"]');
  expect(merged('["a","b"]', '["b","a"]', '["a","b","d"]')).toBe('["b","a","d"]');
  expect(merged('["a","b","c"]', '["b","a","c"]', '["a","c","b"]')).toBe('conflict');
  expect(merged('[{"x":1}]', '[{"x":2}]', '[{"x":1},{"x":3}]')).toBe('conflict');
});

test('two people put the same new price on, and each another part of it', () => {
  const merge = mergeRecords(
    parseRecord('{"data":{}}'),
    parseRecord('{"data":{"prices":{"p":{"amount":"3.00"}}}}'),
    parseRecord('{"data":{"prices":{"p":{"type":"price"}}}}'),
  );
  expect(merge.conflicts).toEqual([]);
  expect(jsonText(merge.merged)).toBe('{"data":{"prices":{"p":{"amount":"3.00","type":"price"}}}}');
});

test('two people add the same object with nothing in it, and that is said', () => {
  const added = parseRecord('{"data":{"prices":{}}}');
  const { merged, conflicts, resolved } = mergeRecords(parseRecord('{"data":{}}'), added, added);
  expect(conflicts).toEqual([]);
  expect(resolved.map(({ path }) => path)).toEqual([['data', 'prices']]);
  expect(jsonText(merged)).toBe(jsonText(added));
});

test('what a list gained and lost can be said', () => {
  expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] });
  expect(listChange(undefined, [{}])).toBeUndefined();
});

test('the words that differ are marked, and the pieces are the text', () => {
  expect(diffWords('Order by 13:00 for the', 'Order by 14:00 sharp for the')).toEqual([
    { text: 'Order by ', changed: false },
    { text: '14:00 sharp', changed: true },
    { text: ' for the', changed: false },
  ]);
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', ' ') }),
      fc.string({ unit: fc.constantFrom('a', 'b', ' ') }),
      (one, other) => {
        const pieces = diffWords(one, other);
        expect(pieces.map((piece) => piece.text).join('')).toBe(other);
        if (one === other) expect(pieces.some((piece) => piece.changed)).toBe(false);
      },
    ),
  );
});
