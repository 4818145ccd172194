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
 * the memory. When it is full, the window that ends first is dropped. The counter belongs to one process: several
 * services on one database count separately.
 */
export function windowCounter(
  most: number,
  milliseconds = 60_000,
  now = () => performance.now(),
): WindowCounter {
  // All windows have the same length, so insertion order is the order in which they end.
  const windows = new Map<string, { count: number; ends: number }>();
  const standing = (key: string, at: number) => {
    const window = windows.get(key);
    return window && window.ends > at ? window : undefined;
  };
  const toCount = (count: number, ends: number, at: number): Count => ({
    count,
    seconds: Math.max(1, Math.ceil((ends - at) / 1000)),
  });
  return {
    add(key) {
      const at = now();
      const known = standing(key, at);
      if (known) {
        known.count += 1;
        return toCount(known.count, known.ends, at);
      }
      windows.delete(key);
      for (const [oldest, { ends }] of windows) {
        if (ends > at && windows.size < most) break;
        windows.delete(oldest);
      }
      windows.set(key, { count: 1, ends: at + milliseconds });
      return toCount(1, at + milliseconds, at);
    },
    takeBack(key) {
      const known = standing(key, now());
      if (known && known.count > 0) known.count -= 1;
    },
    get(key) {
      const at = now();
      const known = standing(key, at);
      return known ? toCount(known.count, known.ends, at) : { count: 0, seconds: 1 };
    },
    get size() {
      return windows.size;
    },
  };
}

/** Returns a set of at most `most` members that drops the least recently used one. */
export function recentSet(most: number) {
  const known = new Set<string>();
  return {
    /** Returns whether the set has the member, and marks it as used. */
    has(key: string): boolean {
      if (!known.delete(key)) return false;
      known.add(key);
      return true;
    },
    add(key: string): void {
      known.delete(key);
      const [oldest] = known;
      if (known.size >= most && oldest !== undefined) known.delete(oldest);
      known.add(key);
    },
    delete: (key: string): boolean => known.delete(key),
    get size() {
      return known.size;
    },
  };
}
