import { dateFormat, dayOf, noValue } from '@/app/i18n/format';

const momentOf = (value: string): Date | null => {
  const moment = new Date(value);
  return value === '' || Number.isNaN(moment.getTime()) ? null : moment;
};

/** Formats the local time of a moment: "12:40", with seconds "12:40:07"; "–" if the text is not a date-time. */
export function formatClock(
  value: string,
  locale: string,
  timeZone: string | undefined,
  seconds = false,
): string {
  const moment = momentOf(value);
  if (!moment) return noValue;
  return dateFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
    hourCycle: 'h23',
    timeZone,
  }).format(moment);
}

/** Returns the local day of a moment in a time zone, `YYYY-MM-DD`; an empty text if it is not a date-time. */
export function localDayOf(value: string, timeZone: string | undefined): string {
  const moment = momentOf(value);
  return moment ? dayOf(moment, timeZone) : '';
}
