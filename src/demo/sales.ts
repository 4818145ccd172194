import { centsText, scaledText } from './money';
import { chance, hash } from './seed';
import type { DemoMonthSale } from './shape';
import { cinnamonBun } from './cinnamon-bun';
import { receiptShares } from './days/shares';
import type { Article, SeasonKey } from './words';

/** The percentage of a typical month, January to December. */
const seasons: Record<SeasonKey, readonly number[]> = {
  steady: [96, 95, 100, 100, 101, 99, 98, 100, 101, 103, 102, 106],
  // The bars of the product page; Cinnamon Bun Day is on 4 October.
  bun: [101, 105, 110, 91, 97, 87, 79, 93, 103, 152, 109, 113],
  lunch: [102, 104, 106, 101, 98, 82, 61, 97, 108, 110, 109, 88],
  summer: [70, 72, 80, 92, 118, 150, 172, 140, 95, 78, 72, 82],
  icecream: [28, 32, 48, 80, 140, 210, 260, 180, 88, 46, 32, 40],
  warm: [122, 118, 108, 96, 84, 74, 68, 80, 98, 112, 122, 128],
  christmas: [52, 44, 46, 50, 52, 48, 44, 52, 66, 104, 210, 440],
  easter: [62, 84, 230, 320, 74, 58, 54, 58, 64, 68, 70, 78],
  mayday: [4, 12, 46, 620, 380, 30, 14, 10, 8, 6, 4, 4],
  runeberg: [620, 480, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  shrove: [240, 860, 60, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  harvest: [84, 78, 74, 70, 72, 88, 132, 190, 156, 108, 82, 74],
};

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
