import { LRUCache } from 'lru-cache';

/** The number of attempts counted for a key in its window, and the time until the window ends. */
export interface Count {
  readonly count: number;
  /** Seconds until the window ends, at least 1. */
  readonly seconds: number;
}

/** Counts attempts in fixed windows of one length, for keys that clients choose. */
export interface WindowCounter {
  /** Adds one attempt; returns the count including it. */
  add: (key: string) => Count;
  /** Removes one attempt that was added. */
  takeBack: (key: string) => void;
  get: (key: string) => Count;
  /** The number of keys in memory. */
  readonly size: number;
}

/**
 * Returns a counter that holds at most `most` keys, because clients choose the keys and a flood of them must not fill
 * the memory. When it is full, the window that began first is dropped. The counter belongs to one process: several
 * services on one database count separately.
 */
export function windowCounter(
  most: number,
  milliseconds = 60_000,
  now = () => performance.now(),
): WindowCounter {
  // Read by `peek` alone: a window that is counted in does not last longer, nor is it dropped later.
  const windows = new LRUCache<string, { count: number }>({
    max: most,
    ttl: milliseconds,
    ttlResolution: 0,
    perf: { now },
  });
  const stateOf = (key: string): Count => ({
    count: windows.peek(key)?.count ?? 0,
    seconds: Math.max(1, Math.ceil(windows.getRemainingTTL(key) / 1000)),
  });
  return {
    add(key) {
      const known = windows.peek(key);
      if (known) known.count += 1;
      else windows.set(key, { count: 1 });
      return stateOf(key);
    },
    takeBack(key) {
      const known = windows.peek(key);
      if (known && known.count > 0) known.count -= 1;
    },
    get: stateOf,
    get size() {
      return windows.size;
    },
  };
}
