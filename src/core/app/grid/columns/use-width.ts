import { useSyncExternalStore } from 'react';
import type { ScreenColumn } from '../../shell/screen';

const wide = '(min-width: 1100px)';
const middle = '(min-width: 900px)';
/** What stands beside a list: the navigation (from 1100 px on) and the list's own scrollbar, in pixels. */
const navigation = 224;
const scrollbar = 12;
/** The column of check boxes: the page's gutter, the box, a gap. */
export const boxWidth = 46;
/** What the first column needs besides, where there are none: the page's gutter in the place of a cell's padding. */
export const gutter = 10;
/** How narrow the name's column becomes before a list scrolls sideways, in pixels. */
export const leastName = 180;

/** The lowest priority of columns that there is room for (look, Table). */
type Room = 1 | 2 | 3;

/** By the window alone: 3, below 1100 px 2, below 900 px 1. */
export const useWidth = (): Room => useSyncExternalStore(subscribe, byWindow);

/** The most columns of a list that stand side by side in this window, as they are declared. */
export const useGridWidth = (columns: readonly ScreenColumn[]): Room =>
  useSyncExternalStore(subscribe, () => widthClassFor(columns, widthThere()));

/** The same for a list of so many pixels; below the least of them it scrolls sideways. */
export function widthClassFor(columns: readonly ScreenColumn[], width: number): Room {
  if (declaredWidth(columns, 3) <= width) return 3;
  return declaredWidth(columns, 2) <= width ? 2 : 1;
}

/** How wide the columns of a list are that it shows from the start, in pixels. */
export const declaredWidth = (columns: readonly ScreenColumn[], room: Room): number =>
  columns
    .filter(({ extra, priority = 1 }) => !extra && priority <= room)
    .reduce((sum, column) => sum + column.width, boxWidth);

const widthThere = (): number => innerWidth - (matchMedia(wide).matches ? navigation : 0) - scrollbar;

function byWindow(): Room {
  if (matchMedia(wide).matches) return 3;
  return matchMedia(middle).matches ? 2 : 1;
}

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
