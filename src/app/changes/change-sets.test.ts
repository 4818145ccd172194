import { describe, expect, it } from 'vitest';
import type { Client } from '../data/client';
import { createChangeSets, type NewItem } from './change-sets';

const id = '8f14e45f-ceea-467f-a8f6-1f0c2a1b3c4d';
const set = {
  id,
  name: 'Prices',
  active: true,
  origin: 'grid',
  status: 'draft',
  counts: {},
  progress: null,
  changed_by_ids: [],
  missed: false,
  version: 1,
  created_at: '',
  modified_at: '',
  data: {},
  ...Object.fromEntries(
    [
      'apply_at revert_at previewed_at made_by made_by_id previewed_by previewed_by_id requested_by requested_by_id',
      'approved_by applied_by applied_at due_at revert_due_at undoes undone_by problem',
    ].flatMap((names) => names.split(' ').map((name) => [name, null])),
  ),
};
const item: NewItem = { resource: 'plu', recordId: id, version: 1, patch: { name: 'x' } };

/** A service that refuses what is posted to an address with this ending. */
function refusing(ending: string) {
  const posted: string[] = [];
  const post = async (path: string) => {
    posted.push(path.replace(id, ':id'));
    if (path.endsWith(ending)) throw new Error('refused');
    return { text: JSON.stringify(set) };
  };
  return { posted, sets: createChangeSets({ post } as unknown as Client) };
}

describe('a draft that nobody knows of', () => {
  it('is discarded when it cannot be filled or applied, and the failure is told', async () => {
    const filling = refusing('/items');
    await expect(filling.sets.collect({ name: 'Prices', origin: 'grid' }, [item])).rejects.toThrow('refused');
    expect(filling.posted).toEqual(['changeset', 'changeset/:id/items', 'changeset/:id/discard']);
    const applying = refusing('/apply');
    await expect(applying.sets.applyNow({ name: 'Prices', origin: 'grid' }, [item])).rejects.toThrow(
      'refused',
    );
    expect(applying.posted.at(-1)).toBe('changeset/:id/discard');
  });

  it('is not one that was there before: it stays, with what it has', async () => {
    const { posted, sets } = refusing('/items');
    await expect(sets.collect({ name: 'Prices', origin: 'grid' }, [item], { into: id })).rejects.toThrow(
      'refused',
    );
    expect(posted).toEqual(['changeset/:id/items']);
  });
});
