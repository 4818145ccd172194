import { expect, test } from 'vitest';
import { formatDecimalText, parseDecimalText } from './decimal-text';

test('a decimal is shown with the separator of the language and every digit', () => {
  expect(formatDecimalText('4.50', ',')).toBe('4,50');
  expect(formatDecimalText('0.1234567890123456', '.')).toBe('0.1234567890123456');
  expect(formatDecimalText('four', ',')).toBe('four');
});

test('what is typed with groups, a comma or a minus sign becomes decimal text', () => {
  expect(parseDecimalText('4,50', ',')).toBe('4.50');
  expect(parseDecimalText('1 234,50', ',')).toBe('1234.50');
  expect(parseDecimalText('1.234,50', ',')).toBe('1234.50');
  expect(parseDecimalText('1,234.50', '.')).toBe('1234.50');
  expect(parseDecimalText('−3.5', '.')).toBe('-3.5');
  expect(parseDecimalText(',5', ',')).toBe('0.5');
  expect(parseDecimalText('4,50', '.')).toBe('4.50');
});

test('what could mean two things, or nothing, stays as it was typed', () => {
  expect(parseDecimalText('1,234', '.')).toBe('1,234');
  expect(parseDecimalText('4,', ',')).toBe('4,');
  expect(parseDecimalText('1e3', '.')).toBe('1e3');
  expect(parseDecimalText('', ',')).toBe('');
});
