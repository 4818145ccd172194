/** 32 bits that depend on `key` alone: FNV-1a, then a finalizer that spreads neighbouring keys apart. */
export function hash(key: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) h = Math.imul(h ^ key.charCodeAt(at), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** An integer from `low` to `high`, both included: always the same one for a key. */
export function between(key: string, low: number, high: number): number {
  return low + (hash(key) % (high - low + 1));
}

/** True for about so many per cent of all keys. */
export function chance(key: string, percent: number): boolean {
  return hash(key) % 1000 < percent * 10;
}

/** One of `choices`, the same for a key. Throws a RangeError when there are none. */
export function choice<T>(key: string, choices: readonly T[]): T {
  const chosen = choices[hash(key) % choices.length];
  if (chosen === undefined) throw new RangeError(`Nothing to choose from for ${key}`);
  return chosen;
}

/** A UUIDv7 of the millisecond `at` (since 1970, UTC) whose random bits come from `key`. */
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
