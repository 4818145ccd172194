import { createContext, use, useCallback, useMemo, type ReactNode } from 'react';
import { TodayContext } from '../ui/words';
import { useApp } from './app-context';
import {
  currencyDecimals,
  dayOf,
  formatCount,
  formatDay,
  formatDecimal,
  formatMoment,
  formatMomentLong,
  formatMoney,
  noValue,
} from './format';
import { localeOf, useLanguage, useText } from './i18n';

/** Values as text in the language of the moment and by the company's clock. */
export interface Format {
  readonly locale: string;
  /** The sign of the currency that `money` is in: the company's, or that of `MoneyIn`: "€". */
  readonly currency: string;
  /** Its code: "EUR". Several currencies share a sign. */
  readonly code: string;
  /** The decimals of that currency. */
  readonly scale: number;
  /** The same in another currency; in this one where it is not named. */
  of: (currency: unknown) => Format;
  /** Money of a row that may be in another currency than the rest, which it then names: "2,160 JPY". */
  moneyIn: (value: unknown, currency: unknown) => string;
  money: (value: unknown) => string;
  decimal: (value: unknown, places?: number) => string;
  count: (value: number) => string;
  moment: (value: unknown) => string;
  momentLong: (value: unknown) => string;
  day: (value: unknown) => string;
}

const FormatContext = createContext<Format | null>(null);

/** The formats of the moment; the bare interface knows no company, so there the browser's clock counts. */
export function Formats({ children }: { children: ReactNode }) {
  const { company } = useApp().current.me ?? {};
  const { language } = useLanguage();
  const say = useText();
  const { timezone: timeZone, currency = 'EUR' } = company ?? {};
  const format = useMemo((): Format => {
    const locale = localeOf[language];
    const style = { locale, timeZone, today: say('time.today') };
    const inCurrency = (code: string): Format => ({
      locale,
      currency: signOf(code, locale),
      code,
      scale: currencyDecimals(code),
      of: (other) =>
        typeof other === 'string' && other !== '' && other !== code ? inCurrency(other) : inCurrency(code),
      moneyIn(value, other) {
        if (typeof other !== 'string' || other === '' || other === code) return this.money(value);
        const text = formatMoney(value, locale, currencyDecimals(other));
        return text === noValue ? text : `${text}\u00A0${other}`;
      },
      money: (value) => formatMoney(value, locale, currencyDecimals(code)),
      decimal: (value, places) => formatDecimal(value, locale, places),
      count: (value) => formatCount(value, locale),
      moment: (value) => formatMoment(value, style),
      momentLong: (value) => formatMomentLong(value, style),
      day: (value) => formatDay(value, locale),
    });
    return inCurrency(currency);
  }, [language, say, timeZone, currency]);
  const today = useCallback(() => dayOf(new Date(), timeZone), [timeZone]);
  return (
    <FormatContext value={format}>
      <TodayContext value={today}>{children}</TodayContext>
    </FormatContext>
  );
}

/** Values as text, as a person reads them. Throws outside of `Formats`. */
export function useFormat(): Format {
  const format = use(FormatContext);
  if (!format) throw new Error('This part stands inside Formats');
  return format;
}

/** All money inside is in this currency, with its sign and its decimals: a day is shown in its own. */
export function MoneyIn({ currency, children }: { currency: string; children: ReactNode }) {
  const format = useFormat();
  const own = useMemo(() => format.of(currency), [format, currency]);
  return <FormatContext value={own}>{children}</FormatContext>;
}

function signOf(currency: string, locale: string): string {
  try {
    const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    const parts = new Intl.NumberFormat(locale, style).formatToParts(0);
    return parts.find((part) => part.type === 'currency')?.value ?? currency;
  } catch {
    return currency;
  }
}
