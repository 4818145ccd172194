/**
 * Browsers cut elements off at some height (Firefox near 17.9, Chromium near 33.5 million pixels), so a
 * list of a million rows stands on a shorter element, and a place in the list is mapped to a scroll
 * position of that element.
 */
export const tallest = 10_000_000;

/** How near the end of the element a short step begins to stretch, in pixels. */
const near = 100_000;

/** Where the viewport stands: `top` in the element, `offset` in the list, both in pixels. */
export interface ScrollPlace {
  readonly top: number;
  readonly offset: number;
}

/** How far element and list scroll: content height less the viewport. */
export interface ScrollRoom {
  readonly element: number;
  readonly list: number;
  readonly viewport: number;
}

/** The room of a list of `height` pixels in a viewport. */
export function roomOf(height: number, viewport: number): ScrollRoom {
  return {
    element: Math.max(0, Math.min(height, tallest) - viewport),
    list: Math.max(0, height - viewport),
    viewport,
  };
}

/**
 * The place after the element came to stand at `top`. A long way (the scroll bar dragged, Home, End)
 * is mapped in proportion. A short one (wheel, touch) moves the list by the same pixels, so that rows
 * go by as in any list; near the end of the element it stretches, so that both ends are reached together.
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

/** The place from which the list is seen at `offset`: what the keyboard asks for, exact in the list. */
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
