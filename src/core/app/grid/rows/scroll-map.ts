/**
 * The largest height of a scrolled element, in pixels. Browsers limit it (Firefox near 17.9, Chromium near 33.5
 * million pixels), so a list of a million rows gets a shorter element, and positions in the list are mapped to scroll
 * positions of the element.
 */
export const tallest = 10_000_000;

/** Distance from the end of the element, in pixels, within which short steps are stretched. */
const near = 100_000;

/** The position of the viewport: `top` in the element, `offset` in the list, both in pixels. */
export interface ScrollPlace {
  readonly top: number;
  readonly offset: number;
}

/** Scroll ranges of element and list in pixels: content height minus viewport height. */
export interface ScrollRoom {
  readonly element: number;
  readonly list: number;
  readonly viewport: number;
}

/** Returns the scroll ranges of a list that is `height` pixels high. */
export function roomOf(height: number, viewport: number): ScrollRoom {
  return {
    element: Math.max(0, Math.min(height, tallest) - viewport),
    list: Math.max(0, height - viewport),
    viewport,
  };
}

/**
 * Returns the position after the element was scrolled to `top`. A long way (scroll bar, Home, End) is mapped in
 * proportion. A short one (wheel, touch) moves the list by the same pixels, so that rows move as in any list; near
 * the end of the element it is stretched, so that element and list reach their ends together.
 */
export function scrolledTo(top: number, before: ScrollPlace, room: ScrollRoom): ScrollPlace {
  const at = clamp(top, room.element);
  if (room.element === room.list) return { top: at, offset: at };
  if (at === 0) return { top: 0, offset: 0 };
  if (at >= room.element - 1) return { top: at, offset: room.list };
  const step = at - before.top;
  if (Math.abs(step) > 2 * room.viewport) return { top: at, offset: (at / room.element) * room.list };
  const [leftInElement, leftInList] =
    step > 0 ? [room.element - before.top, room.list - before.offset] : [before.top, before.offset];
  const stretch = leftInElement > near ? 1 : leftInList / Math.max(1, leftInElement);
  return { top: at, offset: clamp(before.offset + step * stretch, room.list) };
}

/** Returns the position that shows the list at `offset`: exact in the list, for keyboard navigation. */
export function placeOf(offset: number, before: ScrollPlace, room: ScrollRoom): ScrollPlace {
  const to = clamp(offset, room.list);
  if (room.element === room.list) return { top: to, offset: to };
  if (to === 0) return { top: 0, offset: 0 };
  if (to === room.list) return { top: room.element, offset: to };
  const step = to - before.offset;
  const stepped = before.top + step;
  const keepsRoom = stepped > near && stepped < room.element - near;
  if (Math.abs(step) <= 2 * room.viewport && keepsRoom) return { top: Math.round(stepped), offset: to };
  return { top: clamp(Math.round((to / room.list) * room.element), room.element), offset: to };
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
