import { useEffect, useRef } from 'react';
import type { RowQuery } from '../../data/row-source';
import type { Pages } from './use-pages';

/** How many rows up and down a moved record is searched for. */
const searchRange = 200;

/**
 * Keeps the active row on the same record when rows are added or removed before it. In the rows of another query the
 * index is kept.
 */
export function useRowTracking(pages: Pages, active: number, onActive: (index: number) => void): void {
  const tracked = useRef<{ shown: RowQuery; index: number; id: string } | null>(null);
  useEffect(() => {
    const before = tracked.current;
    const id = pages.row(active)?.id;
    if (before && before.index === active && before.shown === pages.shown && id !== before.id) {
      const index = indexNear(pages, before.id, active);
      // Not loaded yet, or deleted: decided with the next rows or the next move.
      if (index === null) return;
      tracked.current = { ...before, index };
      onActive(index);
      return;
    }
    tracked.current = id === undefined ? null : { shown: pages.shown, index: active, id };
  });
}

function indexNear(pages: Pages, id: string, near: number): number | null {
  for (let away = 1; away <= searchRange; away += 1) {
    for (const index of [near + away, near - away]) if (pages.row(index)?.id === id) return index;
  }
  return null;
}
