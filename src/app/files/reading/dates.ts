/** The orders of the parts of a date. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

const date =
  /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:(?:[ T]|\s+klo\s+)(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?(Z|\s?[+-]\d{2}(?::?\d{2})?)?)?$/;

/** A date of a file: `2026-04-01`, with its time of day if it has one: `06:00`. */
export interface FileDate {
  readonly day: string;
  readonly time: string | null;
  /** Minutes east of Greenwich of its clock, if the text says so: `+03:00` is 180. */
  readonly offset?: number;
}

/** Returns a date of a file, or null if it is none in this order. Years have four digits. */
export function readDate(text: string, order: DateOrder): FileDate | null {
  const [, first, , second, third, hour, minute, , zone] = date.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined || third === undefined) return null;
  const isYearFirst = first.length > 2;
  if (isYearFirst !== (order === 'ymd')) return null;
  const [year, month, dayOfMonth] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second];
  if (year.length !== 4 || dayOfMonth.length > 2) return null;
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return null;
  if (hour === undefined || minute === undefined) return { day, time: null };
  return Number(hour) < 24 && Number(minute) < 60
    ? {
        day,
        time: `${hour.padStart(2, '0')}:${minute}`,
        ...(zone === undefined ? {} : { offset: offsetOf(zone.trim()) }),
      }
    : null;
}

const offsetOf = (zone: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** How a text can be read as a date: in one order, as day and month or month and day, or not. */
export type DateShape = DateOrder | 'either' | 'none';

/** Returns how a text can be read as a date. Nobody writes the month first with full stops: those are days first. */
export function dateShape(text: string): DateShape {
  if (readDate(text, 'ymd')) return 'ymd';
  const dmy = readDate(text, 'dmy');
  const mdy = text.includes('.') && !text.includes('/') ? null : readDate(text, 'mdy');
  if (dmy && mdy) return dmy.day === mdy.day ? 'dmy' : 'either';
  return dmy ? 'dmy' : mdy ? 'mdy' : 'none';
}

const months = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu)[a-zä]*`;
const madeDate = new RegExp(
  String.raw`^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T]\d{1,2}[:.]\d{2}.*)?|\d{1,2}[.\-/ ]*${months}[.\-/ ]*\d{0,4}|${months}[.\-/ ]+\d{1,4})$`,
  'iu',
);

/** Whether a code is what a spreadsheet makes of a number that it takes for a date: `1.3.26`, `01-Mar`. */
export const isMadeDate = (text: string): boolean => madeDate.test(text.trim());
