import { expect, it } from 'vitest';
import { discountStatus } from './status';

const today = '2026-03-21';
const on = (from: unknown, until: unknown, active = true) => discountStatus({ active, from, until }, today);

it('a discount without days is running, and one within them, its first and last day included', () => {
  expect(on(undefined, undefined)).toBe('running');
  expect(on('2026-03-21', '2026-03-21')).toBe('running');
  expect(on('2026-01-01', null)).toBe('running');
});

it('it is planned until its first day, and has ended after its last', () => {
  expect(on('2026-03-22', undefined)).toBe('planned');
  expect(on(undefined, '2026-03-20')).toBe('ended');
  expect(on('2027-01-01', '2026-01-01')).toBe('ended');
});

it('a deactivated one has ended, whenever it was to be', () => {
  expect(on('2026-03-22', undefined, false)).toBe('ended');
});

it('what is no day is no limit', () => {
  expect(on(5, '')).toBe('running');
  expect(on('soon', { until: 1 })).toBe('running');
});
