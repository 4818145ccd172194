import { createContext, use, useCallback, useMemo, type ReactNode } from 'react';
import { TodayContext } from '@/ui/display/ui-strings';
import { useApp } from '../shell/app-context';
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
import type { Format } from './formats';

const FormatContext = createContext<Format | null>(null);

/** Provides the formatters; on a generic server, which tells no company, with the browser's time zone. */
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
      currency: symbolOf(code, locale),
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

/** Returns the formatters for values. Throws outside `Formats`. */
export function useFormat(): Format {
  const format = use(FormatContext);
  if (!format) throw new Error('useFormat is called outside Formats');
  return format;
}

/** Provides formatters in another currency, with its symbol and decimals: a business day is shown in its own. */
export function MoneyIn({ currency, children }: { currency: string; children: ReactNode }) {
  const format = useFormat();
  const ownFormat = useMemo(() => format.of(currency), [format, currency]);
  return <FormatContext value={ownFormat}>{children}</FormatContext>;
}

function symbolOf(currency: string, locale: string): string {
  try {
    const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    const parts = new Intl.NumberFormat(locale, style).formatToParts(0);
    return parts.find((part) => part.type === 'currency')?.value ?? currency;
  } catch {
    return currency;
  }
}
