import { Big } from 'big.js';
import { withClause, type Pricing } from '@/app/prices/pricing';
import type { SayOf } from '@/app/i18n/i18n';
import type { Format } from '@/app/i18n/formats';

type Ending = NonNullable<Pricing['ending']>;

/** Returns what a formula begins with, in words. */
export function takeWords({ formula: { take } }: Pricing, say: SayOf, format: Format): string {
  if (take.kind === 'list') return take.name;
  return take.kind === 'price' ? format.money(take.price) : say(`fx.take_${take.kind}`);
}

/** Returns what a formula multiplies and divides by; an empty text if it does not. */
export function percentWords({ formula: { by, over } }: Pricing, format: Format): string {
  const parts = [
    ...(by.eq(1) ? [] : [`× ${format.decimal(by.toFixed())}`]),
    ...(over.eq(1) ? [] : [`÷ ${format.decimal(over.toFixed())}`]),
  ];
  return parts.join(' ');
}

/** Returns what a formula adds, with its sign; an empty text if it adds nothing. */
export function addWords({ formula: { add } }: Pricing, format: Format): string {
  if (add.eq(0)) return '';
  return `${add.gt(0) ? '+' : '−'} ${format.money(add.abs().toFixed())}`;
}

/** Returns what prices end with: ".90", in Finnish ",90", or "5 cents". */
export function endWords({ to }: Ending, say: SayOf, format: Format): string {
  if (to.startsWith('0')) return say('fx.cents', { count: to === '0.05' ? 5 : 10 });
  return format.decimal(`0${to}`).slice(1);
}

/** Returns a line of the formula bar with another ending, as a person would write it. */
export function withEnding(text: string, ending: Ending, say: SayOf, format: Format): string {
  const end = say('fx.write_end', { to: endWords(ending, say, format) });
  return withClause(text, 'ending', ending.way === 'nearest' ? end : `${end} ${say(`fx.way_${ending.way}`)}`);
}

/** Returns a figure of a computation: exact up to four decimals. */
export const figureWords = (value: string, format: Format): string =>
  format.money(new Big(value).round(4, Big.roundHalfUp).toFixed());
