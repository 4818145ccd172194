import { z } from 'zod';
import { Decimal, sumOf } from '@/record/decimal';
import { parseJson } from '@/record/json';
import { reconcile, taxOf } from '../checks/reconcile';
import { groupBy, taxRows } from '../checks/recompute-totals';
import { readReceipt } from '../report/receipt';

const sum = z.string().transform((text) => Decimal.parse(text));
const name = z.string().nullable();

/**
 * The figures of a business day for its month (docs/report.md#month): of sales and returns, by rate, by tender, and of the
 * lines that are no turnover, those of deposits given back apart. Rates are canonical decimal text (`13.5`), null where a
 * receipt names none.
 */
export const dayFiguresSchema = z.object({
  /** 2 since the tax of lines that are no turnover is in them; left out before. */
  edition: z.literal(2).optional(),
  count: z.int(),
  gross: sum,
  net: sum,
  tax: sum,
  by_tax: z.array(z.object({ rate: name, net: sum, tax: sum })),
  by_tender: z.array(z.object({ tender_id: name, name, type: name, amount: sum })),
  non_turnover: z.array(z.object({ kind: z.string(), returned: z.boolean(), amount: sum })),
});
/** Tells whether kept figures lack the tax of lines that are no turnover: they were kept before it counted. */
export const isOutdated = ({ edition, non_turnover }: DayFigures): boolean =>
  edition === undefined && non_turnover.length > 0;

export type DayFigures = z.infer<typeof dayFiguresSchema>;

/**
 * Computes the figures of a day from the receipts that its seal covers: JSON texts of arrays, in the wire's form. This shares
 * nothing with the statement that adds the receipts up (server/receipt-figures.server.ts).
 */
export function figuresOfContents(lists: readonly string[]): DayFigures {
  const counted = lists
    .flatMap((text) => receiptsIn(text))
    .map((sale) => readReceipt(sale))
    .filter(({ counts }) => counts)
    .map((receipt) => reconcile(receipt));
  const asides = counted.flatMap(({ receipt }) => receipt.lines.filter(({ aside }) => aside !== null));
  return {
    ...(asides.length > 0 && { edition: 2 as const }),
    count: counted.length,
    gross: sumOf(counted, ({ said }) => said.gross),
    net: sumOf(counted, ({ said }) => said.net),
    tax: sumOf(counted, taxOf),
    by_tax: taxRows(counted).map(({ rate, net, tax }) => ({ rate: rate?.toFixed() ?? null, net, tax })),
    by_tender: groupBy(
      counted.flatMap(({ receipt }) => receipt.tenders),
      ({ tender_id, type, name: called }) => tender_id ?? [type, called],
    ).map((of) => ({
      tender_id: of[0]?.tender_id ?? null,
      name: of[0]?.name ?? null,
      type: of[0]?.type ?? null,
      amount: sumOf(of, ({ amount }) => amount),
    })),
    non_turnover: groupBy(asides, ({ aside, total }) => [aside, isReturned(aside, total)]).map((of) => ({
      kind: of[0]?.aside ?? '',
      returned: of.some(({ aside, total }) => isReturned(aside, total)),
      amount: sumOf(of, ({ total }) => total),
    })),
  };
}

const isReturned = (kind: string | null, total: Decimal): boolean => kind === 'deposit' && total.lt(0);

/** Numbers of up to 15 digits keep every digit as JavaScript reads them; only others need the slower parser. */
function receiptsIn(text: string): readonly unknown[] {
  const parsed: unknown =
    /\d[\d.]{15}/.test(text) || /[\d]e[+-]?\d+[,}\]]/i.test(text) ? parseJson(text) : JSON.parse(text);
  return Array.isArray(parsed) ? parsed : [];
}

/** Returns figures as JSON text with every digit, as they are kept beside a seal. */
export const figuresText = (figures: DayFigures): string =>
  JSON.stringify(figures, (_key, value: unknown) => (value instanceof Decimal ? value.toFixed() : value));
