import { expect, test } from 'vitest';
import { demoRounds } from './rounds';
import { demoCompany } from '../demo';

const companies = demoCompany({ today: '2026-11-20' });
const rounds = demoRounds(companies, new Date('2026-11-20T12:00:00Z'));

test('the history of the demo ends at the prices that stand, and is told oldest first', () => {
  const prices = new Map(
    companies.flatMap((company) => company.records.plu).map((plu) => [plu.id, plu['base_price']]),
  );
  const changed = rounds.flatMap((round) => round.prices);
  expect(changed.length).toBeGreaterThan(300);
  for (const price of changed) expect(price.base_price).toBe(prices.get(price.id));
  const times = rounds.map((round) => round.at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('the cinnamon bun was changed last, within the last hours, and nothing lies in the future', () => {
  const last = rounds.at(-1);
  const bun = companies.flatMap((company) => company.records.plu).find((plu) => plu['productid'] === '2104');
  expect(last?.prices.map((price) => price.id)).toEqual([bun?.id]);
  expect(last?.at.getTime()).toBeLessThan(Date.parse('2026-11-20T12:00:00Z'));
});
