/**
 * Dates of the calendar as text, `YYYY-MM-DD`, and months, `YYYY-MM`. They have no time zone: what day it is somewhere is asked of
 * app/i18n in the browser, and of PostgreSQL in the service.
 */

/** Milliseconds of a day without a change of the clocks. */
export const dayMs = 86_400_000;

const at = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Returns the date of a moment that is counted as if it were UTC. */
export const dateAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the date `days` days later, within the years 1000 to 9999; the date itself beyond them. */
export function addDays(date: string, days: number): string {
  const next = dateAt(at(date) + days * dayMs);
  return /^[1-9]\d{3}-/.test(next) ? next : date;
}

/** Returns the date so many months later; in a month without that day its last one. */
export function addMonths(date: string, months: number): string {
  const from = new Date(at(date));
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const next = dateAt(Date.UTC(year, month, Math.min(from.getUTCDate(), last)));
  return /^[1-9]\d{3}-/.test(next) ? next : date;
}

/** Returns how many days lie from one date to another, 0 for the same one. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / dayMs);

/** Returns the weekday of a date as ISO 8601 and the records' `weekdays` count it, from 1 (Monday) to 7 (Sunday). */
export const weekdayOf = (date: string): number => new Date(at(date)).getUTCDay() || 7;

/** Returns the dates of a month, in order. */
export function datesOf(month: string): string[] {
  const [year, number] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
  return Array.from({ length }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
}

/** Returns the month so many months later. */
export const plusMonths = (month: string, months: number): string =>
  addMonths(`${month}-01`, months).slice(0, 7);
