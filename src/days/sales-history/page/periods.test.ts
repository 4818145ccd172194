import { expect, it } from 'vitest';
import { periodBefore, periodNames, periodOf } from './periods';

it('names this month, the last, this year and the last twelve months', () => {
  expect(periodNames.map((name) => periodOf(name, '2026-03-21'))).toEqual([
    { from: '2026-03-01', to: '2026-03-21' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-01-01', to: '2026-03-21' },
    { from: '2025-03-01', to: '2026-02-28' },
  ]);
});

it.each([
  ['2026-03-01', '2026-03-21', '2026-02-01', '2026-02-21'],
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['2026-01-01', '2026-03-21', '2025-01-01', '2025-03-21'],
  ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
  ['2025-03-01', '2026-02-28', '2024-03-01', '2025-02-28'],
  ['2026-03-03', '2026-03-09', '2026-02-24', '2026-03-02'],
  ['2026-03-21', '2026-03-21', '2026-03-20', '2026-03-20'],
])('%s to %s is compared with %s to %s', (from, to, first, last) => {
  expect(periodBefore({ from, to })).toEqual({ from: first, to: last });
});
