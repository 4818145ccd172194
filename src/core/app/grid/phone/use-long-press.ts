import { useEffect, useRef, type PointerEvent } from 'react';

/** Milliseconds after which a press is a long one. */
const longTime = 450;

/** Pixels that a finger may move while it rests. */
const slack = 10;

/** Recognizes a long press on a row, and calls `onLong` with its index while the finger is still down. */
export function useLongPress(onLong: (index: number) => void) {
  const pressed = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number; isLong: boolean }>(
    null,
  );
  const end = () => clearTimeout(pressed.current?.timer);
  useEffect(() => () => clearTimeout(pressed.current?.timer), []);
  return {
    begin(event: PointerEvent, index: number | undefined) {
      end();
      pressed.current = null;
      if (index === undefined || event.button !== 0) return;
      const timer = setTimeout(() => {
        if (pressed.current) pressed.current.isLong = true;
        onLong(index);
      }, longTime);
      pressed.current = { timer, x: event.clientX, y: event.clientY, isLong: false };
    },
    move({ clientX, clientY }: PointerEvent) {
      const from = pressed.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > slack) end();
    },
    end,
    /** Whether the press that ends with this click was a long one. */
    wasLong: () => pressed.current?.isLong === true,
  };
}
