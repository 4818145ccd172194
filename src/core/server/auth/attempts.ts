/** How often a key was counted in its window, and when that ends. */
export interface Count {
  readonly count: number;
  /** Seconds until the window ends, at least 1. */
  readonly seconds: number;
}

/** A counter in fixed windows of one length, for keys that a client may choose. */
export interface WindowCounter {
  /** Adds one, and returns the count of the window with it. */
  add: (key: string) => Count;
  /** Takes one back that was added. */
  takeBack: (key: string) => void;
  get: (key: string) => Count;
  /** How many keys are in memory. */
  readonly size: number;
}

/**
 * Makes a counter that never holds more than `most` keys: keys come from strangers, and a flood of them must not
 * fill the memory. If there is no room, the window that ends first is given up. Of one process: several services
 * on one database count each for itself.
 */
export function windowCounter(
  most: number,
  milliseconds = 60_000,
  now = () => performance.now(),
): WindowCounter {
  // All windows are of one length, so the order of insertion is the order in which they end.
  const windows = new Map<string, { count: number; ends: number }>();
  const standing = (key: string, at: number) => {
    const window = windows.get(key);
    return window && window.ends > at ? window : undefined;
  };
  const told = (count: number, ends: number, at: number): Count => ({
    count,
    seconds: Math.max(1, Math.ceil((ends - at) / 1000)),
  });
  return {
    add(key) {
      const at = now();
      const known = standing(key, at);
      if (known) {
        known.count += 1;
        return told(known.count, known.ends, at);
      }
      windows.delete(key);
      for (const [oldest, { ends }] of windows) {
        if (ends > at && windows.size < most) break;
        windows.delete(oldest);
      }
      windows.set(key, { count: 1, ends: at + milliseconds });
      return told(1, at + milliseconds, at);
    },
    takeBack(key) {
      const known = standing(key, now());
      if (known && known.count > 0) known.count -= 1;
    },
    get(key) {
      const at = now();
      const known = standing(key, at);
      return known ? told(known.count, known.ends, at) : { count: 0, seconds: 1 };
    },
    get size() {
      return windows.size;
    },
  };
}

/** A set that forgets what was not used for longest once it holds `most`. */
export function recentSet(most: number) {
  const known = new Set<string>();
  return {
    /** Whether it is in the set; asking counts as use. */
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
