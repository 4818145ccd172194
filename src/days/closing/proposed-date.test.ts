import { expect, it } from 'vitest';
import type { Row } from '@/app/data/row';
import { proposedDate } from './proposed-date';

const place = (data: Record<string, unknown>): Row => ({ id: 'a', active: true, name: 'Shop', data });
const evening = new Date('2026-11-22T22:30:00Z');

it.each([
  ['by the clock of the location', place({ timezone: 'America/New_York' }), 'Europe/Helsinki', '2026-11-22'],
  ['by that of the company where the location has none', place({}), 'Asia/Tokyo', '2026-11-23'],
  ['by that of the company before a location is chosen', undefined, 'Europe/Helsinki', '2026-11-23'],
  [
    'before the cutover of the location it is still the day before',
    place({ timezone: 'Europe/Helsinki', day_cutover: '04:00' }),
    'Europe/Helsinki',
    '2026-11-22',
  ],
  [
    'a clock that nobody knows counts as none',
    place({ timezone: 'Mars/Base' }),
    'Europe/Helsinki',
    '2026-11-23',
  ],
  ['without any clock it is that of UTC', place({}), undefined, '2026-11-22'],
  [
    'before the minutes of the cutover, too',
    place({ timezone: 'Europe/Helsinki', day_cutover: '00:31' }),
    'Europe/Helsinki',
    '2026-11-22',
  ],
  [
    'from the minutes of the cutover on it is the next day',
    place({ timezone: 'Europe/Helsinki', day_cutover: '00:30' }),
    'Europe/Helsinki',
    '2026-11-23',
  ],
])('a new day has the date of the moment %s', (_, location, zone, date) => {
  expect(proposedDate(evening, location, zone)).toBe(date);
});
