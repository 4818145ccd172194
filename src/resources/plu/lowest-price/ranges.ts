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

/** Returns the index of the last value that is not after `instant`, or -1; `values` are in order. */
export function lastUpTo(values: readonly number[], instant: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
