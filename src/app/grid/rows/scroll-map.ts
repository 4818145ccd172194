/**
 * The largest height of a scrolled element, in pixels. Browsers limit it (Firefox near 17.9, Chromium near 33.5
 * million pixels), so a list of a million rows gets a shorter element, and positions in the list are mapped to scroll
 * positions of the element.
 */
export const maxElementHeight = 10_000_000;

/** Distance from the end of the element, in pixels, within which short steps are stretched. */
const stretchZone = 100_000;

/** The position of the viewport: `top` in the element, `offset` in the list, both in pixels. */
export interface ScrollPlace {
  readonly top: number;
  readonly offset: number;
}

/** Scroll ranges of element and list in pixels: content height minus viewport height. */
export interface ScrollRange {
  readonly element: number;
  readonly list: number;
  readonly viewport: number;
}

/** Returns the scroll ranges of a list that is `height` pixels high. */
export function scrollRange(height: number, viewport: number): ScrollRange {
  return {
    element: Math.max(0, Math.min(height, maxElementHeight) - viewport),
    list: Math.max(0, height - viewport),
    viewport,
  };
}

/**
 * Returns the position after the element was scrolled to `top`. A long way (scroll bar, Home, End) is mapped in
 * proportion. A short one (wheel, touch) moves the list by the same pixels, so that rows move as in any list; near
 * the end of the element it is stretched, so that element and list reach their ends together.
 */
export function placeAfterScroll(top: number, before: ScrollPlace, range: ScrollRange): ScrollPlace {
  const at = clamp(top, range.element);
  if (range.element === range.list) return { top: at, offset: at };
  if (at === 0) return { top: 0, offset: 0 };
  if (at >= range.element - 1) return { top: at, offset: range.list };
  const step = at - before.top;
  if (Math.abs(step) > 2 * range.viewport) return { top: at, offset: (at / range.element) * range.list };
  const [leftInElement, leftInList] =
    step > 0 ? [range.element - before.top, range.list - before.offset] : [before.top, before.offset];
  const stretch = leftInElement > stretchZone ? 1 : leftInList / Math.max(1, leftInElement);
  return { top: at, offset: clamp(before.offset + step * stretch, range.list) };
}

/** Returns the position that shows the list at `offset`: exact in the list, for keyboard navigation. */
export function placeAt(offset: number, before: ScrollPlace, range: ScrollRange): ScrollPlace {
  const to = clamp(offset, range.list);
  if (range.element === range.list) return { top: to, offset: to };
  if (to === 0) return { top: 0, offset: 0 };
  if (to === range.list) return { top: range.element, offset: to };
  const step = to - before.offset;
  const stepped = before.top + step;
  const keepsRoom = stepped > stretchZone && stepped < range.element - stretchZone;
  if (Math.abs(step) <= 2 * range.viewport && keepsRoom) return { top: Math.round(stepped), offset: to };
  return { top: clamp(Math.round((to / range.list) * range.element), range.element), offset: to };
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
