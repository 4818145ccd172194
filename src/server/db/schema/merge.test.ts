import { array, constantFrom, dictionary, letrec, oneof, sample, tuple } from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { stage } from '@/testing/api/start';

const on = stage();

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

const isObject = (value: Value | undefined): value is { [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** docs/design.md#updates, key by key. */
function merge(target: Value, patch: Value): Value {
  if (!isObject(patch) || !isObject(target)) return patch;
  const merged = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    const before = merged.get(key);
    if (value === null && before !== undefined && before !== null) merged.delete(key);
    else merged.set(key, before === undefined ? value : merge(before, value));
  }
  return Object.fromEntries(merged);
}

const value = letrec<{ value: Value; object: { [key: string]: Value } }>((tie) => ({
  value: oneof(
    { maxDepth: 4 },
    constantFrom<Value>(null, true, 'text', '', 1, []),
    array(constantFrom<Value>(null, 1, {}), { maxLength: 2 }),
    tie('object'),
  ),
  object: dictionary(constantFrom('a', 'b', '0', '', 'ä'), tie('value'), { noNullPrototype: true }),
})).object;

it('any patch merges into any object, key by key', async () => {
  const pairs = sample(tuple(value, value), { numRuns: 2000, seed: 7 });
  const { rows } = await sql<{ merged: Value }>`
    select merge_patch(p.value->0, p.value->1) as merged
    from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) with ordinality p(value, n) order by p.n`.execute(
    on.service.db,
  );
  expect(rows.map(({ merged }) => merged)).toEqual(pairs.map(([target, patch]) => merge(target, patch)));
});

it('a number that changes its digits alone is a change, at any depth', async () => {
  const { rows } = await sql<{ merged: string }>`
    select merge_patch('{"a": {"b": {"c": 4.5, "d": null}}}', '{"a": {"b": {"c": 4.50}}}')::text as merged`.execute(
    on.service.db,
  );
  expect(rows).toEqual([{ merged: '{"a": {"b": {"c": 4.50, "d": null}}}' }]);
});
