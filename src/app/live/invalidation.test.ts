import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { invalidationOf } from './invalidation';

const client = new QueryClient();
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const end of cleanups.splice(0)) end();
  client.clear();
});

/** Shows a page of a list; `reads` counts its requests, `release` answers the pending one. */
async function showPage(resource: string) {
  let reads = 0;
  let release = () => {};
  const observer = new QueryObserver(client, {
    queryKey: [resource, 'page', 0],
    staleTime: Infinity,
    queryFn: () => {
      reads += 1;
      const read = reads;
      return new Promise<number>((resolve) => (release = () => resolve(read)));
    },
  });
  cleanups.push(observer.subscribe(() => {}));
  const loadRead = async (read: number) => {
    await expect.poll(() => reads).toBe(read);
    release();
    await expect.poll(() => observer.getCurrentResult().data).toBe(read);
  };
  await loadRead(1);
  return {
    reads: () => reads,
    come: loadRead,
    data: () => observer.getCurrentResult().data,
    release: () => release(),
  };
}

it('reads anew what is on the screen, at once', async () => {
  const [tax, dpt] = [await showPage('tax'), await showPage('dpt')];
  invalidationOf(client).invalidate(['tax']);
  await tax.come(2);
  expect(dpt.reads()).toBe(1);
});

it('waits while anybody holds, and then does what was asked for, once', async () => {
  const tax = await showPage('tax');
  const cleanups = [invalidationOf(client).hold(), invalidationOf(client).hold()];
  invalidationOf(client).invalidate(['tax']);
  invalidationOf(client).invalidate(['tax']);
  cleanups[0]?.();
  cleanups[0]?.();
  expect([tax.reads(), invalidationOf(client).isHeld()]).toEqual([1, true]);
  cleanups[1]?.();
  await tax.come(2);
  expect([tax.reads(), invalidationOf(client).isHeld()]).toEqual([2, false]);
});

it('lets no answer come into what is being typed: what is under way is read again afterwards', async () => {
  const tax = await showPage('tax');
  invalidationOf(client).invalidate(['tax']);
  await expect.poll(() => tax.reads()).toBe(2);
  const end = invalidationOf(client).hold();
  tax.release();
  await Promise.resolve();
  expect(tax.data()).toBe(1);
  end();
  await tax.come(3);
});
