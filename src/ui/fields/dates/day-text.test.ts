import { describe, expect, test } from 'vitest';
import { isDay, parseDay, parseTime } from './day-text';

describe('a day that is typed', () => {
  test.each([
    ['31.12.2026', '2026-12-31'],
    ['1.2.2026', '2026-02-01'],
    ['31/12/2026', '2026-12-31'],
    ['31-12-2026', '2026-12-31'],
    ['31 12 2026', '2026-12-31'],
    ['31122026', '2026-12-31'],
    ['2026-12-31', '2026-12-31'],
    ['2026-1-5', '2026-01-05'],
    ['31 Dec 2026', '2026-12-31'],
    ['31 december 2026', '2026-12-31'],
    ['Dec 31, 2026', '2026-12-31'],
    ['9 Sept 2026', '2026-09-09'],
    ['29.2.2028', '2028-02-29'],
  ])('"%s" is %s', (typed, day) => {
    expect(parseDay(typed, 'en-GB')).toBe(day);
  });

  test.each(['31.12.2026', '31. joulukuuta 2026', '31 joulu 2026', '31. joulukuu 2026'])(
    '"%s" is a day in Finnish',
    (typed) => {
      expect(parseDay(typed, 'fi-FI')).toBe('2026-12-31');
    },
  );

  test.each([
    ['31.12.', '2026-12-31'],
    ['31.12', '2026-12-31'],
    ['3112', '2026-12-31'],
    ['31.12.27', '2027-12-31'],
    ['311227', '2027-12-31'],
    ['1 jan', '2026-01-01'],
  ])('"%s" is whole only when it is left', (typed, day) => {
    expect(parseDay(typed, 'en-GB')).toBeNull();
    expect(parseDay(typed, 'en-GB', '2026-03-20')).toBe(day);
  });

  test.each([
    '31.2.2026',
    '29.2.2027',
    '0.1.2026',
    '1.13.2026',
    'soon',
    '',
    '12',
    '31 ma 2026',
    '1.2.3.2026',
    '1.1.202',
    '-1.1.2026',
    '2026-12-31T00:00:00Z',
    '0026-01-01',
  ])('"%s" is none', (typed) => {
    expect(parseDay(typed, 'en-GB', '2026-03-20')).toBeNull();
  });

  test('a day of the wire is one of the calendar', () => {
    expect(['2026-02-28', '2026-02-30', '2026-2-3', '0999-01-01', ''].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a time that is typed', () => {
  test.each([
    ['21.30', '21:30'],
    ['21:30', '21:30'],
    ['21,30', '21:30'],
    ['9.05', '09:05'],
    ['9.30 pm', '21:30'],
    ['12 am', '00:00'],
    ['9pm', '21:00'],
  ])('"%s" is %s', (typed, time) => {
    expect(parseTime(typed, false)).toBe(time);
  });

  test.each([
    ['9', '09:00'],
    ['14', '14:00'],
    ['930', '09:30'],
    ['2130', '21:30'],
  ])('"%s" is whole only when it is left', (typed, time) => {
    expect(parseTime(typed, false)).toBeNull();
    expect(parseTime(typed, true)).toBe(time);
  });

  test.each(['24:00', '12:60', 'noon', '', '13 pm', '0 am', '21:3', '12345', '21:30:15'])(
    '"%s" is none',
    (typed) => {
      expect(parseTime(typed, true)).toBeNull();
    },
  );
});
