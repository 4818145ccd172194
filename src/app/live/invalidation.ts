import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Invalidates queries after a save, a change by somebody else or a new sign-in. Deferred while it is held, for
 * example while a list's cell is being edited.
 */
export interface Invalidation {
  /** Makes all queries under a key stale and refetches those on screen. */
  invalidate(key: QueryKey): void;
  /**
   * Defers invalidation and refetching. Returns a function that ends the hold; it then performs what was
   * deferred.
   */
  hold(): () => void;
  readonly isHeld: () => boolean;
}

const invalidations = new WeakMap<QueryClient, Invalidation>();

/** Returns the invalidation of a query client, the same object on every call. */
export function invalidationOf(client: QueryClient): Invalidation {
  const invalidation = invalidations.get(client) ?? createInvalidation(client);
  invalidations.set(client, invalidation);
  return invalidation;
}

/** Defers invalidation while `isHolding` is true, for example while a cell's editor is open. */
export function useHoldInvalidation(isHolding: boolean): void {
  const client = useQueryClient();
  useEffect(() => (isHolding ? invalidationOf(client).hold() : undefined), [client, isHolding]);
}

function createInvalidation(client: QueryClient): Invalidation {
  const deferred = new Map<string, QueryKey>();
  let holders = 0;
  const invalidate = (key: QueryKey) => {
    if (holders > 0) deferred.set(JSON.stringify(key), key);
    else void client.invalidateQueries({ queryKey: key });
  };
  return {
    invalidate,
    isHeld: () => holders > 0,
    hold() {
      holders += 1;
      // A refetch under way would replace rows in the middle of the editing.
      const fetching = client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isLoadedPage });
      for (const query of fetching) {
        deferred.set(query.queryHash, query.queryKey);
        void client.cancelQueries({ queryKey: query.queryKey, exact: true });
      }
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders > 0) return;
        const keys = [...deferred.values()];
        deferred.clear();
        for (const key of keys) invalidate(key);
      };
    },
  };
}

/** A page of a list that is already loaded, and is being refetched. */
const isLoadedPage = ({ queryKey, state }: { queryKey: QueryKey; state: { data: unknown } }): boolean =>
  queryKey[1] === 'page' && state.data !== undefined;
