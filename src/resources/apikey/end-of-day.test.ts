import { expect, it } from 'vitest';
import { endOfDay } from './end-of-day';

it('is the last moment of the day where the company is, in summer, in winter and when the clocks change', () => {
  expect(endOfDay('2026-06-15', 'Europe/Helsinki')).toBe('2026-06-15T20:59:59.999Z');
  expect(endOfDay('2026-12-31', 'Europe/Helsinki')).toBe('2026-12-31T21:59:59.999Z');
  expect(endOfDay('2026-03-29', 'Europe/Helsinki')).toBe('2026-03-29T20:59:59.999Z');
  expect(endOfDay('2026-10-25', 'Europe/Helsinki')).toBe('2026-10-25T21:59:59.999Z');
  expect(endOfDay('2026-03-08', 'America/New_York')).toBe('2026-03-09T03:59:59.999Z');
  expect(endOfDay('2026-06-15', 'UTC')).toBe('2026-06-15T23:59:59.999Z');
});

it('is none of what is no day', () => {
  expect(endOfDay('2026-02-31', 'UTC')).toBeNull();
  expect(endOfDay('', 'UTC')).toBeNull();
});
