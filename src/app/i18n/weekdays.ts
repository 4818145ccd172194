/** Returns the names of the weekdays from Monday, in a locale. */
export const weekdayNames = (locale: string, width: 'short' | 'long' = 'short'): string[] => {
  const format = new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)));
};

/** Groups days into consecutive runs, with first and last of each: [1, 2, 3, 5] → [[1, 3], [5, 5]]. */
export function dayRuns(days: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const day of [...new Set(days)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}
