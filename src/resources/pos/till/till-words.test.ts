import { expect, it } from 'vitest';
import { agoText } from './till-words';

const now = Date.parse('2026-03-02T12:00:00Z');

it.each([
  ['2026-03-02T11:59:01Z', 'en-GB', null],
  ['2026-03-02T11:59:00Z', 'en-GB', '1 minute ago'],
  ['2026-03-02T11:00:01Z', 'en-GB', '59 minutes ago'],
  ['2026-03-02T11:00:00Z', 'en-GB', '1 hour ago'],
  ['2026-03-02T10:01:00Z', 'fi-FI', '1 tunti sitten'],
  ['2026-03-01T12:00:01Z', 'en-GB', '23 hours ago'],
  ['2026-03-01T12:00:00Z', 'en-GB', null],
  // The clock of the browser is behind that of the service.
  ['2026-03-02T12:00:30Z', 'en-GB', null],
])('%s is, in %s, %s', (at, locale, text) => {
  expect(agoText(at, now, locale)).toBe(text);
});
