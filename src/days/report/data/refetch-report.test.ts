import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createChangeFeed } from '@/app/live/change-feed';
import { refetchWithReceipts } from './refetch-report';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const key = ['businessday', 'report', 'a day'];
const sold = { resource: 'sales', id: 'a', version: null, action: 'create', at: '', who: null };

/** Starts a query that stands for a mounted report, and counts how often it is fetched. */
async function shownReport() {
  const queries = new QueryClient();
  const news = createChangeFeed();
  let reads = 0;
  const observer = new QueryObserver(queries, {
    queryKey: key,
    staleTime: Infinity,
    queryFn: () => {
      reads += 1;
      return Promise.resolve(reads);
    },
  });
  const leave = observer.subscribe(() => {});
  const stop = refetchWithReceipts(queries, key, news);
  await vi.advanceTimersByTimeAsync(0);
  return { news, reads: () => reads, stop: () => [stop(), leave()] };
}

it('reads the report of an open day anew as receipts come, five seconds after the last time at the soonest', async () => {
  const { news, reads, stop } = await shownReport();
  for (let tenths = 1; tenths < 50; tenths += 1) {
    news.publish(sold);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(reads()).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(reads()).toBe(2);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reads()).toBe(2);
  news.publish(sold);
  await vi.advanceTimersByTimeAsync(0);
  expect(reads()).toBe(3);
  stop();
});

it('is not moved by other changes, and not after the page is left', async () => {
  const { news, reads, stop } = await shownReport();
  news.publish({ ...sold, resource: 'customer' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reads()).toBe(1);
  news.publish(sold);
  stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reads()).toBe(1);
});
