import { expect, it } from 'vitest';
import type { GroupDays, GroupSummary } from '../schema';
import { groupTables } from './group-tables';

const figures = { receipts: 2, gross: '9.00', net: '7.93', tax: '1.07' };
const member = { id: 'c', role: 'admin', state: 'read' } as const;
const placeIn = (currency: string, gross: string) => ({
  id: currency,
  name: `Shop in ${currency}`,
  currency,
  now: { ...figures, gross },
  compared: figures,
  before: figures,
  days: 1,
  to_settle: 1,
});
const summary: GroupSummary = {
  from: '2026-11-01',
  to: '2026-11-30',
  compared: {
    now: { from: '2026-11-01', to: '2026-11-30', without: [] },
    before: { from: '2026-10-01', to: '2026-10-31', without: ['2026-10-29'] },
  },
  companies: [
    { ...member, acting_as: 'a', name: 'Helsinki', locations: [placeIn('EUR', '9.00')] },
    { ...member, acting_as: 'b', name: 'Haparanda', locations: [placeIn('SEK', '113.50')] },
  ],
  totals: [],
};
const lock = { at: '2026-12-01T08:00:00.000Z', by: 'Petri', hash: 'f'.repeat(64) };
const days: GroupDays = {
  from: summary.from,
  to: summary.to,
  companies: [
    {
      ...member,
      acting_as: 'a',
      name: 'Helsinki',
      months: [
        { month: '2026-11', locked: true, lock, over: true, days: { exported: 1, closed: 0, open: 0 } },
      ],
      days: [
        {
          id: 'd',
          location_id: 'l',
          location_name: 'Kallio',
          date: '2026-11-02',
          status: 'exported',
          currency: 'EUR',
          receipts: 2,
          gross: '9.00',
          seal: 'a'.repeat(64),
        },
      ],
    },
  ],
};

it('an export of a group has a currency in each row of amounts, and no row that adds two', () => {
  const [sales, months, list] = groupTables(
    summary,
    days,
    (key) => key,
    () => 'Locked',
  );
  expect(sales?.rows).toEqual([
    [
      'Helsinki',
      'Shop in EUR',
      'EUR',
      '2',
      '9.00',
      '7.93',
      '1.07',
      '2',
      '9.00',
      '7.93',
      '1.07',
      '2',
      '9.00',
      '7.93',
      '1.07',
      '1',
    ],
    [
      'Haparanda',
      'Shop in SEK',
      'SEK',
      '2',
      '113.50',
      '7.93',
      '1.07',
      '2',
      '9.00',
      '7.93',
      '1.07',
      '2',
      '9.00',
      '7.93',
      '1.07',
      '1',
    ],
  ]);
  expect(months?.rows).toEqual([['Helsinki', '2026-11', 'Locked', lock.hash]]);
  expect(list?.rows).toEqual([
    ['Helsinki', '2026-11-02', 'Kallio', 'exported', 'EUR', '2', '9.00', 'a'.repeat(64)],
  ]);
  for (const table of [sales, months, list])
    for (const row of table?.rows ?? []) expect(row).toHaveLength(table?.columns.length ?? 0);
});

it('has the sales alone until the days are there', () => {
  expect(
    groupTables(
      summary,
      undefined,
      (key) => key,
      () => '',
    ),
  ).toHaveLength(1);
});
