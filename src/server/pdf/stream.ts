import { setImmediate } from 'node:timers/promises';
import type { Origin, Page, Pen } from './drawing';

/**
 * Draws pages as they are read: one after the other, letting other requests through between two, and none that nobody
 * reads. In memory is what one page comes to. `onEnd` is called when all was read, or nothing more will be.
 */
export function streamPages(
  pen: Pen,
  pages: Iterable<Page>,
  origin: Origin,
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = pages[Symbol.iterator]();
  let isEnded = false;
  return new ReadableStream({
    pull: async (controller) => {
      for (;;) {
        const bytes = pen.take();
        if (bytes) return controller.enqueue(bytes);
        if (pen.isDone()) {
          onEnd();
          return controller.close();
        }
        await setImmediate();
        if (isEnded) continue;
        const next = left.next();
        if (!next.done) pen.draw(next.value);
        else {
          isEnded = true;
          pen.end(origin);
        }
      }
    },
    cancel: onEnd,
  });
}
