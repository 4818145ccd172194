import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import type { Resource } from '../../contract/resource';
import { recordLabelQuery } from './queries';
import type { RowSource } from './row-source';
import type { Row } from './row';

/**
 * Cache of records by id for the cells of a list: a thousand cells that refer to one department share one
 * observer.
 */
export interface RecordLabels {
  /** Returns the cached record: undefined while it is loading, null if it does not exist or is not visible. */
  get: (resource: Resource, id: string) => Row | null | undefined;
  /**
   * Calls `listener` when the record changes. While it has listeners the record is loaded, and reloaded when
   * stale.
   */
  watch: (resource: Resource, id: string, listener: () => void) => () => void;
}

interface Watched {
  readonly data: () => Row | null | undefined;
  readonly listeners: Set<() => void>;
  readonly stop: () => void;
}

/** Creates the cache, with one query observer per record for all its listeners. */
export function createRecordLabels(cache: QueryClient, source: RowSource): RecordLabels {
  const watched = new Map<string, Watched>();
  return {
    get(resource, id) {
      const one = watched.get(`${resource.name}/${id}`);
      return one ? one.data() : cache.getQueryData(recordLabelQuery(source, resource, id).queryKey);
    },
    watch(resource, id, listener) {
      const key = `${resource.name}/${id}`;
      const one = watched.get(key) ?? begin(resource, id);
      watched.set(key, one);
      one.listeners.add(listener);
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size > 0) return;
        one.stop();
        watched.delete(key);
      };
    },
  };

  function begin(resource: Resource, id: string): Watched {
    const observer = new QueryObserver(cache, recordLabelQuery(source, resource, id));
    const listeners = new Set<() => void>();
    const stop = observer.subscribe(() => {
      for (const listener of listeners) listener();
    });
    return { data: () => observer.getCurrentResult().data, listeners, stop };
  }
}
