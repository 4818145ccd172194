import { afterEach, expect, it } from 'vitest';
import { lastDue, nextDue } from './due';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it.each([
  // Before and after three o'clock in Helsinki, in summer and in winter.
  ['2026-07-01T05:00:00Z', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.000Z'],
  ['2026-06-30T23:59:59Z', '2026-06-30T00:00:00.000Z', '2026-07-01T00:00:00.000Z'],
  ['2026-12-01T01:00:00Z', '2026-12-01T01:00:00.000Z', '2026-12-02T01:00:00.000Z'],
  // The clocks skip from 03:00 to 04:00, which is one o'clock in UTC.
  ['2026-03-29T12:00:00Z', '2026-03-29T01:00:00.000Z', '2026-03-30T00:00:00.000Z'],
  // 03:00 comes twice: the first one counts.
  ['2026-10-25T12:00:00Z', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
  ['2026-10-25T00:30:00Z', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
])('at %s the backup of 03:00 was due at %s, and is due again at %s', (now, last, next) => {
  process.env['TZ'] = 'Europe/Helsinki';
  expect(lastDue(new Date(now), '03:00').toISOString()).toBe(last);
  expect(nextDue(new Date(now), '03:00').toISOString()).toBe(next);
});
