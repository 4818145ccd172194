const day = 86_400_000;
const at = (date: string): Date => new Date(`${date}T00:00:00Z`);
const text = (date: Date): string => date.toISOString().slice(0, 10);

/** Returns the last day of the month that begins at `month` (0 January) of a year. */
const lastOf = (year: number, month: number): Date => new Date(Date.UTC(year, month + 1, 0));

/**
 * Returns the period that another one is compared with: for days from the first of a month within it, the same days of the month
 * before (a whole month with a whole month); else as many days just before. Days as `YYYY-MM-DD`.
 */
export function periodBefore(from: string, to: string): { from: string; to: string } {
  const [first, last] = [at(from), at(to)];
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
  if (first.getUTCDate() === 1 && from.slice(0, 7) === to.slice(0, 7)) {
    const end = lastOf(year, month - 1);
    const isWhole = text(lastOf(year, month)) === to;
    const date = isWhole ? end.getUTCDate() : Math.min(last.getUTCDate(), end.getUTCDate());
    return {
      from: text(new Date(Date.UTC(year, month - 1, 1))),
      to: text(new Date(Date.UTC(year, month - 1, date))),
    };
  }
  const length = last.getTime() - first.getTime() + day;
  return { from: text(new Date(first.getTime() - length)), to: text(new Date(first.getTime() - day)) };
}
