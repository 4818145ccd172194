import { describe, expect, it, test } from 'vitest';
import { readNumber } from '@/app/grid/sheet/reading/read-number';
import { formatDecimalText, parseDecimalText } from './decimal-text';
import { numberReadings } from './number-readings';

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

describe('the one parser of numbers, in all languages', () => {
  const languages = {
    en: ['.', ','],
    fi: [',', '\u00A0'],
    de: [',', '.'],
    ch: ['.', '’'],
    sv: [',', ' '],
  } as const;
  const pairs = Object.entries(languages).flatMap(([writer, [sign, group]]) =>
    Object.entries(languages).map(([reader, [separator]]) => ({ writer, reader, sign, group, separator })),
  );
  it.each(pairs)('what $writer writes, $reader reads as it is or refuses', ({ sign, group, separator }) => {
    for (const [whole, decimals] of [
      ['1', '5'],
      ['1', '50'],
      ['12', '345'],
      ['1234', '50'],
      ['12345', '6'],
      ['1234567', '89'],
      ['1234', ''],
      ['12345', '678'],
    ] as const) {
      const right = `${whole}${decimals && `.${decimals}`}`;
      const written = `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group)}${decimals && `${sign}${decimals}`}`;
      const typed = parseDecimalText(written, separator);
      const cell = readNumber(written, { separator });
      const both = numberReadings(written);
      // With both signs nothing is left to know.
      if (whole.length > 3 && decimals !== '' && group !== sign) {
        expect([typed, cell]).toEqual([right, { kind: 'number', value: right }]);
        expect([both.point, both.comma].filter((one) => one !== null)).toContain(right);
      }
      // Nowhere another number without a question, but for the full stop that forms take for the decimal sign.
      if (!(decimals === '' && group === '.') && !/^\d{1,3}[.,]\d{3}$/.test(written))
        expect([right, written]).toContain(typed);
      if (cell.kind === 'number' && !/^\d{1,3}[.,]\d{3}$/.test(written)) expect(cell.value).toBe(right);
    }
  });
});
