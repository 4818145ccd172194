import type { SentRow } from '../voucher/schema';
import { phrases, type FileLanguage } from './phrases';

/** The decimal sign is that of the language: only English has a point. */
const rateIn = (rate: string, language: FileLanguage): string =>
  language === 'en' ? rate : rate.replace('.', ',');

/** Whether a row's name says more than what it is; of the kinds of lines that have a use it is the till's code (`gift_card`). */
const isNamed = (use: SentRow['use']): boolean =>
  !['gift_card_sold', 'deposit_taken', 'deposit_returned', 'tip'].includes(use);

/** Returns what a row of a voucher is, in the language of the program that reads the file. */
export function rowWords(
  row: Pick<SentRow, 'use' | 'against' | 'name' | 'rate'>,
  language: FileLanguage,
): string {
  const { sales, vat, uses } = phrases[language];
  const { use, against, name, rate } = row;
  const percent = rate === null ? '' : ` ${rateIn(rate, language)} %`;
  if (use === 'vat') return `${vat}${percent}`;
  if (use === 'revenue') return `${sales}${name === null ? '' : ` ${name}`}${percent}`;
  if (use === 'tender' || use === 'gift_card_redeemed') {
    const tender = name ?? uses[use];
    if (against === null) return tender;
    return `${tender}: ${against === 'vat' || against === 'revenue' ? sales : uses[against]}`;
  }
  return name === null || !isNamed(use) ? uses[use] : `${uses[use]}: ${name}`;
}

/** Returns what a voucher is called: `Takings Helsinki 2026-03-01 – 2026-03-31, 12-2026-0042`. */
export function voucherWords(
  voucher: {
    readonly location: { readonly name: string };
    readonly from: string;
    readonly to: string;
    readonly number: string | null;
  },
  language: FileLanguage,
): string {
  const { location, from, to, number } = voucher;
  const dates = from === to ? to : `${from} - ${to}`;
  return [
    `${phrases[language].takings} ${location.name} ${dates}`,
    ...(number === null ? [] : [number]),
  ].join(', ');
}
