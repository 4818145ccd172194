import { Big } from 'big.js';

/** Shown in place of a missing value. */
export const noValue = '–';

/** Separators of a locale's numbers, read from `Intl` once and applied to text. */
interface Separators {
  readonly group: string;
  readonly decimal: string;
}

const separators = new Map<string, Separators>();

/** Returns the group and decimal separators of a locale. */
export function separatorsOf(locale: string): Separators {
  const cached = separators.get(locale);
  if (cached) return cached;
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-1234567.8);
  const part = (type: string, fallback: string) => parts.find((one) => one.type === type)?.value ?? fallback;
  const created = { group: part('group', ''), decimal: part('decimal', '.') };
  separators.set(locale, created);
  return created;
}

/** Parses a decimal of the wire; null if the value is none. Accepts the JSON numbers of lists, for display. */
export function decimalOf(value: unknown): Big | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  try {
    return new Big(value);
  } catch {
    return null;
  }
}

/**
 * Formats a decimal: grouped, with the locale's separator, minus as "−". `places` fixes the number of decimals
 * (half away from zero); without it all digits are shown. Never uses a JavaScript float. Returns "–" if the
 * value is no decimal.
 */
export function formatDecimal(value: unknown, locale: string, places?: number): string {
  const decimal = decimalOf(value);
  if (!decimal) return noValue;
  const written = typeof value === 'string' ? (value.split('.')[1]?.length ?? 0) : undefined;
  const plain = decimal.toFixed(places ?? written, Big.roundHalfUp);
  const [whole = '', fraction] = plain.replace('-', '').split('.');
  const { group, decimal: point } = separatorsOf(locale);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const isZero = !/[1-9]/.test(plain);
  const sign = plain.startsWith('-') && !isZero ? '−' : '';
  return sign + grouped + (fraction ? point + fraction : '');
}

/**
 * Formats money with at least its currency's decimals (JPY 0, KWD 3), and more if the value has more
 * (docs/interface.md#22-product-plu, `base_price`).
 */
export function formatMoney(value: unknown, locale: string, scale = 2): string {
  const decimal = decimalOf(value);
  if (!decimal) return noValue;
  const written = decimal.toFixed().split('.')[1]?.length ?? 0;
  return formatDecimal(value, locale, Math.max(scale, written));
}

const scales = new Map<string, number>();

/** Returns the number of decimals of a currency; two for a code that the browser does not know. */
export function currencyDecimals(currency: string): number {
  const cached = scales.get(currency);
  if (cached !== undefined) return cached;
  let scale = 2;
  try {
    const style = { style: 'currency', currency } as const;
    scale = new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    // Text of a generic server that is no currency code.
  }
  scales.set(currency, scale);
  return scale;
}

/** Formats a count: whole, grouped. */
export const formatCount = (count: number, locale: string): string => formatDecimal(String(count), locale);

/** How moments are formatted: the language's locale and the company's time zone. */
export interface MomentStyle {
  readonly locale: string;
  readonly timeZone: string | undefined;
  readonly today: string;
  readonly now?: Date;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached date format: creating one costs more than a thousand uses of it. A time zone that the browser does
 * not know, as a generic server may name one, counts as the browser's own.
 */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? newDateFormat(locale, options);
  formats.set(key, format);
  return format;
}

function newDateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options);
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: undefined });
  }
}

/** Returns the day of a moment in a time zone, `YYYY-MM-DD`. */
export const dayOf = (moment: Date, timeZone: string | undefined): string =>
  dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);

/** Formats an ISO date-time briefly: "Today 14:32", "19 Mar 17:26", in another year "19 Mar 2025". */
export function formatMoment(value: unknown, style: MomentStyle): string {
  const moment = typeof value === 'string' ? new Date(value) : null;
  if (!moment || Number.isNaN(moment.getTime())) return noValue;
  const { locale, timeZone, now = new Date() } = style;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const clock = dateFormat(locale, time).format(moment);
  const [day, today] = [dayOf(moment, timeZone), dayOf(now, timeZone)];
  if (day === today) return `${style.today} ${clock}`;
  const sameYear = day.slice(0, 4) === today.slice(0, 4);
  const date = formatDay(day, locale, !sameYear);
  return sameYear ? `${date} ${clock}` : date;
}

/** Formats a day (`YYYY-MM-DD`): "19 Mar 2026", Finnish "19.3.2026". Days have no time zone. */
export function formatDay(value: unknown, locale: string, withYear = true): string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return noValue;
  const month = locale.startsWith('fi') ? 'numeric' : 'short';
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  const date = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return noValue;
  return dateFormat(locale, { day: 'numeric', month, ...year, timeZone: 'UTC' }).format(date);
}

/** Formats a time of day (`HH:MM`): "21:30", Finnish "21.30"; returns other text unchanged. */
export function formatTime(value: string, locale: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return value;
  const style = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return dateFormat(locale, style).format(new Date(`2024-01-01T${value}:00Z`));
}

/** Formats a moment in full, for a tooltip. */
export function formatMomentLong(value: unknown, style: Omit<MomentStyle, 'today'>): string {
  const moment = typeof value === 'string' ? new Date(value) : null;
  if (!moment || Number.isNaN(moment.getTime())) return noValue;
  const { locale, timeZone } = style;
  return dateFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone }).format(moment);
}
