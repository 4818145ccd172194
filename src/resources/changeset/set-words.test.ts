import { expect, it } from 'vitest';
import type { ChangeSet } from '@/app/changes/change-sets';
import { byDue } from './set-words';

it('sets that are due at one moment stand in the order of their ids, in which they are applied', () => {
  const set = (id: string, due_at: string) => ({ id, due_at }) as ChangeSet;
  const [first, second] = [set('018f', '2033-03-26T04:00:00.000Z'), set('01a2', '2033-03-26T04:00:00.000Z')];
  const before = set('01a3', '2033-03-25T04:00:00.000Z');
  expect([second, first, before].toSorted(byDue)).toEqual([before, first, second]);
});
