import { expect, it } from 'vitest';
import { elementsOf, scanJson } from './json-text';

// If one of these took quadratic time, the test would end by its timeout.
it.each([
  ['quotes with a backslash and no end', `["${String.raw`\"`.repeat(4_000_000)}`],
  ['backslashes and no end', `["${String.raw`\\`.repeat(4_000_000)}`],
  ['quotes alone', `[${'"'.repeat(8_000_001)}`],
  ['a long string', `["${'a'.repeat(8_000_000)}"]`],
  ['a long number', `[${'9'.repeat(8_000_000)}]`],
  ['minus signs', '-'.repeat(8_000_000)],
  ['brackets', '['.repeat(8_000_000)],
])('text of 8 million characters is looked through once: %s', (_, text) => {
  expect(scanJson(text).depth).toBeGreaterThanOrEqual(0);
});

it('the depth counts brackets, not those in strings', () => {
  expect(scanJson(String.raw`{"a[{":["\"]]]",{"b":[]}]}`).depth).toBe(4);
  expect(scanJson('"[[["').depth).toBe(0);
});

it('the elements of an array are its own texts, to the letter', () => {
  const elements = ['{"a":[1,2],"b":"x,]"}', ' 1.50 ', String.raw`"\","`, '[[],[{}]]', '\n{ }'];
  expect(elementsOf(`  [${elements.join(',')}] `)).toEqual(elements);
});
