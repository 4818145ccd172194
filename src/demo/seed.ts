/** Returns a 32-bit hash of `key`: FNV-1a, then a finalizer that spreads similar keys. */
export function hash(key: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) h = Math.imul(h ^ key.charCodeAt(at), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Returns an integer from `low` to `high`, both included, always the same for a key. */
export function between(key: string, low: number, high: number): number {
  return low + (hash(key) % (high - low + 1));
}

/** Returns true for about `percent` per cent of all keys. */
export function chance(key: string, percent: number): boolean {
  return hash(key) % 1000 < percent * 10;
}

/**
 * Returns one of `choices`, always the same for a key.
 *
 * @throws RangeError if there are none.
 */
export function choice<T>(key: string, choices: readonly T[]): T {
  const chosen = choices[hash(key) % choices.length];
  if (chosen === undefined) throw new RangeError(`Nothing to choose from for ${key}`);
  return chosen;
}

/** Returns a UUIDv7 of the millisecond `at` (since 1970, UTC) whose random bits come from `key`. */
export function uuidAt(at: number, key: string): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0').slice(-digits);
  const time = hex(at, 12);
  const variant = '89ab'.charAt(hash(`${key} v`) % 4);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hex(hash(`${key} a`), 3)}`,
    `${variant}${hex(hash(`${key} b`), 3)}`,
    `${hex(hash(`${key} c`), 4)}${hex(hash(`${key} d`), 8)}`,
  ].join('-');
}

/** Pseudo-random generator: the same sequence for the same key. */
export interface Stream {
  /** Returns an integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** Returns true for about `percent` per cent of all calls. */
  chance(percent: number): boolean;
  /**
   * Returns one of `choices`.
   *
   * @throws RangeError if there are none.
   */
  choice<T>(choices: readonly T[]): T;
  /** Returns one of `choices`, with the frequency of its weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T;
  /** Returns a UUIDv7 of the millisecond `at`. */
  uuid(at: number): string;
}

/**
 * Creates the generator for a key (Mulberry32), for tens of thousands of values, where a hash of a key for each would
 * be slow.
 */
export function stream(key: string): Stream {
  let state = hash(key);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return (z ^ (z >>> 14)) >>> 0;
  };
  const between = (low: number, high: number) => low + (next() % (high - low + 1));
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0').slice(-digits);
  return {
    between,
    chance: (percent) => next() % 1000 < percent * 10,
    choice: (choices) => {
      const chosen = choices[next() % choices.length];
      if (chosen === undefined) throw new RangeError('Nothing to choose from');
      return chosen;
    },
    weighted: (choices) => {
      let rest = between(
        1,
        choices.reduce((sum, [, weight]) => sum + weight, 0),
      );
      const chosen = choices.find(([, weight]) => (rest -= weight) <= 0);
      if (chosen === undefined) throw new RangeError('Nothing to choose from');
      return chosen[0];
    },
    uuid: (at) => {
      const time = hex(at, 12);
      const low = hex(next(), 8);
      const variant = '89ab'.charAt(next() % 4);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${low.slice(0, 3)}-${variant}${low.slice(3, 6)}-${hex(next(), 8)}${hex(next(), 4)}`;
    },
  };
}
