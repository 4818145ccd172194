import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Invalidates queries after a save, a change by somebody else or a new sign-in. Deferred while it is held, for
 * example while a list's cell is being edited.
 */
export interface Invalidation {
  /** Makes all queries under a key stale and refetches those on screen. */
  ask(key: QueryKey): void;
  /**
   * Defers invalidation and refetching. Returns a function that ends the hold; it then performs what was
   * deferred.
   */
  hold(): () => void;
  readonly held: () => boolean;
}

const made = new WeakMap<QueryClient, Invalidation>();

/** Returns the invalidation of a query client, the same object on every call. */
export function invalidationOf(client: QueryClient): Invalidation {
  const refreshes = made.get(client) ?? createRefreshes(client);
  made.set(client, refreshes);
  return refreshes;
}

/** Defers invalidation while `holds` is true, for example while a cell's editor is open. */
export function useHoldInvalidation(holds: boolean): void {
  const client = useQueryClient();
  useEffect(() => (holds ? invalidationOf(client).hold() : undefined), [client, holds]);
}

function createRefreshes(client: QueryClient): Invalidation {
  const waiting = new Map<string, QueryKey>();
  let holders = 0;
  const ask = (key: QueryKey) => {
    if (holders > 0) waiting.set(JSON.stringify(key), key);
    else void client.invalidateQueries({ queryKey: key });
  };
  return {
    ask,
    held: () => holders > 0,
    hold() {
      holders += 1;
      // A refetch under way would replace rows in the middle of the editing.
      const under = client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: hasRows });
      for (const query of under) {
        waiting.set(query.queryHash, query.queryKey);
        void client.cancelQueries({ queryKey: query.queryKey, exact: true });
      }
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders > 0) return;
        const keys = [...waiting.values()];
        waiting.clear();
        for (const key of keys) ask(key);
      };
    },
  };
}

/** A page of a list that is already loaded, and is being refetched. */
const hasRows = ({ queryKey, state }: { queryKey: QueryKey; state: { data: unknown } }): boolean =>
  queryKey[1] === 'page' && state.data !== undefined;
