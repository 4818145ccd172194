import { MutationCache, QueryClient } from '@tanstack/react-query';
import { invalidationOf } from '../live/invalidation';
import { RequestError } from '../data/request-error';

/**
 * Resources whose stored values are computed from another one's, by the resource that is written: the totals of a
 * business day follow from its receipts, its voucher from the accounts.
 */
const derivedResources: Readonly<Record<string, readonly string[]>> = {
  sales: ['businessday'],
  account: ['businessday'],
};

/**
 * Creates the query cache of one identity. Invalidation follows from the key of a mutation, `[resource, action]`:
 * once it settles, all queries of that resource, of those derived from it, and of the event log (each write has its
 * event) are stale. Also after a failure: the record may be another one than the page believed.
 */
export function createQueryClient(): QueryClient {
  const mayRefetch = () => !invalidationOf(client).isHeld();
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (_data, _error, _variables, _result, mutation) => {
        const resource = mutation.options.mutationKey?.[0];
        if (typeof resource !== 'string') return;
        for (const name of [resource, ...(derivedResources[resource] ?? []), 'event'])
          invalidationOf(client).invalidate([name]);
      },
    }),
    // `always`: send requests whatever the browser believes about the network (the service may run on this
    // machine), and show the result. The default would let a save wait silently until the network is back.
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        refetchOnWindowFocus: mayRefetch,
        // What could not be read is read when the network is back.
        refetchOnReconnect: mayRefetch,
        gcTime: 300_000,
        retry: shouldRetry,
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

/** Returns whether a failed read should be retried: only if the same request may succeed later. */
function shouldRetry(failures: number, error: Error): boolean {
  if (!(error instanceof RequestError) || error.isRetried) return false;
  const isTransient = error.kind === 'offline' || error.status === 429 || error.status === 503;
  return isTransient && failures < 2;
}

const retryDelay = (failures: number, error: Error): number =>
  error instanceof RequestError && error.retryAfter !== null
    ? Math.min(error.retryAfter, 30) * 1000
    : 400 * 2 ** failures;
