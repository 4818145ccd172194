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
  /** Days that have sales: all but in the month of `today`. */
  sold: number;
}

/** The twelve months that end with the one of `today` (YYYY-MM-DD), newest first. */
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

/** True when the child company `of` has the article on its shelves: its own, and most of the group's. */
export function sells(of: 'helsinki' | 'tampere', article: Article): boolean {
  if (!(article.active ?? true)) return false;
  if (article.of !== 'group') return article.of === of;
  return (
    ['3021', '9100'].includes(article.code) ||
    chance(`sold ${of} ${article.code}`, of === 'helsinki' ? 92 : 78)
  );
}

/**
 * Twelve months of an article in a child company, newest first: quantity in sales units (three decimals by
 * weight), total with tax. A month keeps its figures whatever `today` is, but for the days still to come.
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
    // One number decides all of a month: how many, how many grams more, and how dear.
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

/** What sells of an article in a typical month of the kind (January is 0), in sales units, not whole ones. */
export function monthlyPieces(of: 'helsinki' | 'tampere', article: Article, month: number): number {
  if (article.code === '2104') return cinnamonBun.sold[month] ?? 0;
  // A gift card that is sold is no turnover.
  if (article.tax === '0') return 0;
  const season = seasons[article.season ?? 'steady'][month] ?? 100;
  return (article.sold * season * sizeOf(of, article)) / 10_000;
}

function pieces(of: 'helsinki' | 'tampere', article: Article, month: number, luck: number): number {
  const typical = monthlyPieces(of, article, month);
  return article.code === '2104' ? typical : Math.round((typical * (90 + (luck % 22))) / 100);
}

/** Per cent of `sold`: the group's products sell less in Tampere, and Helsinki as its receipts have it. */
function sizeOf(of: 'helsinki' | 'tampere', { of: owner, dpt }: Article): number {
  if (of === 'tampere') return owner === 'group' ? 55 : 100;
  return receiptShares[dpt] ?? 100;
}

/** What was paid on average: offers, staff and take-away bring it below the base price. */
function averageCents(article: Article, luck: number): number {
  if (article.code === '2104') return cinnamonBun.average;
  if (article.tax === '0') return article.price;
  return Math.round((article.price * (93 + ((luck >>> 24) % 7))) / 100);
}

/** Month sales without those of `from` (YYYY-MM-DD) and the days after it, which receipts tell of. */
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
