import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ChangeSets, UndoSum } from '@/app/changes/change-sets';
import { createQueryClient } from '@/app/shell/query-client';
import { useUndoSum } from './use-items';

const none = { records: 0, cells: 0 };
const before: UndoSum = { back: { records: 3, cells: 3 }, made: none, stay: none };
const now: UndoSum = { back: { records: 2, cells: 2 }, made: none, stay: { records: 1, cells: 1 } };

it('asks what an undo would do whenever a page begins to show it, also just after it was asked: others may have changed its records', async () => {
  const client = createQueryClient();
  client.setQueryData(['changeset', 'undo', 'one'], before);
  const changeSets = { undoSum: () => Promise.resolve(now) } as Partial<ChangeSets> as ChangeSets;
  const { result } = renderHook(() => useUndoSum(changeSets, 'one', true), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current.data).toEqual(before);
  await waitFor(() => expect(result.current.data).toEqual(now));
});
