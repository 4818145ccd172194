import { createContext, useContext } from 'react';

/**
 * The texts that components of the kit show by themselves, in the user's language. `UiProvider` receives them once;
 * every other text is a prop.
 */
export interface UiStrings {
  close: string;
  clear: string;
  /** Accessible name of a spinner: "Loading". */
  loading: string;
  /** A search in a reference field found nothing. */
  nothingFound: string;
  /** A search in a reference field failed. */
  searchFailed: string;
  /** The option that uses the typed text in a creatable select: "Use “{text}”". */
  use: (text: string) => string;
  /** Accessible name of the × on a pill, chip or tag: "Remove {what}". */
  remove: (what: string) => string;
  moveUp: (what: string) => string;
  moveDown: (what: string) => string;
  /** The text of a JSON field is invalid; `line` is where the parser noticed it, from 1, if known. */
  invalidJson: (line: number | undefined) => string;
  showPassword: string;
  /** The decimal separator in the user's language; on the wire it is always a full stop. */
  decimalSeparator: '.' | ',';
  /** The locale for typing and showing days and times, and for the names of months and weekdays. */
  locale: string;
  /** Formats a day of the wire (`YYYY-MM-DD`): "31 Dec 2026". */
  day: (value: string) => string;
  /** Formats a time of the wire (`HH:MM`): "21.30". */
  time: (value: string) => string;
  /** Error messages for text that is no day and no time, each with an example. */
  notDay: string;
  notTime: string;
  /** The button that opens the calendar, and the buttons in it. */
  calendar: string;
  previousYear: string;
  previousMonth: string;
  nextMonth: string;
  nextYear: string;
  today: string;
  /** The header of the column of week numbers, short. */
  week: string;
  /** Beside the label of a field that must be filled in: "required". */
  required: string;
  /** How a flag reads where it cannot be changed. */
  yes: string;
  no: string;
  /** The button that opens the side panel on a narrow screen. */
  details: string;
}

/** Provided by `UiProvider`. */
export const UiStringsContext = createContext<UiStrings | undefined>(undefined);

/**
 * Returns the texts of the kit.
 *
 * @throws Error outside `UiProvider`: without texts, the components are not accessible.
 */
export function useUiStrings(): UiStrings {
  const strings = useContext(UiStringsContext);
  if (!strings) throw new Error('The parts of ui need UiProvider around them');
  return strings;
}

/** Returns today's day, `YYYY-MM-DD`, in the company's time zone if it is known, otherwise in the browser's. */
export const TodayContext = createContext<() => string>(() => dayHere(new Date()));

const dayHere = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
