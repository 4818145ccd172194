import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from './query-client';

const keys = ['plu', 'sales', 'businessday', 'session', 'event'];

/** Performs a mutation; returns the resources whose cached queries it made stale. */
async function staleAfter(mutationKey: string[] | undefined, mutationFn: () => Promise<void>) {
  const queries = createQueryClient();
  for (const key of keys) queries.setQueryData([key, 'page'], key);
  await new MutationObserver(queries, { mutationFn, ...(mutationKey && { mutationKey }) })
    .mutate()
    .catch(() => undefined);
  return keys.filter((key) => queries.getQueryState([key, 'page'])?.isInvalidated);
}
const done = async () => {};
const failed = async () => {
  throw new Error('Refused');
};

it('a write makes what was read of its resource stale, and the event log, and nothing else', async () => {
  expect(await staleAfter(['plu', 'save'], done)).toEqual(['plu', 'event']);
  expect(await staleAfter(['session', 'end'], done)).toEqual(['session', 'event']);
});

it('a write of a receipt makes the business days stale, too', async () => {
  expect(await staleAfter(['sales', 'remove'], done)).toEqual(['sales', 'businessday', 'event']);
});

it('a write that failed makes the same stale: the record may be another one than was believed', async () => {
  expect(await staleAfter(['sales', 'remove'], failed)).toEqual(['sales', 'businessday', 'event']);
});

it('a mutation without a key, which writes nothing, makes nothing stale', async () => {
  expect(await staleAfter(undefined, done)).toEqual([]);
});

it('what could not be read without a network is read when it is back', async () => {
  const queries = createQueryClient();
  queries.mount();
  let isBack = false;
  const observer = new QueryObserver(queries, {
    queryKey: ['plu', 'page'],
    queryFn: () => (isBack ? 'rows' : failed()),
  });
  const end = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
  onlineManager.setOnline(false);
  isBack = true;
  onlineManager.setOnline(true);
  await expect.poll(() => observer.getCurrentResult().data).toBe('rows');
  end();
  queries.unmount();
});
