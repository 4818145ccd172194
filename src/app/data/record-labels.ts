import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import type { Resource } from '@/contract/resource';
import { recordLabelQuery } from './queries';
import type { RowSource } from './row-source';
import type { Row } from './row';
import { createListeners, type Listeners } from '@/ui/state/listeners';

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

interface WatchedRecord {
  readonly data: () => Row | null | undefined;
  readonly listeners: Listeners;
  readonly stop: () => void;
}

/** Creates the cache, with one query observer per record for all its listeners. */
export function createRecordLabels(cache: QueryClient, source: RowSource): RecordLabels {
  const watched = new Map<string, WatchedRecord>();
  return {
    get(resource, id) {
      const entry = watched.get(`${resource.name}/${id}`);
      return entry ? entry.data() : cache.getQueryData(recordLabelQuery(source, resource, id).queryKey);
    },
    watch(resource, id, listener) {
      const key = `${resource.name}/${id}`;
      const entry = watched.get(key) ?? startWatching(resource, id);
      watched.set(key, entry);
      const remove = entry.listeners.subscribe(listener);
      return () => {
        remove();
        if (!entry.listeners.isEmpty()) return;
        entry.stop();
        watched.delete(key);
      };
    },
  };

  function startWatching(resource: Resource, id: string): WatchedRecord {
    const observer = new QueryObserver(cache, recordLabelQuery(source, resource, id));
    const listeners = createListeners();
    const stop = observer.subscribe(() => listeners.notify());
    return { data: () => observer.getCurrentResult().data, listeners, stop };
  }
}
