import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeFeed } from '@/app/live/change-feed';
import { invalidationOf } from '@/app/live/invalidation';

/** Minimum milliseconds between two requests of a report, however fast receipts arrive. */
const minRefetchMs = 5000;

/** Refetches the query of a key whenever receipts change. Returns the function that stops it. */
export function refetchWithReceipts(queries: QueryClient, queryKey: QueryKey, news: ChangeFeed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = news.subscribe((told) => {
    if (timer !== undefined || told === 'missed' || told.resource !== 'sales') return;
    const age = Date.now() - (queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0);
    timer = setTimeout(
      () => {
        timer = undefined;
        invalidationOf(queries).invalidate(queryKey);
      },
      Math.max(0, minRefetchMs - age),
    );
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
