import { setImmediate } from 'node:timers/promises';
import type { Origin, Page, Drawing } from './drawing';

/**
 * Draws pages as they are read: one after the other, letting other requests through between two, and none that nobody
 * reads. In memory is what one page comes to. `onEnd` is called when all was read, or nothing more will be.
 */
export function streamPages(
  drawing: Drawing,
  pages: Iterable<Page>,
  origin: Origin,
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = pages[Symbol.iterator]();
  let isEnded = false;
  return new ReadableStream({
    pull: async (controller) => {
      for (;;) {
        const bytes = drawing.take();
        if (bytes) return controller.enqueue(bytes);
        if (drawing.isDone()) {
          onEnd();
          return controller.close();
        }
        await setImmediate();
        if (isEnded) continue;
        const next = left.next();
        if (!next.done) drawing.draw(next.value);
        else {
          isEnded = true;
          drawing.end(origin);
        }
      }
    },
    cancel: onEnd,
  });
}
