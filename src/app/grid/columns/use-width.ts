import { useSyncExternalStore } from 'react';
import type { ScreenColumn } from '../../shell/screen';

const wide = '(min-width: 1100px)';
const middle = '(min-width: 900px)';
/**
 * Widths in pixels of what stands beside a list: the navigation (in windows of 1100 px and more) and the scrollbar.
 */
const navigation = 224;
const scrollbar = 12;
/** Width in pixels of the check box column: the page's gutter, the box and a gap. */
export const checkboxWidth = 46;
/** Extra pixels of the first column if there are no check boxes: the page's gutter instead of a cell's padding. */
export const gutter = 10;
/** Minimum width of the name column in pixels, below which a list scrolls sideways. */
export const minNameWidth = 180;

/** The highest value of a column's `priority` that is still shown. */
type WidthClass = 1 | 2 | 3;

/** Returns the priority that the window has room for: 3, below 1100 px 2, below 900 px 1. */
export const useWidthClass = (): WidthClass => useSyncExternalStore(subscribe, windowClass);

/** Returns the highest priority whose declared columns fit side by side into this window. */
export const useGridWidthClass = (columns: readonly ScreenColumn[]): WidthClass =>
  useSyncExternalStore(subscribe, () => widthClassFor(columns, availableWidth()));

/** Returns the highest priority whose columns fit into `width` pixels, at least 1: narrower lists scroll sideways. */
export function widthClassFor(columns: readonly ScreenColumn[], width: number): WidthClass {
  if (declaredWidth(columns, 3) <= width) return 3;
  return declaredWidth(columns, 2) <= width ? 2 : 1;
}

/** Returns the width in pixels of the columns that a list shows by default at this priority, with the check boxes. */
export const declaredWidth = (columns: readonly ScreenColumn[], widthClass: WidthClass): number =>
  columns
    .filter(({ extra, priority = 1 }) => !extra && priority <= widthClass)
    .reduce((sum, column) => sum + column.width, checkboxWidth);

const availableWidth = (): number => innerWidth - (matchMedia(wide).matches ? navigation : 0) - scrollbar;

function windowClass(): WidthClass {
  if (matchMedia(wide).matches) return 3;
  return matchMedia(middle).matches ? 2 : 1;
}

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
