import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import type { Resource } from '../../contract/resource';
import { recordLabelQuery } from './queries';
import type { RowSource } from './row-source';
import type { Row } from './row';
import { createListeners, type Listeners } from '../../ui/state/listeners';

/** Records by id, for the cells of a list: a thousand cells that name one department watch it once. */
export interface RecordLabels {
  /** The record as far as it is known: undefined while it is on its way, null where there is none in sight. */
  get: (resource: Resource, id: string) => Row | null | undefined;
  /** Hears of news of a record; while somebody listens it is read, and read again when it went stale. */
  watch: (resource: Resource, id: string, listener: () => void) => () => void;
}

interface Watched {
  readonly data: () => Row | null | undefined;
  readonly listeners: Listeners;
  readonly stop: () => void;
}

/** Shares one observer for each record among all who show it. */
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
      const remove = one.listeners.subscribe(listener);
      return () => {
        remove();
        if (!one.listeners.isEmpty()) return;
        one.stop();
        watched.delete(key);
      };
    },
  };

  function begin(resource: Resource, id: string): Watched {
    const observer = new QueryObserver(cache, recordLabelQuery(source, resource, id));
    const listeners = createListeners();
    const stop = observer.subscribe(() => listeners.notify());
    return { data: () => observer.getCurrentResult().data, listeners, stop };
  }
}
