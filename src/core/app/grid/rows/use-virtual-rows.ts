import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { placeOf, roomOf, scrolledTo, tallest, type ScrollPlace } from './scroll-map';

/** Rows rendered beyond each edge, so that a wheel step shows no gap. */
const overscan = 4;

/** The part of a long list that is in view. */
export interface VirtualRows {
  /** Rows to render, from `first` up to but not including `end`. */
  readonly first: number;
  readonly end: number;
  /** The first and the last row that are at least partly visible. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** How many whole rows fit: the step of Page Down. */
  readonly rowsInSight: number;
  /** The largest number of rows that are rendered at once. */
  readonly most: number;
  /** Height in pixels of the element that holds the rows. */
  readonly height: number;
  /** Returns the position of a row in that element, in pixels. */
  topOf: (index: number) => number;
  /** Scrolls by as little as needed to show a whole row. */
  reveal: (index: number) => void;
  /** Scrolls to a position in the list, in pixels. */
  scrollTo: (offset: number) => void;
  /** Returns the position in the list, in pixels from its top. */
  offset: () => number;
}

interface Sight {
  readonly first: number;
  readonly end: number;
  /** Scroll position in the element minus position in the list: zero unless the list is higher than `tallest`. */
  readonly shift: number;
  readonly viewport: number;
}

/**
 * Observes a scrolling element that holds `count` rows of equal height below a header of `head` pixels. Rows are
 * rendered before the browser paints the scrolled frame, and only when other rows come into view.
 */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  { count, row, head }: { count: number; row: number; head: number },
): VirtualRows {
  const [sight, setSight] = useState<Sight>({ first: 0, end: 0, shift: 0, viewport: 0 });
  const place = useRef<ScrollPlace>({ top: 0, offset: 0 });
  const height = count * row;

  const look = useCallback(
    (element: HTMLElement, to?: ScrollPlace) => {
      const viewport = Math.max(0, element.clientHeight - head);
      const room = roomOf(height, viewport);
      if (to) {
        place.current = to;
        if (Math.abs(element.scrollTop - to.top) >= 1) element.scrollTop = to.top;
      } else if (Math.abs(element.scrollTop - place.current.top) >= 1)
        place.current = scrolledTo(element.scrollTop, place.current, room);
      const { top, offset } = place.current;
      const first = Math.max(0, Math.floor(offset / row) - overscan);
      const end = Math.min(count, Math.ceil((offset + viewport) / row) + overscan);
      return { first, end, shift: top - offset, viewport };
    },
    [count, row, head, height],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const see = () => {
      const next = look(element);
      setSight((was) => (same(was, next) ? was : next));
    };
    const scrolled = () => flushSync(see);
    const sizes = new ResizeObserver(see);
    see();
    sizes.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [scroller, look]);

  const moveTo = useCallback(
    (offset: number) => {
      const element = scroller.current;
      if (!element) return;
      const room = roomOf(height, Math.max(0, element.clientHeight - head));
      const next = look(element, placeOf(offset, place.current, room));
      setSight((was) => (same(was, next) ? was : next));
    },
    // eslint-disable-next-line react/preserve-manual-memoization -- a ref is the same for life
    [scroller, look, height, head],
  );
  const { first, end, shift, viewport } = sight;
  return {
    first,
    end: Math.min(end, count),
    firstSeen: Math.min(first + (first > 0 ? overscan : 0), Math.max(0, count - 1)),
    lastSeen: Math.max(0, Math.min(count, end < count ? end - overscan : end) - 1),
    rowsInSight: Math.max(1, Math.floor(viewport / row)),
    // One more for a partly visible row at each edge.
    most: Math.ceil(viewport / row) + 1 + 2 * overscan,
    height: Math.min(height, tallest),
    topOf: (index) => index * row + shift,
    reveal(index) {
      const [from, to] = [index * row, (index + 1) * row];
      const at = place.current.offset;
      if (from < at) moveTo(from);
      else if (to > at + viewport) moveTo(to - viewport);
    },
    scrollTo: moveTo,
    offset: () => place.current.offset,
  };
}

const same = (one: Sight, other: Sight): boolean =>
  one.first === other.first &&
  one.end === other.end &&
  one.shift === other.shift &&
  one.viewport === other.viewport;

/** Returns `value` after it has not changed for `ms` milliseconds; the first value at once. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
