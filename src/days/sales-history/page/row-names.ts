import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { amountSteps, type SalesBy, type SalesRow } from '../answer';
import { texts } from './texts';
import { dateWords } from '@/ui/display/date-words';

/**
 * Returns how the rows of a breakdown are called, in full and in the little room below a bar: there a day has its weekday if
 * all days are `named`, else its month. Amounts are in the currency of the sales.
 */
export function useRowNames(
  by: SalesBy,
  currency: string,
  named = false,
): {
  readonly nameOf: (row: Pick<SalesRow, 'id' | 'name'>) => string;
  readonly shortOf: (row: Pick<SalesRow, 'id' | 'name'>) => string;
} {
  const say = usePageText('sales/history', texts);
  const format = useFormat();
  const inWords = (day: string, options: Intl.DateTimeFormatOptions) =>
    dateWords(day, format.locale, options);
  // 5 January 2026 was a Monday.
  const weekday = (id: string, width: 'long' | 'short') =>
    inWords(`2026-01-${String(4 + Number(id)).padStart(2, '0')}`, { weekday: width });
  const month = format.locale.startsWith('fi') ? 'numeric' : 'short';
  const dayAndMonth = (id: string) => inWords(id, { day: 'numeric', month });
  const sentence = (text: string) => text.charAt(0).toLocaleUpperCase(format.locale) + text.slice(1);
  const called = (id: string): string | null => {
    switch (by) {
      case 'hour':
        return `${id}–${Number(id) + 1}`;
      case 'weekday':
        return sentence(weekday(id, 'long'));
      case 'day':
        return `${inWords(id, { weekday: 'short' })} ${format.day(id)}`;
      case 'month':
        return sentence(inWords(`${id}-01`, { month: 'long', year: 'numeric' }));
      case 'amount':
        return stepName(id);
      default:
        return null;
    }
  };
  const amount = (whole: number) =>
    new Intl.NumberFormat(format.locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
    }).format(whole);
  const stepName = (id: string): string => {
    if (id === 'returns') return say('returns');
    const from = Number(id);
    const to = amountSteps.find((step) => step > from);
    if (to === undefined) return say('over', { from: amount(from) });
    return from === 0
      ? say('under', { to: amount(to) })
      : say('between', { from: amount(from), to: amount(to) });
  };
  const nameOf = ({ id, name }: Pick<SalesRow, 'id' | 'name'>) =>
    name ?? (id === null ? say(by === 'discount' ? 'noKind' : 'unnamed') : (called(id) ?? id));
  return {
    nameOf,
    shortOf: (row) => {
      const { id } = row;
      if (id === null) return '';
      if (by === 'day')
        return named ? `${inWords(id, { weekday: 'short' })} ${Number(id.slice(8))}` : dayAndMonth(id);
      if (by === 'month') return inWords(`${id}-01`, { month: 'short' });
      if (by === 'weekday') return weekday(id, 'short');
      return by === 'hour' ? id : nameOf(row);
    },
  };
}
