import { createContext, useContext } from 'react';

/**
 * The few words that the parts say by themselves, in the user's language. They are given once, to
 * `UiProvider`; every other text is a prop of the part that shows it.
 */
export interface UiStrings {
  close: string;
  clear: string;
  /** Beside a spinner that only assistive technology hears: "Loading". */
  loading: string;
  /** A search in a reference field found nothing. */
  nothingFound: string;
  /** A search in a reference field failed. */
  searchFailed: string;
  /** The button of a creatable select: "Use “{text}”". */
  use: (text: string) => string;
  /** The × on a pill, a chip or a tag: "Remove {what}". */
  remove: (what: string) => string;
  moveUp: (what: string) => string;
  moveDown: (what: string) => string;
  /** The JSON in a field cannot be read; the line where that was noticed, from 1, if known. */
  invalidJson: (line: number | undefined) => string;
  showPassword: string;
  /** What a decimal is typed and shown with in the user's language; on the wire it is always a full stop. */
  decimalSeparator: '.' | ',';
  /** How days and times are typed and shown, and months and days of the week called. */
  locale: string;
  /** A day of the wire (`YYYY-MM-DD`) as it is written: "31 Dec 2026". */
  day: (value: string) => string;
  /** A time of the wire (`HH:MM`) as it is written: "21.30". */
  time: (value: string) => string;
  /** What is said under a box whose text is no day, and no time; each with an example. */
  notDay: string;
  notTime: string;
  /** The button that opens the calendar, and the buttons in it. */
  calendar: string;
  previousYear: string;
  previousMonth: string;
  nextMonth: string;
  nextYear: string;
  today: string;
  /** The head of the numbers of weeks, short. */
  week: string;
  /** The button that opens the side panel where there is no room for it. */
  details: string;
}

/** Provided by `UiProvider`. */
export const UiStringsContext = createContext<UiStrings | undefined>(undefined);

/** The parts' own words. Throws outside `UiProvider`: a part without words cannot be used by everyone. */
export function useUiStrings(): UiStrings {
  const words = useContext(UiStringsContext);
  if (!words) throw new Error('The parts of core/ui need UiProvider around them');
  return words;
}

/**
 * Which day it is, `YYYY-MM-DD`: by the clock of the company, where one is known. The browser's own otherwise.
 */
export const TodayContext = createContext<() => string>(() => dayHere(new Date()));

const dayHere = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
