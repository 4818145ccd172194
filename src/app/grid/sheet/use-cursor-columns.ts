import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { ScreenColumn } from '../../shell/screen';
import type { Cursor } from '../rows/use-cursor';

/**
 * Keeps the cursor on its column when columns come, go or move, and in view while it is moved by keys. Returns the column
 * that it was in last; -1 if it was in none.
 */
export function useCursorColumns(
  grid: RefObject<HTMLElement | null>,
  cursor: Cursor,
  columns: readonly ScreenColumn[],
): { readonly current: number } {
  const known = useRef(columns);
  const last = useRef(-1);
  useLayoutEffect(() => {
    const was = known.current;
    known.current = columns;
    const placeOf = (place: number) => {
      const moved = columns.findIndex(({ key }) => key === was[place]?.key);
      return moved < 0 ? Math.min(place, columns.length - 1) : moved;
    };
    const { column: place, anchor, put } = cursor;
    if (was !== columns) last.current = placeOf(last.current);
    if (place >= 0) last.current = was === columns ? place : placeOf(place);
    if (was === columns || place < 0 || placeOf(place) === place) return;
    put(placeOf(place), anchor ? { ...anchor, column: placeOf(anchor.column) } : undefined, true);
  }, [columns, cursor]);

  // Whoever walks by keys sees the cell; what is clicked is seen already, and stays under the pointer.
  const isByKey = useRef(false);
  useEffect(() => {
    const element = grid.current;
    if (!element) return undefined;
    const note = ({ type }: Event) => {
      isByKey.current = type === 'keydown';
    };
    element.addEventListener('keydown', note, true);
    element.addEventListener('pointerdown', note, true);
    return () => {
      element.removeEventListener('keydown', note, true);
      element.removeEventListener('pointerdown', note, true);
    };
  }, [grid]);
  const { column } = cursor;
  useEffect(() => {
    if (isByKey.current && column >= 0) revealColumn(grid.current, column);
  }, [grid, column]);
  return last;
}

/** Shows the column of a field with those that stand next to it. */
export function revealField(grid: HTMLElement | null, columns: readonly ScreenColumn[], field: string): void {
  const key = columns.find(({ editing }) => editing?.field === field)?.key;
  if (key === undefined) return;
  const places = columns.flatMap((one, place) => (one.nextTo === key ? [place] : []));
  // The price last: it is seen where there is no room for all.
  const own = columns.findIndex((one) => one.key === key);
  for (const place of [...places.toReversed(), own]) revealColumn(grid, place);
}

/** Scrolls a list sideways by as little as needed to show a whole column beside those that stand. */
function revealColumn(grid: HTMLElement | null, place: number): void {
  const scroller = grid?.parentElement;
  const heads = [...(grid?.querySelectorAll<HTMLElement>('[role=columnheader]') ?? [])];
  const head = heads.at(place - heads.length);
  if (!scroller || !head || isStanding(head)) return;
  const from = scroller.getBoundingClientRect().left;
  const stood = heads.filter(isStanding).map((one) => one.getBoundingClientRect().right);
  const { left, right } = head.getBoundingClientRect();
  const least = Math.max(from, ...stood);
  const most = from + scroller.clientWidth;
  if (left < least) scroller.scrollLeft -= least - left;
  else if (right > most) scroller.scrollLeft += Math.min(right - most, left - least);
}

const isStanding = (head: HTMLElement): boolean => head.style.left !== '';
