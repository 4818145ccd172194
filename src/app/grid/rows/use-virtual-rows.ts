import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { placeAt, scrollRange, placeAfterScroll, maxElementHeight, type ScrollPlace } from './scroll-map';

/** Rows rendered beyond each edge, so that a wheel step shows no gap. */
const overscan = 4;

/** The part of a long list that is in view. */
export interface VirtualRows {
  /** Rows to render, from `first` up to but not including `end`. */
  readonly first: number;
  readonly end: number;
  /** The first and the last row that are at least partly visible. */
  readonly firstVisible: number;
  readonly lastVisible: number;
  /** How many whole rows fit: the step of Page Down. */
  readonly visibleCount: number;
  /** The largest number of rows that are rendered at once. */
  readonly maxRendered: number;
  /** Height in pixels of the element that holds the rows. */
  readonly height: number;
  /** Returns the position of a row in that element, in pixels. */
  positionOf: (index: number) => number;
  /** Scrolls by as little as needed to show a whole row. */
  reveal: (index: number) => void;
  /** Scrolls to a position in the list, in pixels. */
  scrollTo: (offset: number) => void;
  /** Returns the position in the list, in pixels from its top. */
  offset: () => number;
}

interface ViewState {
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
  const [state, setState] = useState<ViewState>({ first: 0, end: 0, shift: 0, viewport: 0 });
  const place = useRef<ScrollPlace>({ top: 0, offset: 0 });
  const height = count * row;

  const measure = useCallback(
    (element: HTMLElement, to?: ScrollPlace) => {
      const viewport = Math.max(0, element.clientHeight - head);
      const range = scrollRange(height, viewport);
      if (to) {
        place.current = to;
        if (Math.abs(element.scrollTop - to.top) >= 1) element.scrollTop = to.top;
      } else if (Math.abs(element.scrollTop - place.current.top) >= 1)
        place.current = placeAfterScroll(element.scrollTop, place.current, range);
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
    const refresh = () => {
      // On paper the element is as high as all rows, which would be loaded for it; another table is printed.
      if (matchMedia('print').matches) return;
      const next = measure(element);
      setState((was) => (isEqual(was, next) ? was : next));
    };
    const onScroll = () => flushSync(refresh);
    const sizes = new ResizeObserver(refresh);
    refresh();
    sizes.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, measure]);

  const moveTo = useCallback(
    (offset: number) => {
      const element = scroller.current;
      if (!element) return;
      const range = scrollRange(height, Math.max(0, element.clientHeight - head));
      const next = measure(element, placeAt(offset, place.current, range));
      setState((was) => (isEqual(was, next) ? was : next));
    },
    // eslint-disable-next-line react/preserve-manual-memoization -- a ref is the same for life
    [scroller, measure, height, head],
  );
  const { first, end, shift, viewport } = state;
  return {
    first,
    end: Math.min(end, count),
    firstVisible: Math.min(first + (first > 0 ? overscan : 0), Math.max(0, count - 1)),
    lastVisible: Math.max(0, Math.min(count, end < count ? end - overscan : end) - 1),
    visibleCount: Math.max(1, Math.floor(viewport / row)),
    // One more for a partly visible row at each edge.
    maxRendered: Math.ceil(viewport / row) + 1 + 2 * overscan,
    height: Math.min(height, maxElementHeight),
    positionOf: (index) => index * row + shift,
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

const isEqual = (one: ViewState, other: ViewState): boolean =>
  one.first === other.first &&
  one.end === other.end &&
  one.shift === other.shift &&
  one.viewport === other.viewport;

/** Returns `value` after it has not changed for `ms` milliseconds; the first value at once. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
