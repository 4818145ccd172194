import { describe, expect, it } from 'vitest';
import { markOf, monthOf, salesByLocation, salesOf, type SummaryDay } from './sales';
import { big } from '@/days/report/amounts';
import type { Summary } from '@/days/report/schema/summary';

const day = (date: string, gross: string, more: Partial<SummaryDay> = {}): SummaryDay => ({
  id: `${date} ${gross}`,
  location_id: 'a',
  date,
  status: 'closed',
  count: 1,
  gross,
  over_short: null,
  at_fault: 0,
  failing: [],
  acknowledged: [],
  ...more,
});

describe('the month of the overview', () => {
  it('is the one of yesterday, so that the first of a month still shows the last one whole', () => {
    expect(monthOf('2026-03-21')).toMatchObject({ first: '2026-03-01', last: '2026-03-31' });
    expect(monthOf('2026-03-01')).toMatchObject({
      yesterday: '2026-02-28',
      first: '2026-02-01',
      last: '2026-02-28',
    });
  });
});

describe('sales', () => {
  const month = monthOf('2026-03-04');

  it('are summed by date, and stand beside those of the same weekday of the month before', () => {
    const now = [day('2026-03-02', '10.10'), day('2026-03-02', '0.20'), day('2026-03-03', '7')];
    const before = [day('2026-02-02', '5'), day('2026-02-03', '3.50'), day('2026-02-05', '9')];
    const { days, yesterday, month: sum } = salesOf(now, [...before, day('2026-02-24', '8')], month);
    expect(days).toHaveLength(31);
    expect(days[1]).toEqual({ date: '2026-03-02', gross: big('10.30'), before: big('5') });
    // A day to come has what it will be compared with already.
    expect(days[4]).toEqual({ date: '2026-03-05', gross: null, before: big('9') });
    // A day is compared with that of the week before.
    expect(yesterday).toEqual({ gross: big('7'), change: '-12.5' });
    expect(sum).toEqual({ gross: big('17.30'), change: '103.5' });
  });

  it('leave today out of the sum: it is not over', () => {
    const { month: sum } = salesOf([day('2026-03-03', '7'), day('2026-03-04', '100')], [], month);
    expect(sum).toEqual({ gross: big('7'), change: null });
  });

  it('are told by location', () => {
    const summary = {
      locations: [
        { id: 'a', name: 'Kallio' },
        { id: 'b', name: 'Turku' },
      ],
      days: [day('2026-03-03', '7'), day('2026-03-03', '2', { location_id: 'b' })],
    } as unknown as Summary;
    const found = salesByLocation(summary, { ...summary, days: [] }, month);
    expect(found.map(({ name, sales }) => [name, sales.yesterday.gross?.toFixed()])).toEqual([
      ['Kallio', '7'],
      ['Turku', '2'],
    ]);
  });
});

it.each([
  ['exported', { status: 'exported', at_fault: 1 }],
  ['fault', { status: 'closed', at_fault: 1 }],
  ['fault', { status: 'closed', failing: ['cash'] }],
  ['closed', { status: 'closed', acknowledged: ['cash'] }],
  ['open', { status: 'open', at_fault: 2 }],
] as const)('the mark of a day is %s', (mark, more) => {
  expect(markOf(day('2026-03-03', '1', more as Partial<SummaryDay>))).toBe(mark);
});
