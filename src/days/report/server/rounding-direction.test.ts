import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { Big } from 'big.js';
import { stage } from '@/testing/api/start';
import { openShop, type Shop } from '@/testing/shop';
import { recompute } from '../../checks/recompute';
import { reportSchema } from '../report';
import { roundingModes } from '@/resources/tender/contract';
import { roundTo } from '@/resources/tender/rounding';

const on = stage();
const units = ['0.05', '0.10', '0.50', '1.00'] as const;
let shop: Shop;
/** The tender that rounds so. */
const tenders = new Map<string, string>();
const keyOf = (mode: string, unit: string): string => `${mode} ${unit}`;

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  for (const mode of roundingModes)
    for (const unit of units) {
      const json = { name: keyOf(mode, unit), type: 'cash', data: { rounding: { mode, unit } } };
      const made = await on.send('POST', '/api/secure/tender', { json });
      tenders.set(keyOf(mode, unit), made.entity.id);
    }
});

/** A receipt: its total, what it was rounded by, and how its tender rounds. */
interface Rounded {
  readonly mode: (typeof roundingModes)[number];
  readonly unit: string;
  readonly total: string;
  readonly rounding: string;
}

/** Sells the receipts on one day; returns which of them the service, and then the browser, finds wrongly rounded. */
async function wronglyRounded(receipts: readonly Rounded[]) {
  const day = await shop.openDay();
  const json = receipts.map(({ mode, unit, total, rounding }, at) => {
    const paid = { tender_id: tenders.get(keyOf(mode, unit)), type: 'cash' };
    const amount = new Big(total).plus(rounding).toFixed(2);
    return shop.receipt(day, {
      type: total.startsWith('-') ? 'return' : 'sale',
      receipt_num: String(at + 1),
      total,
      rounding,
      data: { lines: [{ name: 'Bun', qty: '1', total }], tenders: [{ ...paid, amount }] },
    });
  });
  const posted = await on.send('POST', '/api/secure/sales', { json });
  expect([posted.status, posted.status < 300 ? '' : posted.text]).toEqual([200, '']);
  const answer = await on.send('GET', `/api/secure/report/businessdaytx/${day}`);
  const report = reportSchema.parse(answer.json);
  return [report.checks, recompute(report).checks].map((checks) => {
    const found = checks.find(({ code }) => code === 'receipt_rounding')?.faults ?? [];
    const at = found.map(({ transaction_id }) => json.findIndex(({ id }) => id === transaction_id));
    return at.toSorted((one, other) => one - other);
  });
}

it('a receipt is rounded in the direction of its tender, by less than one unit of it', async () => {
  const found = await wronglyRounded([
    { mode: 'down', unit: '0.05', total: '1.98', rounding: '-0.03' },
    { mode: 'up', unit: '0.05', total: '1.96', rounding: '0.04' },
    { mode: 'down', unit: '1.00', total: '7.75', rounding: '-0.75' },
    { mode: 'up', unit: '0.05', total: '1.92', rounding: '-0.02' },
    { mode: 'half_up', unit: '0.05', total: '1.98', rounding: '0.02' },
    { mode: 'down', unit: '0.05', total: '1.95', rounding: '-0.05' },
    { mode: 'half_up', unit: '0.10', total: '1.94', rounding: '0.06' },
  ]);
  expect(found).toEqual([
    [3, 5, 6],
    [3, 5, 6],
  ]);
});

it('of a sum that lies between two units one is right with up and with down, and the nearer one with the half', async () => {
  const receipt = record({
    mode: constantFrom(...roundingModes),
    unit: constantFrom(...units),
    cents: integer({ min: 1, max: 2000 }),
    isReturn: boolean(),
    isRight: boolean(),
  });
  await assert(
    asyncProperty(array(receipt, { minLength: 40, maxLength: 80 }), async (drawn) => {
      const all = drawn.map(({ mode, unit, cents, isReturn, isRight }) => {
        const total = new Big(cents).div(isReturn ? -100 : 100);
        const right = roundTo(total, unit, mode);
        const other = [roundTo(total, unit, 'up'), roundTo(total, unit, 'down')].find(
          (one) => !one.eq(right),
        );
        const is = isRight || !other ? right : other;
        // Half a unit is as far up as down: both modes of the half are accepted.
        const isTie = mode.startsWith('half') && other?.minus(total).abs().times(2).eq(unit);
        const isWrong = !is.eq(right) && !isTie;
        const rounding = is.minus(total).toFixed(2);
        return { mode, unit, total: total.toFixed(2), rounding, isWrong };
      });
      const wrong = all.flatMap(({ isWrong }, at) => (isWrong ? [at] : []));
      expect(await wronglyRounded(all)).toEqual([wrong, wrong]);
    }),
    { numRuns: 12, seed: 20 },
  );
}, 120_000);
