import { centsText, scaledText } from './money';
import { chance, hash } from './seed';
import type { DemoMonthSale } from './shape';
import { cinnamonBun } from './vocabulary/goods/cinnamon-bun';
import type { Article } from './vocabulary/goods/family';
import { seasons } from './vocabulary/seasons';
import { receiptShares } from './vocabulary/shops';

interface Month {
  date: string;
  /** January is 0. */
  month: number;
  days: number;
  /** The number of days with sales: all of them, except in the month of `today`. */
  sold: number;
}

/** Returns the twelve months until that of `today` (YYYY-MM-DD), newest first. */
export function lastTwelveMonths(today: string): Month[] {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  return Array.from({ length: 12 }, (_, back) => {
    const index = year * 12 + month - back;
    const at = { year: Math.floor(index / 12), month: index % 12 };
    const days = new Date(Date.UTC(at.year, at.month + 1, 0)).getUTCDate();
    return {
      date: `${at.year}-${String(at.month + 1).padStart(2, '0')}-01`,
      month: at.month,
      days,
      sold: back === 0 ? Number(today.slice(8, 10)) : days,
    };
  });
}

/** Tells whether the child company `of` sells the article: its own, and most of the group's. */
export function isSoldBy(of: 'helsinki' | 'tampere', article: Article): boolean {
  if (!(article.active ?? true)) return false;
  if (article.of !== 'group') return article.of === of;
  return (
    ['3021', '9100'].includes(article.code) ||
    chance(`sold ${of} ${article.code}`, of === 'helsinki' ? 92 : 78)
  );
}

/**
 * Returns the sales of an article in a child company over twelve months, newest first: quantity in sales units (three
 * decimals by weight), total with tax. The figures of a month do not depend on `today`, except for the days that are
 * still to come.
 */
export function monthSales(
  of: 'helsinki' | 'tampere',
  article: Article,
  plu_id: string,
  months: Month[],
): DemoMonthSale[] {
  const weighed = article.unit === 'kg';
  const parts = weighed ? 1000 : 1;
  return months.map(({ date, month, days, sold }) => {
    // One hash decides all figures of a month: the quantity, the extra grams, and the average price.
    const luck = hash(`sales ${of} ${article.code} ${date}`);
    const whole = pieces(of, article, month, luck) * parts;
    const grams = weighed && whole > 0 ? (luck >>> 12) % 1000 : 0;
    const qty = Math.floor(((whole + grams) * sold) / days);
    return {
      plu_id,
      date,
      qty: scaledText(qty, weighed ? 3 : 0),
      total: centsText(Math.floor((qty * averageCents(article, luck)) / parts)),
    };
  });
}

/** Returns the sales of an article in a typical such month (January is 0), in sales units, with fractions. */
export function monthlyPieces(of: 'helsinki' | 'tampere', article: Article, month: number): number {
  if (article.code === '2104') return cinnamonBun.sold[month] ?? 0;
  // The sale of a gift card is no turnover.
  if (article.tax === '0') return 0;
  const season = seasons[article.season ?? 'steady'][month] ?? 100;
  return (article.sold * season * sizeOf(of, article)) / 10_000;
}

function pieces(of: 'helsinki' | 'tampere', article: Article, month: number, luck: number): number {
  const typical = monthlyPieces(of, article, month);
  return article.code === '2104' ? typical : Math.round((typical * (90 + (luck % 22))) / 100);
}

/**
 * Returns the percentage of `sold`: the group's products sell less in Tampere, and in Helsinki as much as its receipts
 * have.
 */
function sizeOf(of: 'helsinki' | 'tampere', { of: owner, dpt }: Article): number {
  if (of === 'tampere') return owner === 'group' ? 55 : 100;
  return receiptShares[dpt] ?? 100;
}

/** Returns the average price paid: offers, staff discounts and take-away bring it below the base price. */
function averageCents(article: Article, luck: number): number {
  if (article.code === '2104') return cinnamonBun.average;
  if (article.tax === '0') return article.price;
  return Math.round((article.price * (93 + ((luck >>> 24) % 7))) / 100);
}

/** Returns the month sales before `from` (YYYY-MM-DD); receipts cover the days from then on. */
export function salesBefore(rows: readonly DemoMonthSale[], from: string): DemoMonthSale[] {
  const first = `${from.slice(0, 7)}-01`;
  const before = Number(from.slice(8, 10)) - 1;
  const days = new Date(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)), 0)).getUTCDate();
  const part = (amount: string) => {
    const decimals = amount.split('.')[1]?.length ?? 0;
    return scaledText(Math.floor((Number(amount.replace('.', '')) * before) / days), decimals);
  };
  return rows.flatMap((row) => {
    if (row.date !== first) return row.date < first ? [row] : [];
    return before === 0 ? [] : [{ ...row, qty: part(row.qty), total: part(row.total) }];
  });
}
