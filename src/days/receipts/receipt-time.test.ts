import { describe, expect, it } from 'vitest';
import { startOfDay } from '@/app/i18n/clock';
import { formatClock, localDayOf } from './receipt-time';
import { receiptParams } from './receipt-walk';

describe('days and moments', () => {
  it('begin at midnight of the place, in winter, in summer and on the days that the clock changes', () => {
    expect(startOfDay('2031-01-15', 'Europe/Helsinki')).toBe('2031-01-14T22:00:00.000Z');
    expect(startOfDay('2031-07-15', 'Europe/Helsinki')).toBe('2031-07-14T21:00:00.000Z');
    expect(startOfDay('2031-03-30', 'Europe/Helsinki')).toBe('2031-03-29T22:00:00.000Z');
    expect(startOfDay('2031-03-31', 'Europe/Helsinki')).toBe('2031-03-30T21:00:00.000Z');
    expect(startOfDay('2031-10-27', 'Europe/Helsinki')).toBe('2031-10-26T22:00:00.000Z');
    expect(startOfDay('2031-03-01', 'America/New_York')).toBe('2031-03-01T05:00:00.000Z');
  });

  it('are shown by the clock of the place; what is no moment is a dash', () => {
    expect(formatClock('2031-03-20T10:40:07.000Z', 'en-GB', 'Europe/Helsinki')).toBe('12:40');
    expect(formatClock('2031-03-20T10:40:07.000Z', 'fi-FI', 'Europe/Helsinki', true)).toBe('12.40.07');
    expect(localDayOf('2031-03-20T23:30:00.000Z', 'Europe/Helsinki')).toBe('2031-03-21');
    expect(formatClock('soon', 'en-GB', undefined)).toBe('–');
    expect(startOfDay('2031-12-31', 'UTC', 1)).toBe('2032-01-01T00:00:00.000Z');
    expect(formatClock('2031-03-20T10:40:07.000Z', 'en-GB', 'No/Where')).toMatch(/^\d\d:\d\d$/);
  });

  it('filter receipts from the beginning of one day to the end of another', () => {
    const filters = {
      completed_from: ['2031-03-20'],
      completed_until: ['2031-03-21'],
      type: ['return', 'void'],
    };
    const params = receiptParams(
      { q: ' 0101 ', sort: '-total', active: 'active', filters },
      'Europe/Helsinki',
    );
    expect(Object.fromEntries(params)).toEqual({
      q: '0101',
      sort: '-total',
      type: 'return,void',
      completed_from: '2031-03-19T22:00:00.000Z',
      completed_until: '2031-03-21T22:00:00.000Z',
    });
  });
});
