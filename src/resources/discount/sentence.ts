import { decimalOf, formatDay, formatDecimal, formatMoney } from '@/app/i18n/format';
import { localeOf, type Language } from '@/app/i18n/i18n';
import { isDay } from '@/ui/fields/dates/day-text';
import { dayRuns, weekdayNames } from '@/app/i18n/weekdays';
import { english } from './sentence-en';
import { finnish } from './sentence-fi';
import type { Names, Phrases } from './phrases';

/** The input of a discount's sentence: values as on the wire, '' for a missing one, and references as names. */
export interface DiscountFacts {
  readonly type: string;
  readonly value: string;
  readonly scope: string;
  readonly trigger: string;
  readonly code: string;
  readonly valid_from: string;
  readonly valid_until: string;
  readonly weekdays: readonly number[];
  readonly time_from: string;
  readonly time_until: string;
  readonly departments: readonly string[];
  readonly products: readonly string[];
  readonly customers: readonly string[];
  readonly groups: readonly string[];
  readonly locations: readonly string[];
  readonly min_qty: string;
  readonly min_total: string;
  readonly max_amount: string;
  readonly stackable: boolean | undefined;
  readonly approval_required: boolean;
  readonly reason_required: boolean;
  /** The symbol of the currency: "€". */
  readonly currency: string;
  /** The number of decimals of the currency. */
  readonly scale: number;
}

const phrases: Readonly<Record<Language, Phrases>> = { en: english, fi: finnish };

/**
 * Returns one sentence that says what a discount does ("20 % off Bakery, weekdays 14–17, at most 5.00 € a receipt."),
 * or null if its value is zero or no number, or its type is unknown.
 */
export function discountSentence(facts: DiscountFacts, language: Language): string | null {
  const { type, value, currency, scale } = facts;
  const locale = localeOf[language];
  const amount = decimalOf(value);
  if (!amount || amount.lte(0)) return amount?.eq(0) && type === 'fixed_price' ? valueText('0') : null;
  return valueText(value);

  function valueText(worth: string): string | null {
    if (type !== 'percent' && type !== 'amount' && type !== 'fixed_price') return null;
    const say = phrases[language];
    const money = (text: string) =>
      decimalOf(text)?.gt(0) ? `${formatMoney(text, locale, scale)} ${currency}` : '';
    const count = (text: string) => (decimalOf(text)?.gt(0) ? formatDecimal(text, locale) : '');
    // A day or time that is not complete yet, while somebody types it, is left out.
    const day = (text: string) => (isDay(text) ? formatDay(text, locale) : '');
    const [validFrom, validUntil] = [day(facts.valid_from), day(facts.valid_until)];
    const [timeFrom, timeUntil] = [clock(facts.time_from), clock(facts.time_until)];
    const parts = [
      say.takes({
        type,
        value:
          type === 'percent'
            ? `${formatDecimal(worth, locale)} %`
            : `${formatMoney(worth, locale, scale)} ${currency}`,
        receipt: facts.scope === 'receipt',
        departments: few(facts.departments),
        products: few(facts.products),
      }),
      [days(facts.weekdays, say, locale), timeFrom || timeUntil ? say.hours(timeFrom, timeUntil) : '']
        .filter(Boolean)
        .join(' '),
      validFrom || validUntil ? say.dates(validFrom, validUntil) : '',
      facts.locations.length > 0 ? say.locations(few(facts.locations)) : '',
      facts.customers.length + facts.groups.length > 0
        ? say.customers(few(facts.customers), few(facts.groups))
        : '',
      say.least(count(facts.min_qty), money(facts.min_total)),
      money(facts.max_amount) && say.most(money(facts.max_amount)),
      say.trigger(facts.trigger, facts.code.trim()),
      say.duties(facts.approval_required, facts.reason_required),
      facts.stackable === undefined ? '' : say.stackable(facts.stackable),
    ];
    return `${parts.filter(Boolean).join(', ')}.`;
  }
}

function days(weekdays: readonly number[], say: Phrases, locale: string): string {
  const validDays = weekdays.filter((day) => day >= 1 && day <= 7);
  const runs = dayRuns(validDays);
  const isEveryDay = runs.length === 0 || (runs[0]?.[0] === 1 && runs[0][1] === 7);
  return isEveryDay ? '' : say.days(runs, weekdayNames(locale, 'long'), weekdayNames(locale));
}

const few = (names: readonly string[]): Names =>
  names.length > 3 ? { listed: names.slice(0, 2), more: names.length - 2 } : { listed: names, more: 0 };

/** Leaves out the minutes of full hours: "14:00" is 14, "09:30" is 9:30; '' for text that is no time. */
const clock = (time: string): string =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time.replace(/^0(?=\d)/, '').replace(/:00$/, '') : '';
