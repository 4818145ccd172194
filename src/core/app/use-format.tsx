import { createContext, use, useCallback, useMemo, type ReactNode } from 'react';
import { TodayContext } from '../ui/words';
import { useApp } from './app-context';
import {
  dayOf,
  formatCount,
  formatDay,
  formatDecimal,
  formatMoment,
  formatMomentLong,
  formatMoney,
} from './format';
import { localeOf, useLanguage, useText } from './i18n';

/** Values as text in the language of the moment and by the company's clock. */
export interface Format {
  readonly locale: string;
  /** The sign of the company's currency: "€". */
  readonly currency: string;
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
    return {
      locale,
      currency: signOf(currency, locale),
      money: (value) => formatMoney(value, locale),
      decimal: (value, places) => formatDecimal(value, locale, places),
      count: (value) => formatCount(value, locale),
      moment: (value) => formatMoment(value, style),
      momentLong: (value) => formatMomentLong(value, style),
      day: (value) => formatDay(value, locale),
    };
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

function signOf(currency: string, locale: string): string {
  try {
    const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    const parts = new Intl.NumberFormat(locale, style).formatToParts(0);
    return parts.find((part) => part.type === 'currency')?.value ?? currency;
  } catch {
    return currency;
  }
}
