import { constantFrom, integer, oneof, record, sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthOf as monthViewOf, salesByLocation, salesOf } from '@/overview/sales';
import { addDays, datesOf, plusMonths } from '@/record/calendar';
import {
  changeOf,
  comparedDates,
  comparedUntil,
  datesIn,
  periodBeside,
  periodOfMonth,
  type Period,
} from '@/record/period';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { password, people } from '@/testing/people';
import { samplesFor } from '@/testing/samples';
import { openShop } from '@/testing/shop';
import { unitText } from '@/testing/sold-day';
import { groupSummary } from '../group/schema';
import { compare, compareAll, compareShops, daysOfMonth } from '../month/compare/comparison';
import { monthSchema, monthsSchema } from '../month/schema';
import { big, sumOf } from '../report/amounts';
import { summarySchema } from '../report/schema/summary';
import { salesHistory, type SalesBy } from '../sales-history/answer';
import { changeIn, comparedBy, comparedRows } from '../sales-history/page/compared';

const on = stage();

describe('a period', () => {
  const locations = 3;
  /** What a location sells on a date, in cents: null where it has no day; and whether the day is closed by now. */
  const dayOfShop = record({
    cents: oneof({ arbitrary: integer({ min: 1, max: 99_999 }), weight: 6 }, constantFrom(null, 0)),
    isClosed: constantFrom(true, true, true, false),
  });
  const runs = [
    { today: '2023-05-19', seed: 1 },
    // In this month nothing is over yet but the one before.
    { today: '2021-06-01', seed: 2 },
    { today: '2019-03-31', seed: 3 },
  ];

  it.each(runs)(
    'of $today has the same sums and changes on every page, of all locations and of each',
    async ({ today, seed }) => {
      const send = await on.service.as('tampere');
      const ask = async (path: string): Promise<unknown> => {
        const answer = await send('GET', `/api/secure/${path}`);
        expect([path, answer.status]).toEqual([path, 200]);
        return answer.json;
      };
      const yesterday = addDays(today, -1);
      const month = yesterday.slice(0, 7);
      const months = [month, plusMonths(month, -1), plusMonths(month, -12)] as const;
      const dates = [...months, today.slice(0, 7)].flatMap(datesOf).filter((date) => date <= today);
      const sold = new Map<string, { cents: number; isClosed: boolean }>();
      const shops: string[] = [];
      for (let at = 0; at < locations; at += 1) {
        const shop = await openShop(send, samplesFor(send));
        const { location_id } = shop;
        await send('PUT', `/api/secure/location/${location_id}`, { json: { data: { currency: 'EUR' } } });
        shops.push(location_id);
        const receipts: Json[] = [];
        const closing: string[] = [];
        const all = sample(dayOfShop, { seed: 10 * seed + at, numRuns: dates.length });
        for (const [n, date] of [...new Set(dates)].entries()) {
          const { cents, isClosed } = all[n] ?? { cents: null, isClosed: false };
          // The last one was opened this month; today is open, as it is.
          if (cents === null || (at === locations - 1 && date < `${month}-01`)) continue;
          const id = await shop.openDay(date);
          const total = unitText(cents, 2);
          if (cents > 0)
            receipts.push(
              shop.receipt(id, {
                receipt_num: String(n),
                total,
                data: {
                  lines: [{ number: 1, name: 'Bun', qty: '1', total }],
                  tenders: [{ type: 'cash', amount: total }],
                },
              }),
            );
          const closes = isClosed && date < today;
          if (closes) closing.push(id);
          sold.set(`${location_id} ${date}`, { cents, isClosed: closes });
        }
        expect((await send('POST', '/api/secure/sales', { json: receipts })).status).toBe(200);
        for (const id of closing) expect((await shop.setStatus(id, 'closed')).status).toBe(200);
      }

      /** What is expected: cents of the dates, of a location or all, as decimal text. */
      const centsOf = (of: readonly string[], places: readonly string[], only: 'closed' | 'all' = 'all') =>
        of
          .flatMap((date) => places.map((place) => sold.get(`${place} ${date}`)))
          .reduce((sum, day) => sum + (day && (only === 'all' || day.isClosed) ? day.cents : 0), 0);
      const moneyOf = (...asked: Parameters<typeof centsOf>) => unitText(centsOf(...asked), 2);
      const weekdayPlace = (date: string) =>
        `${new Date(date).getUTCDay()} ${Math.ceil(Number(date.slice(8)) / 7)}`;
      const inMonth = (other: string) => (date: string) =>
        datesOf(other).find((one) => weekdayPlace(one) === weekdayPlace(date));
      const changeOver = (
        of: readonly string[],
        fellow: (date: string) => string | undefined,
        places: readonly string[],
      ) => {
        const pairs = of.flatMap((date) => {
          const other = fellow(date);
          return other === undefined ? [] : [[date, other] as const];
        });
        const now = centsOf(
          pairs.map(([date]) => date),
          places,
        );
        const before = centsOf(
          pairs.map(([, other]) => other),
          places,
        );
        return before > 0
          ? big(now - before)
              .times(100)
              .div(before)
              .toFixed(1)
              .replace('-0.0', '0.0')
          : null;
      };

      const params = ({ from, to }: Period) =>
        `from=${from}&to=${to}&currency=EUR&location_id=${shops.join(',')}`;
      const summary = async (period: Period) =>
        summarySchema.parse(await ask(`report/summary?${params(period)}`));
      const sales = async (period: Period, by: string, without: readonly string[] = []) =>
        salesHistory.parse(
          await ask(
            `report/sales?by=${by}&${params(period)}${without.length > 0 ? `&without=${without.join(',')}` : ''}`,
          ),
        );
      const monthOf = async (name: string) =>
        monthSchema.parse(
          await ask(`report/month?month=${name}&currency=EUR&location_id=${shops.join(',')}`),
        );
      const salesPage = async (period: Period, by: SalesBy = 'location') => {
        const compared = comparedDates(period, comparedUntil(period, today));
        const part = compared && (await sales(compared.now, comparedBy(by), compared.now.without));
        const before = compared && (await sales(compared.before, comparedBy(by), compared.before.without));
        return { now: await sales(period, by), part: part ?? undefined, before: before ?? undefined };
      };
      const summaryPage = async (period: Period) =>
        compare(
          [
            await summary(period),
            await summary(periodBeside(period)),
            await summary(periodBeside(period, 'year')),
          ],
          today,
        );
      const { invite, browser } = people(on);
      const person = browser();
      const email = `period.${crypto.randomUUID()}@example.org`;
      for (const company of ['tampere', 'other'] as const) {
        const { token } = await invite('manager', company, email);
        await person.send('POST', '/api/invitation/accept', { token, password });
      }
      const groupPage = async (period: Period) => {
        const until = comparedUntil(period, today);
        const answer = groupSummary.parse(
          (
            await person.send(
              'GET',
              `/api/secure/group/summary?from=${period.from}&to=${period.to}&until=${until}`,
            )
          ).json,
        );
        return answer.companies
          .flatMap(({ locations: own }) => own)
          .filter(({ id, currency }) => shops.includes(id) && currency === 'EUR');
      };

      /** Holds what the pages say of a period against each other, and against what was sold. */
      const hold = async (period: Period, fellow: (date: string) => string | undefined) => {
        const of = datesIn(period);
        const over = of.filter((date) => date < today);
        const expected = { gross: moneyOf(of, shops), change: changeOver(over, fellow, shops) };
        const [page, days, group] = [
          await salesPage(period),
          await summaryPage(period),
          await groupPage(period),
        ];
        expect({ gross: page.now.totals.gross, change: changeIn(page, ({ gross }) => gross) }).toEqual(
          expected,
        );
        const all = compareAll(days);
        expect({ gross: all.gross.toFixed(2), change: all.onBefore }).toEqual(expected);
        const sumIn = (name: 'now' | 'compared' | 'before') =>
          sumOf(group.map((one) => one[name].gross)).toFixed(2);
        expect({ gross: sumIn('now'), change: changeOf(sumIn('compared'), sumIn('before')) }).toEqual(
          expected,
        );
        const rows = comparedRows(page);
        for (const id of shops) {
          const own = { gross: moneyOf(of, [id]), change: changeOver(over, fellow, [id]) };
          const shop = compareShops(days).find((one) => one.id === id);
          if (shop) expect({ gross: shop.gross.toFixed(2), change: shop.onBefore }).toEqual(own);
          const row = rows.find((one) => one.id === id);
          if (row) expect({ gross: row.gross, change: row.change }).toEqual(own);
          const place = group.find((one) => one.id === id);
          if (place)
            expect({
              gross: big(place.now.gross).toFixed(2),
              change: changeOf(place.compared.gross, place.before.gross),
            }).toEqual(own);
        }
        return { ...expected, onYear: all.onYear };
      };

      const whole = periodOfMonth(month);
      const soFar = { from: whole.from, to: whole.to < today ? whole.to : today };
      const said = await hold(soFar, inMonth(months[1]));

      // The home page leaves today out of the sum, too, and has the same change.
      const view = monthViewOf(today);
      const [now, before] = [await summary(view.soFar), await summary(periodBeside(whole))];
      const overview = salesOf(now.days, before.days, view);
      expect([overview.month.gross?.toFixed(2), overview.month.change]).toEqual([
        moneyOf(datesIn({ from: whole.from, to: yesterday }), shops),
        said.change,
      ]);
      for (const { id, sales: own } of salesByLocation(now, before, view))
        expect(own.month.change).toBe(
          changeOver(datesIn({ from: whole.from, to: yesterday }), inMonth(months[1]), [id]),
        );
      const week = (date: string) => addDays(date, -7);
      const ofYesterday = await hold({ from: yesterday, to: yesterday }, week);
      expect([overview.yesterday.gross?.toFixed(2) ?? '0.00', overview.yesterday.change]).toEqual([
        ofYesterday.gross,
        ofYesterday.change,
      ]);

      // The page of the month: its own figures are of closed days, its comparison is of all.
      const [own, last, year] = [
        await monthOf(months[0]),
        await monthOf(months[1]),
        await monthOf(months[2]),
      ];
      const comparison = compare([daysOfMonth(own), daysOfMonth(last), daysOfMonth(year)], today);
      const compared = compareAll(comparison);
      expect([own.totals.gross, compared.gross.toFixed(2), compared.onBefore]).toEqual([
        moneyOf(datesOf(month), shops, 'closed'),
        said.gross,
        said.change,
      ]);
      expect(compared.onYear).toBe(said.onYear);
      expect(compared.onYear).toBe(
        changeOver(datesIn({ from: whole.from, to: yesterday }), inMonth(months[2]), shops),
      );
      for (const shop of compareShops(comparison))
        expect([shop.gross.toFixed(2), shop.onBefore]).toEqual([
          moneyOf(datesOf(month), [shop.id]),
          changeOver(datesIn({ from: whole.from, to: yesterday }), inMonth(months[1]), [shop.id]),
        ]);
      const listed = monthsSchema.parse(await ask('report/months')).find((one) => one.month === month);
      expect(listed?.by_currency.find(({ currency }) => currency === 'EUR')?.gross).toBe(own.totals.gross);

      // Weeks, and more than five of them; by what else sales are broken down, it is the same change.
      const fortnight = { from: addDays(today, -13), to: today };
      await hold(fortnight, (date) => addDays(date, -14));
      await hold({ from: addDays(today, -44), to: today }, (date) => addDays(date, -364));
      const byWeekday = await salesPage(soFar, 'weekday');
      expect(changeIn(byWeekday, ({ gross }) => gross)).toBe(said.change);
      const [row] = comparedRows(await salesPage(soFar, 'month'));
      expect([row?.id, row?.gross, row?.change]).toEqual([month, said.gross, said.change]);
    },
    120_000,
  );
});
