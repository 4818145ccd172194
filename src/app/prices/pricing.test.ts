import { expect, it, test } from 'vitest';
import type { Ending } from './price';
import { readPricing, withClause } from './pricing';

/** Returns an ending as it is written in a line. */
const endingText = ({ to, way }: Ending): string => {
  const amount = to === '0.05' ? '5 cents' : to === '0.10' ? '10 cents' : to;
  return `end ${amount}${way === 'nearest' ? '' : ` ${way}`}`;
};

const words = { separator: '.', lists: [{ id: 's', name: 'Summer, late' }] } as const;
const finnish = { ...words, separator: ',' } as const;

const said = (text: string, given: typeof words | typeof finnish = words) => {
  const { pricing, problem } = readPricing(text, given);
  if (problem) return problem.rule;
  const { formula, floor, ending } = pricing;
  const { take, by, over, add } = formula;
  return [take.kind, by.toFixed(), over.toFixed(), add.toFixed(), floor, ending && endingText(ending)];
};

test.each([
  ['+5 %, end .90, margin at least 25 %', ['own', '1.05', '1', '0', '25', 'end .90']],
  ['+5 %; margin at least 25 %; end .90 up', ['own', '1.05', '1', '0', '25', 'end .90 up']],
  ['base × 0.9, end 5 cents down', ['base', '0.9', '1', '0', null, 'end 5 cents down']],
  ['list "Summer, late" + 3 %, floor 12.5%', ['list', '1.03', '1', '0', '12.5', null]],
  ['end .99', ['own', '1', '1', '0', null, 'end .99']],
  ['floor 30 %', ['own', '1', '1', '0', '30', null]],
  ['+0.20', ['own', '1', '1', '0.2', null, null]],
  ['ends with .95 nearest', ['own', '1', '1', '0', null, 'end .95']],
  ['end 0.05', ['own', '1', '1', '0', null, 'end 5 cents']],
  ['end .00', ['own', '1', '1', '0', null, 'end .00']],
])('"%s" is read', (text, expected) => {
  expect(said(text)).toEqual(expected);
});

test.each([
  ['+0,20, päättyy ,90 ylös', ['own', '1', '1', '0.2', null, 'end .90 up']],
  ['perushinta × 0,9, kate vähintään 12,5 %', ['base', '0.9', '1', '0', '12.5', null]],
  ['hinta + 5 %, loppu 5 snt', ['own', '1.05', '1', '0', null, 'end 5 cents']],
])('in Finnish "%s" is read', (text, expected) => {
  expect(said(text, finnish)).toEqual(expected);
});

test.each([
  ['', 'empty', 0],
  [' , ', 'unknown', 1],
  ['+5 %, end .87', 'ending', 6],
  ['+5 %, end .90 sideways', 'ending', 6],
  ['+5 %, end 5', 'ending', 6],
  ['+5 %, floor 25', 'floor', 6],
  ['+5 %, floor 100 %', 'floor', 6],
  ['+5 %, end .90, end .95', 'twice', 15],
  ['+5 %, base + 1', 'clause', 6],
  ['end .90, +x', 'unknown', 0],
])('"%s" is refused, and the place is named', (text, rule, at) => {
  const { problem } = readPricing(text, words);
  if (rule === 'unknown') return expect(problem).toBeDefined();
  return expect(problem).toMatchObject({ rule, at });
});

it('names the place of what is wrong in the whole line', () => {
  const { problem } = readPricing('end .90; base ? 3', words);
  expect(problem?.at).toBeGreaterThanOrEqual(9);
});

it('a floor and an ending are put in, changed and taken out, and the formula stays', () => {
  const floor = withClause('+5 %', 'floor', 'margin at least 25 %');
  expect(floor).toBe('+5 %, margin at least 25 %');
  expect(withClause(floor, 'floor', 'margin at least 30 %')).toBe('+5 %, margin at least 30 %');
  expect(withClause(floor, 'floor', null)).toBe('+5 %');
  expect(withClause('', 'ending', 'end .90')).toBe('end .90');
});

it('every ending is read as it is written', () => {
  for (const to of ['.90', '.95', '.99', '.00', '0.05', '0.10'] as const)
    for (const way of ['up', 'down', 'nearest'] as const) {
      const ending: Ending = { to, way };
      expect(readPricing(`+5 %, ${endingText(ending)}`, words).pricing?.ending).toEqual(ending);
    }
});
