import { describe, expect, it } from 'vitest';
import { formatCount, formatDay, formatDecimal, formatMoment, formatMoney } from './format';

describe('numbers as a person reads them', () => {
  it('groups and separates by locale without passing through a float', () => {
    expect(formatDecimal('12345678901234567890.10', 'en-GB')).toBe('12,345,678,901,234,567,890.10');
    expect(formatDecimal('1234.50', 'fi-FI')).toBe('1\u00a0234,50');
  });

  it('writes minus as −, zero without it, and nothing as –', () => {
    expect(formatDecimal('-10.55', 'en-GB')).toBe('−10.55');
    expect(formatDecimal('-0.004', 'en-GB', 2)).toBe('0.00');
    for (const none of [null, undefined, '', 'abc', {}]) expect(formatDecimal(none, 'en-GB')).toBe('–');
  });

  it('rounds half away from zero on the decimal itself', () => {
    expect(formatDecimal('1.005', 'en-GB', 2)).toBe('1.01');
    expect(formatDecimal('8.35', 'en-GB', 1)).toBe('8.4');
  });

  it('gives money two decimals at least and hides none', () => {
    expect(formatMoney('4.5', 'en-GB')).toBe('4.50');
    expect(formatMoney(4, 'en-GB')).toBe('4.00');
    expect(formatMoney('0.1375', 'en-GB')).toBe('0.1375');
    expect(formatMoney(1e-7, 'en-GB')).toBe('0.0000001');
  });

  it('groups counts', () => {
    expect(formatCount(1482, 'en-GB')).toBe('1,482');
    expect(formatCount(1000000, 'fi-FI')).toBe('1\u00a0000\u00a0000');
  });
});

describe('moments', () => {
  const style = { timeZone: 'Europe/Helsinki', now: new Date('2026-03-20T20:00:00Z') };
  const english = { ...style, locale: 'en-GB', today: 'Today' };
  const finnish = { ...style, locale: 'fi-FI', today: 'Tänään' };

  it("are told from today by the company's clock, not by the browser's", () => {
    expect(formatMoment('2026-03-20T12:32:00Z', english)).toBe('Today 14:32');
    expect(formatMoment('2026-03-19T22:30:00Z', english)).toBe('Today 00:30');
    expect(formatMoment('2026-03-19T15:26:00Z', english)).toBe('19 Mar 17:26');
  });

  it('carry the year when it is another', () => {
    expect(formatMoment('2025-03-19T15:26:00Z', english)).toBe('19 Mar 2025');
  });

  it('are written the Finnish way in Finnish', () => {
    expect(formatMoment('2026-03-20T12:32:00Z', finnish)).toBe('Tänään 14.32');
    expect(formatMoment('2026-03-19T15:26:00Z', finnish)).toBe('19.3. 17.26');
    expect(formatDay('2026-03-19', 'fi-FI')).toBe('19.3.2026');
  });

  it('that are none show as –', () => {
    expect(formatMoment('yesterday', english)).toBe('–');
    expect(formatDay('2026-3-1', 'en-GB')).toBe('–');
  });
});
