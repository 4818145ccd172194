import { describe, expect, it } from 'vitest';
import { companies } from '../../testing/app/demo-service';
import { demoDays, type DemoDay } from './demo-days';
import type { ReceiptBody } from './receipt';

const last = '2026-11-19';
const days = [...demoDays(companies, last)];
const receipts = days.flatMap((day) => day.receipts);
const placeDays = (place: string) => days.filter((day) => day.place === place);
const places = ['hakaniemi', 'kallio', 'munkkiniemi'];

const cents = (amount: unknown): number => {
  if (typeof amount !== 'string' || !/^-?\d+\.\d\d$/.test(amount))
    throw new Error(`No amount: ${String(amount)}`);
  return Number(amount.replace('.', ''));
};
const sum = (amounts: readonly unknown[]) => amounts.reduce<number>((all, amount) => all + cents(amount), 0);
const counted = (receipt: ReceiptBody) => receipt.type === 'sale' || receipt.type === 'return';
const named = ({ place, date }: DemoDay) => `${place} ${date}`;

describe('the business days of the demo', () => {
  it('are the same, byte for byte, on every run', () => {
    expect(JSON.stringify([...demoDays(companies, last)])).toBe(JSON.stringify(days));
  });

  it('are ninety for each of three shops, the last one open, about 40,000 receipts in all', () => {
    for (const place of places) {
      const own = placeDays(place);
      expect(own).toHaveLength(90);
      expect(own.map((day) => day.date)).toEqual(own.map((day) => day.date).toSorted());
      expect(own.filter((day) => !day.closed).map((day) => day.date)).toEqual([last]);
    }
    expect(new Set(days.map((day) => day.place))).toEqual(new Set(places));
    expect(receipts.length).toBeGreaterThan(38_000);
    expect(receipts.length).toBeLessThan(43_000);
    expect(new Set([...receipts, ...days].map((record) => record.id)).size).toBe(
      receipts.length + days.length,
    );
  });

  it('keep the opening hours: Munkkiniemi has no Sundays, and nothing sells before the doors open', () => {
    const weekdays = (place: string) =>
      new Set(placeDays(place).map((day) => new Date(`${day.date}T12:00:00Z`).getUTCDay()));
    expect(weekdays('munkkiniemi').has(0)).toBe(false);
    expect(weekdays('kallio').size).toBe(7);
    const hour = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Helsinki',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    const hours = receipts.filter(counted).map((one) => Number(hour.format(new Date(one.completed_at))));
    expect([Math.min(...hours), Math.max(...hours)]).toEqual([7, 19]);
    const noon = hours.filter((one) => one === 11 || one === 12).length;
    const afternoon = hours.filter((one) => one === 14 || one === 15).length;
    expect(noon).toBeGreaterThan(1.5 * afternoon);
  });

  it('have lines, tax rows and tenders that add up to each receipt, but for the tax of one', () => {
    const wrong = receipts.filter(({ total, total_net, total_tax, rounding, data, type }) => {
      const applied = data.tenders.every(
        ({ amount, tendered, change }) =>
          tendered === undefined || cents(tendered) - cents(change) === cents(amount),
      );
      const paid =
        type === 'void' || cents(total) + cents(rounding) === sum(data.tenders.map((one) => one['amount']));
      const sold =
        data.lines.length === 0 ||
        (['total', 'net', 'tax'] as const).every(
          (name) =>
            sum(data.lines.map((one) => one[name])) ===
            cents({ total, net: total_net, tax: total_tax }[name]),
        );
      const rates = data.taxes.every((row) => {
        const lines = data.lines.filter((one) => one['tax_rate'] === row.rate);
        return (
          cents(row.net) + cents(row.tax) === cents(row.gross) &&
          cents(row.gross) === sum(lines.map((one) => one['total'])) &&
          cents(row.tax) === sum(lines.map((one) => one['tax']))
        );
      });
      return !(applied && paid && sold && rates);
    });
    expect(wrong).toHaveLength(1);
    const [{ data, businessday_id } = receipts[0]!] = wrong;
    expect(days.filter((day) => day.id === businessday_id).map(named)).toEqual(['hakaniemi 2026-11-15']);
    expect(sum(data.taxes.map((row) => row.tax))).toBe(sum(data.lines.map((one) => one['tax'])));
  });

  it('number the receipts of each register without a gap, but for one', () => {
    const next = new Map<string, number>();
    const gaps: string[] = [];
    for (const day of days) {
      for (const { pos_id, receipt_num } of day.receipts) {
        const number = Number(receipt_num);
        if (next.has(pos_id) && next.get(pos_id) !== number)
          gaps.push(`${named(day)} ${number - next.get(pos_id)!}`);
        next.set(pos_id, number + 1);
      }
      for (const report of day.closed?.body.data.z_reports ?? []) {
        const own = day.receipts.filter((receipt) => receipt.pos_id === report.pos_id);
        expect([report.first_receipt_num, report.last_receipt_num]).toEqual([
          own[0]?.receipt_num,
          own.at(-1)?.receipt_num,
        ]);
      }
    }
    expect(next.size).toBe(7);
    expect(gaps).toEqual(['kallio 2026-11-12 1']);
  });

  it('open each drawer with what was counted at the close before, but for one', () => {
    const counts = new Map<string, string>();
    const wrong: string[] = [];
    for (const day of days) {
      for (const { pos_id, opening_float } of day.opened.body.data.z_reports) {
        if ((counts.get(pos_id) ?? opening_float) !== opening_float) wrong.push(named(day));
      }
      for (const { pos_id, counted: count } of day.closed?.body.data.z_reports ?? [])
        counts.set(pos_id, count ?? '');
    }
    expect(wrong).toEqual(['munkkiniemi 2026-11-07']);
  });

  it('find differences when the drawers are counted, some over and some short, most of them none', () => {
    const differences = days.flatMap((day) =>
      (day.closed?.body.data.z_reports ?? []).map((report) => {
        const cash = day.totals.find((total) => total.pos_id === report.pos_id)?.cash ?? 0;
        return cents(report.counted) - cents(report.opening_float) - cash;
      }),
    );
    expect(differences.filter((one) => one > 0).length).toBeGreaterThan(20);
    expect(differences.filter((one) => one < 0).length).toBeGreaterThan(20);
    expect(differences.filter((one) => one === 0).length).toBeGreaterThan(differences.length / 2);
    const paid = (type: string) => receipts.filter((receipt) => receipt.type === type).length;
    expect([paid('paid_in') > 10, paid('paid_out') > 100]).toEqual([true, true]);
  });

  it('hold what shops meet: returns, voids, training, discounts, mixed tenders, rounding, two rates on a receipt', () => {
    const count = (keep: (receipt: ReceiptBody) => boolean) => receipts.filter(keep).length;
    expect(count(({ type, data }) => type === 'return' && data.ref_id !== undefined)).toBeGreaterThan(200);
    expect(count(({ type }) => type === 'void')).toBeGreaterThan(200);
    expect(count(({ type }) => type === 'training')).toBeGreaterThan(50);
    expect(count(({ data }) => data.lines.some((one) => 'discount' in one))).toBeGreaterThan(1000);
    expect(count(({ data }) => data.tenders.length > 1)).toBeGreaterThan(300);
    expect(count(({ rounding }) => rounding !== '0.00')).toBeGreaterThan(500);
    expect(count(({ data }) => data.taxes.filter((row) => row.rate !== '0').length > 1)).toBeGreaterThan(
      1000,
    );
    expect(count(({ customer_id }) => customer_id !== undefined)).toBeGreaterThan(1000);
    const kinds = receipts.filter(counted).flatMap(({ data }) => data.lines.map((one) => one['kind']));
    expect(new Set(kinds)).toEqual(new Set(['sale', 'gift_card', 'deposit', 'tip']));
  });

  it('have a Friday in Hakaniemi like the pictured one: 374 receipts, 4 returns, 3 voids, 2 of training', () => {
    const friday = days.find((day) => named(day) === 'hakaniemi 2026-11-13');
    const types = (type: string) => friday?.receipts.filter((receipt) => receipt.type === type).length;
    expect(friday?.receipts.filter(counted)).toHaveLength(374);
    expect([types('return'), types('void'), types('training')]).toEqual([4, 3, 2]);
    const gross = friday?.totals.reduce((all, total) => all + total.gross, 0) ?? 0;
    expect(gross).toBeGreaterThan(400_000);
    expect(gross).toBeLessThan(600_000);
  });

  it('count in the totals of each register what its receipts come to, and in the products what their lines say', () => {
    for (const day of days.slice(0, 30)) {
      for (const total of day.totals) {
        const own = day.receipts.filter((receipt) => receipt.pos_id === total.pos_id && counted(receipt));
        const lines = own.flatMap(({ data }) => data.lines.filter((one) => one['kind'] === 'sale'));
        expect([total.count, total.gross]).toEqual([own.length, sum(lines.map((one) => one['total']))]);
      }
      const gross = [...day.sold.values()].reduce((all, one) => all + one.total, 0);
      expect(gross).toBe(day.totals.reduce((all, total) => all + total.gross, 0));
    }
  });
});
