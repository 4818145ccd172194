import { expect, test } from 'vitest';
import { numberOf } from '@/record/json';
import { problemText } from './problem-text';
import { toDecimalText, toNumber, moneyText } from './number-text';

const say = (key: string, values?: Readonly<Record<string, string | number>>) =>
  values ? `${key} ${JSON.stringify(values)}` : key;
const problem = (code: string, limit?: number) => ({
  pointer: '/x',
  code,
  detail: 'as the service says it',
  ...(limit !== undefined && { limit }),
});

test('an empty field is asked for, whatever rule noticed it', () => {
  for (const code of ['required', 'wrong_type', 'wrong_format', 'invalid_value', 'not_date'])
    expect(problemText(problem(code), '', 'text', say, '.')).toBe('error.required');
});

test('a rule is said by its code, clearer where the kind of field is known', () => {
  expect(problemText(problem('wrong_type'), 'x', 'number', say, ',')).toMatch(/^error\.wrong_type\.number/);
  expect(problemText(problem('wrong_format'), '-1', 'number', say, ',')).toMatch(/negative/);
  expect(problemText(problem('not_above', 0), numberOf('0'), 'number', say, '.')).toContain('"limit":0');
});

test('a rule that nobody here knows is said in the words of the service', () => {
  expect(problemText(problem('of_tomorrow'), 'x', 'text', say, '.')).toBe('as the service says it');
  expect(problemText(problem('too_long'), 'x', 'text', say, '.')).toBe('as the service says it');
});

test('what is typed into a number field is a JSON number to the last digit, or stays as it was typed', () => {
  expect(toNumber('0.1200000000000000000000000001')).toEqual(numberOf('0.1200000000000000000000000001'));
  expect(toNumber('007.50')).toEqual(numberOf('7.50'));
  expect(toNumber('1,')).toBe('1,');
  expect(toDecimalText('04.50')).toBe('4.50');
  expect([moneyText('4.5'), moneyText('4'), moneyText('4.505'), moneyText('x')]).toEqual([
    '4.50',
    '4.00',
    '4.505',
    'x',
  ]);
});
