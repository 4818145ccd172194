import { Big } from 'big.js';
import { reportTexts } from '../report/report-texts';
import { sealTexts } from '../seal/seal-texts';
import { zTexts } from './z-texts';

/** The languages of a PDF. */
export const languages = ['en', 'fi'] as const;
export type Language = (typeof languages)[number];

/**
 * Texts and formats of paper. Not those of `Intl`, whose separators and names change with the version of the runtime:
 * the paper of a sealed day is the same bytes after an upgrade. Only the rules of time zones are taken from it.
 */
export interface Words {
  readonly language: Language;
  readonly say: (key: string, given?: Readonly<Record<string, string | number>>) => string;
  readonly count: (value: number) => string;
  /** Formats a decimal: grouped, a minus as "−", with at least `places` decimals; "–" for null. */
  readonly decimal: (value: string | null, places?: number) => string;
  /** Formats a day `YYYY-MM-DD`: "1 Mar 2026", "1.3.2026". */
  readonly day: (value: string) => string;
  /** Formats a month `YYYY-MM`: "March 2026", "maaliskuu 2026". */
  readonly month: (value: string) => string;
  /** Formats a moment in a time zone, to the minute. */
  readonly moment: (value: string, zone: string) => string;
}

const texts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { ...reportTexts.en, ...sealTexts.en, ...zTexts.en },
  fi: { ...reportTexts.fi, ...sealTexts.fi, ...zTexts.fi },
};

const months = {
  en: 'January February March April May June July August September October November December'.split(' '),
  fi: 'tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu'.split(
    ' ',
  ),
} as const;

const separators = { en: { group: ',', point: '.' }, fi: { group: '\u00A0', point: ',' } } as const;

/** Returns the texts and formats of a language; `more` are texts of one kind of paper. */
export function wordsOf(language: Language, more: Readonly<Record<string, string>> = {}): Words {
  const { group, point } = separators[language];
  const known = { ...texts[language], ...more };
  const number = (plain: string): string => {
    const [whole = '', fraction] = plain.replace('-', '').split('.');
    const sign = plain.startsWith('-') && /[1-9]/.test(plain) ? '−' : '';
    return sign + whole.replaceAll(/\B(?=(\d{3})+$)/g, group) + (fraction ? point + fraction : '');
  };
  const count = (value: number) => number(String(value));
  const monthName = (value: string): string => months[language][Number(value.slice(5, 7)) - 1] ?? value;
  const day = (value: string): string => {
    const [year, month, date] = value.split('-').map(Number);
    return language === 'fi' ? `${date}.${month}.${year}` : `${date} ${monthName(value).slice(0, 3)} ${year}`;
  };
  return {
    language,
    count,
    say: (key, given = {}) => {
      const plural = given['count'] === undefined ? key : `${key}_${given['count'] === 1 ? 'one' : 'other'}`;
      const text = known[plural] ?? known[key] ?? key;
      return text.replaceAll(/\{\{(\w+)(, number)?\}\}/g, (_, name: string) => {
        const value = given[name] ?? '';
        return typeof value === 'number' ? count(value) : value;
      });
    },
    decimal: (value, places = 0) => {
      if (value === null) return '–';
      const written = value.split('.')[1]?.length ?? 0;
      return number(new Big(value).toFixed(Math.max(places, written)));
    },
    day,
    month: (value) => `${monthName(value)} ${value.slice(0, 4)}`,
    moment: (value, zone) => {
      const parts = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      }).formatToParts(new Date(value));
      const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
      const date = day(`${part('year')}-${part('month')}-${part('day')}`);
      const [hour, minute] = [part('hour'), part('minute')];
      return language === 'fi' ? `${date} klo ${hour}.${minute}` : `${date}, ${hour}:${minute}`;
    },
  };
}
