import { assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { people } from '@/testing/people';
import { openShop, type Shop } from '@/testing/shop';
import { recompute } from '../../checks/recompute';
import { groupSummary } from '../../group/schema';
import { addDays } from '@/record/calendar';
import { monthSchema } from '../../month/schema';
import { reportSchema } from '../report';

const on = stage();

/** Zones whose clocks do not change, with their minutes before UTC. */
const zones = { UTC: 0, 'Asia/Tokyo': 540, 'Asia/Kolkata': 330, 'Asia/Kathmandu': 345 } as const;
const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

async function shopWith(data: Json): Promise<Shop> {
  const shop = await openShop(on.send, on.samples);
  const answer = await on.send('PUT', `/api/secure/location/${shop.location_id}`, { json: { data } });
  expect(answer.status).toBe(200);
  return shop;
}

/** Returns which of the receipts the service, and then the browser, finds outside of the day. */
async function outside(day: string, shop: Shop, moments: readonly string[]) {
  const json = moments.map((completed_at, at) =>
    shop.receipt(day, { receipt_num: String(at + 1), completed_at }),
  );
  expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(200);
  const answer = await on.send('GET', `/api/secure/report/businessdaytx/${day}`);
  const report = reportSchema.parse(answer.json);
  return [report.checks, recompute(report).checks].map((checks) => {
    const found = checks.find(({ code }) => code === 'receipt_time')?.faults ?? [];
    const at = found.map(({ transaction_id }) => json.findIndex(({ id }) => id === transaction_id));
    return at.toSorted((one, other) => one - other);
  });
}

describe('a business day that begins within an hour', () => {
  it.each([
    ['02:30', '2026-05-04T23:15:00Z', []],
    ['02:30', '2026-05-04T23:30:00Z', [0]],
    ['02:00', '2026-05-04T22:59:59Z', []],
    ['02:00', '2026-05-04T23:15:00Z', [0]],
  ])(
    'at %s in Helsinki has a receipt of %s or not, by its minutes',
    async (day_cutover, moment, expected) => {
      const shop = await shopWith({ day_cutover, timezone: 'Europe/Helsinki' });
      const found = await outside(await shop.openDay('2026-05-04'), shop, [moment]);
      expect(found).toEqual([expected, expected]);
    },
  );

  it('has its receipts from that minute to the one of the next day, wherever it is', async () => {
    await assert(
      asyncProperty(
        record({
          zone: constantFrom(...Object.keys(zones)),
          begins: integer({ min: 0, max: 24 * 60 - 1 }),
          seconds: integer({ min: 1, max: 59 }),
        }),
        async ({ zone, begins, seconds }) => {
          const day_cutover = clock(begins);
          const shop = await shopWith({ day_cutover, timezone: zone });
          const day = await shop.openDay('2026-03-29');
          const offset = zones[zone as keyof typeof zones];
          const first = Date.UTC(2026, 2, 29) + (begins - offset) * 60_000;
          const [at, next] = [first, first + 24 * 3_600_000];
          const moments = [at - seconds * 1000, at, at + seconds * 1000, next - seconds * 1000, next];
          const found = await outside(
            day,
            shop,
            moments.map((moment) => new Date(moment).toISOString()),
          );
          expect(found).toEqual([
            [0, 4],
            [0, 4],
          ]);
          const { entity } = await on.send('GET', `/api/secure/businessday/${day}`);
          expect(Object(entity['snapshot'])).toMatchObject({
            cutover_hour: Math.floor(begins / 60),
            ...(begins % 60 > 0 && { cutover_minute: begins % 60 }),
          });
          expect('cutover_minute' in Object(entity['snapshot'])).toBe(begins % 60 > 0);
        },
      ),
      { numRuns: 25, seed: 21 },
    );
  }, 120_000);

  it('takes the minutes of the location that it moves to', async () => {
    const shop = await shopWith({ day_cutover: '04:00' });
    const other = await shopWith({ day_cutover: '23:59' });
    const day = await shop.openDay();
    const moved = await on.send('PUT', `/api/secure/businessday/${day}`, {
      json: { location_id: other.location_id },
    });
    expect(moved.entity['snapshot']).toMatchObject({ cutover_hour: 23, cutover_minute: 59 });
  });
});

describe('before the minute at which a day begins now', () => {
  /** A shop where it is the hour in which the next day begins, and not yet the minute; and its business date. */
  const earlyShop = async () => {
    const now = Date.now();
    const places = Object.entries(zones).map(([timezone, offset]) => ({
      timezone,
      local: new Date(now + offset * 60_000),
    }));
    const place = places.find(({ local }) => local.getUTCMinutes() < 40);
    if (!place) throw new Error('In one of the zones it is early in the hour');
    const { timezone, local } = place;
    const shop = await shopWith({ timezone, day_cutover: `${local.toISOString().slice(11, 13)}:59` });
    return { shop, date: addDays(local.toISOString().slice(0, 10), -1) };
  };

  it('the day of yesterday is not over for the group', async () => {
    const { shop, date } = await earlyShop();
    await shop.openDay(date);
    await shop.openDay(addDays(date, -1));
    const { invite, browser } = people(on);
    const window = browser();
    const { token } = await invite('manager', 'helsinki', `cutover.${crypto.randomUUID()}@example.org`);
    await window.send('POST', '/api/invitation/accept', { token, password: 'correct horse battery' });
    const read = await window.send('GET', `/api/secure/group/summary?from=${addDays(date, -1)}&to=${date}`);
    const rows = groupSummary.parse(read.json).companies.flatMap(({ locations }) => locations);
    expect(rows.find(({ id }) => id === shop.location_id)).toMatchObject({ days: 2, to_settle: 1 });
  });

  it('the month does not miss it', async () => {
    const { shop, date } = await earlyShop();
    for (const weeks of [3, 2, 1]) await shop.openDay(addDays(date, -7 * weeks));
    for (const days of [-15, -8]) await shop.openDay(addDays(date, days));
    const missing = async (day: string) => {
      const query = `month=${day.slice(0, 7)}&location_id=${shop.location_id}`;
      const { settle } = monthSchema.parse((await on.send('GET', `/api/secure/report/month?${query}`)).json);
      return settle.filter(({ kind }) => kind === 'missing').map((one) => one.date);
    };
    expect(await missing(date)).not.toContain(date);
    expect(await missing(addDays(date, -1))).toContain(addDays(date, -1));
  });
});
