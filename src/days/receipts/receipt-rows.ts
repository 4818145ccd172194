import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Rows rendered beyond each edge, so that one step of the mouse wheel shows no gap. */
const overscan = 8;

/** The visible rows of a table, from `first` up to but not including `end`, and how many fit completely. */
export interface VisibleRows {
  readonly first: number;
  readonly end: number;
  readonly fit: number;
  /** Scrolls as little as needed to show a row completely. */
  reveal: (index: number) => void;
}

/**
 * Tracks the visible rows of a table that is only a part of the scroll container: rows of one height (`row` pixels)
 * from the top of `body` on, below a sticky head of `head` pixels. Supports some hundred thousand rows (limited by the
 * browser's tallest element); a list that fills its container uses `grid/rows/use-virtual-rows`.
 */
export function useVisibleReceiptRows(
  scroller: RefObject<HTMLElement | null>,
  body: RefObject<HTMLElement | null>,
  { count, row, head }: { count: number; row: number; head: number },
): VisibleRows {
  const [visible, setVisible] = useState({ first: 0, end: Math.min(count, 40), fit: 10 });
  const measure = useCallback(() => {
    const [outer, inner] = [scroller.current, body.current];
    if (!outer || !inner) return;
    const top = outer.getBoundingClientRect().top + head - inner.getBoundingClientRect().top;
    const room = outer.clientHeight - head;
    const first = Math.max(0, Math.min(count, Math.floor(top / row) - overscan));
    const end = Math.max(first, Math.min(count, Math.ceil((top + room) / row) + overscan));
    const fit = Math.max(1, Math.floor(room / row));
    // The position of the table is known only after layout, and the content above it may have grown.
    // eslint-disable-next-line react/set-state-in-effect
    setVisible((was) =>
      was.first === first && was.end === end && was.fit === fit ? was : { first, end, fit },
    );
    // eslint-disable-next-line react/preserve-manual-memoization -- a ref never changes
  }, [scroller, body, count, row, head]);
  useLayoutEffect(measure);
  useEffect(() => {
    const outer = scroller.current;
    if (!outer) return undefined;
    const scrolled = () => flushSync(measure);
    const sizes = new ResizeObserver(measure);
    sizes.observe(outer);
    if (body.current) sizes.observe(body.current);
    outer.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      sizes.disconnect();
      outer.removeEventListener('scroll', scrolled);
    };
  }, [scroller, body, measure]);
  return {
    ...visible,
    reveal(index) {
      const [outer, inner] = [scroller.current, body.current];
      if (!outer || !inner) return;
      const start = inner.getBoundingClientRect().top - outer.getBoundingClientRect().top;
      const from = start + index * row;
      if (from < head) outer.scrollTop += from - head;
      else if (from + row > outer.clientHeight) outer.scrollTop += from + row - outer.clientHeight;
    },
  };
}
