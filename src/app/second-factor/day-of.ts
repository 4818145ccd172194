import { dayOf } from '../i18n/format';
import { useFormat } from '../i18n/use-format';
import { useApp } from '../shell/app-context';

/** Returns what writes the day of a moment (ISO 8601) in the company's time zone: "14 Sep 2026". */
export function useDayOf(): (moment: string) => string {
  const format = useFormat();
  const timeZone = useApp().current.me?.company.timezone;
  return (moment) => format.day(dayOf(new Date(moment), timeZone));
}
