import { unavailable } from '../http/problems';

const most = { all: 8, each: 2 };
const busy = new Map<string, number>();

/**
 * Takes a place for a PDF that is being made; returns the function that gives it back, once. Without a bound, the pages
 * in memory would grow with the requests.
 *
 * @param owner the company that asks: it has no more than its share
 * @throws 503 while as many are being made as may be
 */
export function takePlace(owner: string): () => void {
  const own = busy.get(owner) ?? 0;
  const all = [...busy.values()].reduce((sum, count) => sum + count, 0);
  if (own >= most.each || all >= most.all)
    throw unavailable('Other PDFs are being made; try again in a moment');
  busy.set(owner, own + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (busy.get(owner) ?? 1) - 1;
    if (left > 0) busy.set(owner, left);
    else busy.delete(owner);
  };
}
