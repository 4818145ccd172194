import type { PointerEvent } from 'react';
import { fillTo, type Fill } from './fill';
import type { CellBlock } from './range';
import { cellUnder } from './range-ring';

/**
 * Follows the pointer from the handle of a range until it is released. `onMove` gets what would be filled, and null where
 * nothing would; `onFill` what is.
 */
export function dragFill(
  event: PointerEvent,
  from: CellBlock,
  onMove: (fill: Fill | null) => void,
  onFill: (fill: Fill) => void,
): void {
  event.preventDefault();
  event.stopPropagation();
  const handle = event.currentTarget;
  handle.setPointerCapture(event.pointerId);
  let last: Fill | null = null;
  const move = (moved: Event) => {
    const place = cellUnder(moved as unknown as PointerEvent);
    last = place && fillTo(from, place);
    onMove(last);
  };
  const end = () => {
    handle.removeEventListener('pointermove', move);
    onMove(null);
    if (last) onFill(last);
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', end, { once: true });
  handle.addEventListener('pointercancel', end, { once: true });
}
