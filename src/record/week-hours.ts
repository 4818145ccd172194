/** A time range of a day in minutes from midnight; `until` is 1440 at the end of the day. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

const wholeDay = 24 * 60;

/**
 * Returns the valid time ranges of each of the seven days from Monday. No weekdays means every day; a missing time
 * means the start or end of the day; a range that ends before it starts continues into the next day.
 */
export function hoursOfWeek(given: {
  weekdays: readonly number[];
  time_from: string;
  time_until: string;
}): readonly (readonly TimeRange[])[] {
  const from = minutesOf(given.time_from) ?? 0;
  const until = minutesOf(given.time_until) ?? wholeDay;
  const isOn = (day: number) => given.weekdays.length === 0 || given.weekdays.includes(day);
  return Array.from({ length: 7 }, (_, at) => {
    const [today, yesterday] = [isOn(at + 1), isOn(at === 0 ? 7 : at)];
    if (from < until) return today ? [{ from, until }] : [];
    return [
      ...(yesterday && until > 0 ? [{ from: 0, until }] : []),
      ...(today ? [{ from, until: wholeDay }] : []),
    ];
  });
}

/** Returns the minutes from midnight ("14:30" → 870), or undefined for text that is no time. */
function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
