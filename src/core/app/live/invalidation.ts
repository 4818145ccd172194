import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Reading anew what is on the screen, whoever wants it: a save of ours, a change by somebody else, a new
 * sign-in. While somebody holds, because a cell of a list is being typed into, it waits.
 */
export interface Invalidation {
  /** All that was read under a key is stale; what of it is on the screen is read anew. */
  ask(key: QueryKey): void;
  /** Nothing is read anew from now on; the answer ends that, and what was asked for in between is done. */
  hold(): () => void;
  readonly held: () => boolean;
}

const made = new WeakMap<QueryClient, Invalidation>();

/** The refreshes of what a query client has read. */
export function invalidationOf(client: QueryClient): Invalidation {
  const refreshes = made.get(client) ?? createRefreshes(client);
  made.set(client, refreshes);
  return refreshes;
}

/** Holds refreshes back for as long as it is told to: a cell's editor is open. */
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
      // What is being read anew already would come in the middle of the typing.
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

/** A page of a list that has come before and is read again. */
const hasRows = ({ queryKey, state }: { queryKey: QueryKey; state: { data: unknown } }): boolean =>
  queryKey[1] === 'page' && state.data !== undefined;
