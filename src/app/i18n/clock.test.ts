import { describe, expect, it } from 'vitest';
import { dayName, momentOf, startOfDay, localDayAndTime } from './clock';

describe('the first moment of a day', () => {
  it.each([
    ['2026-03-20', 'Europe/Helsinki', 0, '2026-03-19T22:00:00.000Z'],
    ['2026-07-01', 'Europe/Helsinki', 0, '2026-06-30T21:00:00.000Z'],
    // Clocks are put forward at 3 in the morning of the 29th.
    ['2026-03-29', 'Europe/Helsinki', 0, '2026-03-28T22:00:00.000Z'],
    ['2026-03-29', 'Europe/Helsinki', 1, '2026-03-29T21:00:00.000Z'],
    ['2026-10-25', 'Europe/Helsinki', 1, '2026-10-25T22:00:00.000Z'],
    ['2026-12-31', 'America/New_York', 1, '2027-01-01T05:00:00.000Z'],
    ['2026-03-20', 'UTC', 0, '2026-03-20T00:00:00.000Z'],
  ])('of %s in %s, %i days on, is %s', (day, zone, later, moment) => {
    expect(startOfDay(day, zone, later)).toBe(moment);
  });

  it('is none of what is no day', () => {
    expect([startOfDay('', 'UTC'), startOfDay('2026-13-01', 'UTC'), startOfDay('soon', 'UTC')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('a minute of a day', () => {
  it('ends at its last millisecond, and shows as it was chosen', () => {
    expect(momentOf('2026-03-20', '14:32', 'Europe/Helsinki')).toBe('2026-03-20T12:32:59.999Z');
    expect(localDayAndTime('2026-03-20T12:32:59.999Z', 'Europe/Helsinki')).toEqual({
      day: '2026-03-20',
      time: '14:32',
    });
    expect([momentOf('', '14:32', 'UTC'), momentOf('2026-03-20', '', 'UTC')]).toEqual([null, null]);
  });
});

describe('a day in words', () => {
  it.each([
    ['en-GB', 'Sunday 22 November 2026'],
    ['fi-FI', 'Sunnuntaina 22. marraskuuta 2026'],
  ])('in %s begins with a capital and has no comma, as on a business day', (locale, name) => {
    expect(dayName('2026-11-22T10:00:00.000Z', locale, 'Europe/Helsinki')).toBe(name);
  });
});
