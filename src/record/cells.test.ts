import { describe, expect, it } from 'vitest';
import { decide, patchOf, valuesOf } from './cells';
import { parseJson, parseRecord, type Json } from './json';

const json = (text: string | undefined): Json | undefined =>
  text === undefined ? undefined : parseJson(text);
const fate = (base?: string, now?: string, after?: string, choice?: 'this' | 'theirs') => {
  const decision = decide({ path: ['x'], base: json(base), now: json(now), after: json(after) }, choice);
  return decision.fate;
};

describe('the values of a patch', () => {
  it('are those of the keys of data, one by one, and the fields on top as they are', () => {
    const patch = parseRecord(
      '{"name": "A", "image_id": null, "data": {"cost_price": 1.20, "prices": {"p": {"amount": "2.00"}}, "memo": null, "tags": ["a"], "flags": {}}}',
    );
    expect(valuesOf(patch).map(({ path }) => path.join('/'))).toEqual([
      'name',
      'image_id',
      'data/cost_price',
      'data/prices/p/amount',
      'data/memo',
      'data/tags',
      'data/flags',
    ]);
    expect(valuesOf(patch).map(({ after }) => after === undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(patchOf(valuesOf(patch))).toEqual(patch);
  });
});

describe('a cell', () => {
  it.each([
    ['is written where nobody changed it', ['1', '1', '2'], 'change'],
    ['is the same where others made it so', ['1', '2', '2'], 'same'],
    ['is a conflict where others made it something else', ['1', '3', '2'], 'conflict'],
    ['is a conflict where others took the value away', ['1', undefined, '2'], 'conflict'],
    ['is written where a value is taken away that nobody changed', ['1', '1', undefined], 'change'],
    ['is the same where others took it away too', ['1', undefined, undefined], 'same'],
    ['is written digit by digit', ['1.0', '1.0', '1.00'], 'change'],
    ['is a new value where there was none', [undefined, undefined, '"x"'], 'change'],
    ['has lists of both merged', ['["a"]', '["a","b"]', '["a","c"]'], 'change'],
    ['is the same where their list has ours', ['["a"]', '["a","c","b"]', '["a","c"]'], 'same'],
  ] as const)('%s', (_, [base, now, after], expected) => {
    expect(fate(base, now, after)).toBe(expected);
  });

  it('has the value that was chosen', () => {
    expect(fate('1', '3', '2', 'this')).toBe('change');
    expect(fate('1', '3', '2', 'theirs')).toBe('kept');
    expect(fate('1', '1', '2', 'theirs')).toBe('change');
  });
});
