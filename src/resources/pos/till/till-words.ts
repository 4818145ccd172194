import { dayOf, formatTime } from '@/app/i18n/format';
import { localDayAndTime } from '@/app/i18n/clock';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { dayMs } from '@/record/calendar';
import { lowerFirst } from '@/record/words';
import { useTillText } from './texts';

/** Returns how long ago a moment was in whole minutes or hours ("2 minutes ago"), null for less than a minute or a day and more. */
export function agoText(at: string, now: number, locale: string): string | null {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000);
  if (minutes < 1 || minutes >= 24 * 60) return null;
  const format = new Intl.RelativeTimeFormat(locale);
  return minutes < 60 ? format.format(-minutes, 'minute') : format.format(-Math.floor(minutes / 60), 'hour');
}

/** Returns what says of a till when it was heard from last and when it ends, seen from the moment `now`. */
export function useTillWords(now: number) {
  const say = useTillText();
  const format = useFormat();
  const { me } = useApp().current;
  const timeZone = me?.company.timezone;
  return {
    /** "Just now", "2 minutes ago", "19 Mar 17:26". */
    heard: (at: string): string =>
      agoText(at, now, format.locale) ?? (now - Date.parse(at) < 60_000 ? say('now') : format.moment(at)),
    /** "Ends tomorrow at 14:05". */
    ends(at: string): string {
      const { day, time } = localDayAndTime(at, timeZone);
      return day === dayOf(new Date(now + dayMs), timeZone)
        ? say('endsTomorrow', { time: formatTime(time, format.locale) })
        : say('ends', { when: lowerFirst(format.moment(at)) });
    },
  };
}
