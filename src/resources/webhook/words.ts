import { use } from 'react';
import type { Attempt } from '@/contract/webhooks';
import { clockTime } from '@/app/i18n/clock';
import { dateFormat, dayOf, formatDay } from '@/app/i18n/format';
import { usePageText, useTextOf, useTexts } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { daysBetween } from '@/record/calendar';
import { lowerFirst } from '@/record/words';
import { dateWords } from '@/ui/display/date-words';
import { TodayContext } from '@/ui/display/ui-strings';
import { texts as trailTexts } from '../event/texts';

/** Returns what a kind of event is called, and what its parts are. */
export function useKindWords() {
  const say = useTextOf('webhook');
  const tell = usePageText('event/texts', trailTexts);
  const sayOf = useTexts();
  const { screens } = useApp();
  /** What it is about, as its list is called: "Products". */
  const about = (name: string): string =>
    screens[name] ? sayOf(name)('title') : textOr(say, `about.${name}`, name);
  /** What became of it: "changed". */
  const verb = (kind: string): string => {
    const own = kind.split('.')[1] ?? kind;
    return textOr(say, `verb.${own}`, own);
  };
  return {
    about,
    verb,
    /** "Product changed" */
    event: (kind: string): string => {
      if (kind === 'webhook.test') return say('kind.test');
      const [name = ''] = kind.split('.');
      const one = textOr(tell, `one.${name}`, textOr(say, `one.${name}`, name));
      return upperFirst(say('kind', { one, verb: verb(kind) }));
    },
    /** "Products, price lists" */
    summary: (kinds: readonly string[]): string => {
      const names = [...new Set(kinds.map((kind) => about(kind.split('.')[0] ?? '')))];
      // What is written in capitals stays so.
      const within = (text: string) => (/^\p{Lu}{2}/u.test(text) ? text : lowerFirst(text));
      return names.map((name, at) => (at === 0 ? name : within(name))).join(', ');
    },
  };
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const textOr = (say: (key: string) => string, key: string, otherwise: string): string =>
  say(key) === key ? otherwise : say(key);

/** Returns how an attempt ended: "204", "No answer in 10 s"; with the time that it took; and with what was answered. */
export function useOutcomeWords() {
  const say = useTextOf('webhook');
  const format = useFormat();
  type Told = Pick<Attempt, 'status' | 'ms' | 'problem'>;
  const outcome = ({ status, problem }: Told): string =>
    status === null ? say(`problem.${problem ?? 'no_connection'}`) : String(status);
  const timed = (told: Told): string =>
    told.status === null
      ? outcome(told)
      : say('answer.in', { status: told.status, ms: format.count(told.ms) });
  return { outcome, timed };
}

/** Returns a moment as it stands in a sentence: "at 14:38", "on Friday at 13:57", "on 3 Dec at 13:57". */
export function useWhen() {
  const say = useTextOf('webhook');
  const { locale } = useFormat();
  const timeZone = useApp().current.me?.company.timezone;
  const today = use(TodayContext)();
  const clock = (value: string) =>
    dateFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
      new Date(value),
    );
  const near = (value: string) => Math.abs(daysBetween(today, dayOf(new Date(value), timeZone)));
  return {
    clock,
    /** `sentence`: what stands before it. */
    in: (value: string, sentence: 'at' | 'since' | 'until'): string => {
      const day = dayOf(new Date(value), timeZone);
      const days = near(value);
      const how = days === 0 ? 'today' : days < 7 ? 'weekday' : 'day';
      return say(`when.${sentence}.${how}`, {
        clock: clock(value),
        weekday: dateWords(day, locale, { weekday: 'long' }),
        day: formatDay(day, locale, false),
      });
    },
    /** "14:38:05" today, "3 Dec 14:38" before. */
    short: (value: string): string => {
      if (near(value) === 0) return clockTime(value, locale, timeZone);
      return `${formatDay(dayOf(new Date(value), timeZone), locale, false)} ${clock(value)}`;
    },
  };
}
