import { expect, it } from 'vitest';
import type { ChangeSet } from '@/app/changes/change-sets';
import { byDue, untilText } from './set-words';

it('sets that are due at one moment stand in the order of their ids, in which they are applied', () => {
  const set = (id: string, due_at: string) => ({ id, due_at }) as ChangeSet;
  const [first, second] = [set('018f', '2033-03-26T04:00:00.000Z'), set('01a2', '2033-03-26T04:00:00.000Z')];
  const before = set('01a3', '2033-03-25T04:00:00.000Z');
  expect([second, first, before].toSorted(byDue)).toEqual([before, first, second]);
});

it('the time until a set is due is rounded: of Monday morning it is two days on Saturday morning', () => {
  const say = (key: string, values?: { count?: number }) => `${key} ${values?.count}`;
  const now = Date.parse('2026-11-28T07:00:00Z');
  const of = (at: string) => untilText(at, say, now);
  expect(
    ['2026-11-30T06:00:00Z', '2026-11-29T09:00:00Z', '2026-11-28T08:50:00Z', '2026-11-28T07:40:00Z'].map(of),
  ).toEqual(['inDays 2', 'inDays 1', 'inHours 2', 'inMinutes 40']);
});
