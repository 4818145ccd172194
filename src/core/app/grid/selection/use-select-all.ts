import { useEffect, useRef, useState } from 'react';
import type { Resource } from '../../../contract/resource';
import type { RowQuery, RowSource } from '../../data/row-source';
import type { SelectionControls } from './use-selection';

/** Selects every record that matches a query. All of them are read, because a bulk action names each. */
export function useSelectAll(
  source: RowSource,
  resource: Resource,
  query: RowQuery,
  selectionControls: SelectionControls,
): {
  selectAll: () => void;
  progress: { loaded: number; total: number } | null;
  /** Why they could not be read; null after the next attempt. */
  error: Error | null;
} {
  const [error, setError] = useState<Error | null>(null);
  const [progress, setProgress] = useState<{ loaded: number; total: number } | null>(null);
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  });
  const selectAll = () => {
    const stop = new AbortController();
    reading.current = stop;
    setProgress({ loaded: 0, total: 0 });
    setError(null);
    source
      .all(resource, query, {
        signal: stop.signal,
        progress: (loaded, total) => setProgress({ loaded, total }),
      })
      .then((rows) => {
        if (!stop.signal.aborted && latest.current === query) selectionControls.select(rows, true);
      })
      // The selection is unchanged; the foot still offers to select all, which tries again.
      .catch((reason: unknown) => {
        if (!stop.signal.aborted) setError(reason instanceof Error ? reason : new Error(String(reason)));
      })
      .finally(() => setProgress(null));
  };
  return { selectAll, progress, error };
}
