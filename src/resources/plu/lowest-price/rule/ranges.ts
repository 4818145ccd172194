/** Half-open range of instants, in milliseconds since 1970. */
export interface Range {
  readonly from: number;
  readonly until: number;
}

/** Returns ranges that are in order with those that touch or overlap made one, and empty ones left out. */
export function joined(ranges: Iterable<Range>): Range[] {
  const all: Range[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (range.from >= range.until) continue;
    if (last && range.from <= last.until)
      all[all.length - 1] = { from: last.from, until: Math.max(last.until, range.until) };
    else all.push(range);
  }
  return all;
}

/** Returns the index of the last of some values in order that is not after `instant`, or -1. */
export function lastUpTo<T>(values: readonly T[], instant: number, at: (value: T) => number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = values[middle];
    if (value !== undefined && at(value) <= instant) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
