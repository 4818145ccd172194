import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Rows rendered beyond the edges, so that a wheel's step shows no gap. */
const overscan = 8;

/** The rows of a table that stand in sight, `first` up to and without `end`, and how many fit whole. */
export interface VisibleRows {
  readonly first: number;
  readonly end: number;
  readonly fit: number;
  /** Scrolls as little as needed to show a row whole. */
  reveal: (index: number) => void;
}

/**
 * Watches which rows of a table are in sight where the table is but a part of what scrolls: rows of one
 * height, from the top of `body` on, below a head of `head` pixels that stays. For up to some hundred thousand
 * rows (a browser's tallest element); a list that is all there is scrolls by `grid/use-window`.
 */
export function useVisibleReceiptRows(
  scroller: RefObject<HTMLElement | null>,
  body: RefObject<HTMLElement | null>,
  { count, row, head }: { count: number; row: number; head: number },
): VisibleRows {
  const [sight, setSight] = useState({ first: 0, end: Math.min(count, 40), fit: 10 });
  const look = useCallback(() => {
    const [outer, inner] = [scroller.current, body.current];
    if (!outer || !inner) return;
    const top = outer.getBoundingClientRect().top + head - inner.getBoundingClientRect().top;
    const room = outer.clientHeight - head;
    const first = Math.max(0, Math.min(count, Math.floor(top / row) - overscan));
    const end = Math.max(first, Math.min(count, Math.ceil((top + room) / row) + overscan));
    const fit = Math.max(1, Math.floor(room / row));
    // Where the table stands is known once it is laid out, and what stands above it may have grown.
    // eslint-disable-next-line react/set-state-in-effect
    setSight((was) =>
      was.first === first && was.end === end && was.fit === fit ? was : { first, end, fit },
    );
    // eslint-disable-next-line react/preserve-manual-memoization -- a ref is the same for life
  }, [scroller, body, count, row, head]);
  useLayoutEffect(look);
  useEffect(() => {
    const outer = scroller.current;
    if (!outer) return undefined;
    const scrolled = () => flushSync(look);
    const sizes = new ResizeObserver(look);
    sizes.observe(outer);
    if (body.current) sizes.observe(body.current);
    outer.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      sizes.disconnect();
      outer.removeEventListener('scroll', scrolled);
    };
  }, [scroller, body, look]);
  return {
    ...sight,
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
