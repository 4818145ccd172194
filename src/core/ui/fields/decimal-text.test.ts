import { expect, test } from 'vitest';
import { toShown, toValue } from './decimal-text';

test('a decimal is shown with the separator of the language and every digit', () => {
  expect(toShown('4.50', ',')).toBe('4,50');
  expect(toShown('0.1234567890123456', '.')).toBe('0.1234567890123456');
  expect(toShown('four', ',')).toBe('four');
});

test('what is typed with groups, a comma or a minus sign becomes decimal text', () => {
  expect(toValue('4,50', ',')).toBe('4.50');
  expect(toValue('1 234,50', ',')).toBe('1234.50');
  expect(toValue('1.234,50', ',')).toBe('1234.50');
  expect(toValue('1,234.50', '.')).toBe('1234.50');
  expect(toValue('−3.5', '.')).toBe('-3.5');
  expect(toValue(',5', ',')).toBe('0.5');
  expect(toValue('4,50', '.')).toBe('4.50');
});

test('what could mean two things, or nothing, stays as it was typed', () => {
  expect(toValue('1,234', '.')).toBe('1,234');
  expect(toValue('4,', ',')).toBe('4,');
  expect(toValue('1e3', '.')).toBe('1e3');
  expect(toValue('', ',')).toBe('');
});
