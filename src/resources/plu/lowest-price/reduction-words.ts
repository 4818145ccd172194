import { dayMs } from '@/record/calendar';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { LowestPriceAnswer } from './answer';
import { texts } from './texts';

/** Days for which a fallen price is spoken of where it is edited: later it is just the price. */
const spokenOf = 90;

type Said = Pick<LowestPriceAnswer, 'reduced' | 'fallen_since' | 'lowest' | 'percent' | 'tax_included'>;

/** Returns a function that says what the law says of a price that fell; null where there is nothing to say. */
export function useReductionWords(): (said: Said, currency: string) => string | null {
  const say = usePageText('plu/lowest-price', texts);
  const format = useFormat();
  return ({ reduced, fallen_since, lowest, percent, tax_included }, currency) => {
    if (fallen_since === null) return null;
    if (lowest === null) return say('nothing');
    const { of } = format;
    const money = `${of(currency).money(lowest.amount)}\u00A0${of(currency).currency}`;
    const amount = tax_included ? money : say('net', { amount: money });
    return reduced && percent !== null
      ? say('lowest', { amount, percent: percentText(percent, format.decimal) })
      : say('noReduction', { amount, day: format.day(lowest.last_day) });
  };
}

/** Returns a change in percent with one decimal and a minus sign: "−12.2". */
export const percentText = (percent: string, decimal: (value: unknown, places: number) => string): string =>
  decimal(percent, 1).replace(/^-/, '\u2212');

/** Returns whether a price fell recently enough to be spoken of where it is edited. */
export const isRecent = ({ fallen_since, at }: Pick<LowestPriceAnswer, 'fallen_since' | 'at'>): boolean =>
  fallen_since !== null && Date.parse(at) - Date.parse(fallen_since) <= spokenOf * dayMs;
