import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeFeed } from '@/core/app/live/change-feed';
import { invalidationOf } from '@/core/app/live/invalidation';

/** A report that has just been read is not read again for so long, in milliseconds, however fast the tills sell. */
const freshFor = 5000;

/** Has what was read under a key read anew as receipts come. @returns what ends it. */
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
      Math.max(0, freshFor - age),
    );
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
