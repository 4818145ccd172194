import { z } from 'zod';
import { currency, day, guid, sumText as sum } from '@/contract/values';

/** What sales are broken down by. */
export const salesBys = [
  'product',
  'department',
  'location',
  'register',
  'cashier',
  'tender',
  'hour',
  'weekday',
  'day',
  'month',
  'together',
  'discount',
  'tip',
  'amount',
] as const;
export type SalesBy = (typeof salesBys)[number];

/** What the lines of one product or department may be broken down by: what the lines themselves say. */
export const ofLines: readonly SalesBy[] = [
  'product',
  'department',
  'location',
  'hour',
  'weekday',
  'day',
  'month',
  'together',
];

/**
 * Breakdowns that no stored figures have: the receipts of at most `receiptDays` days are read. `discount`: what was taken off, by the
 * discount that its line names. `tip`: tips by cashier. `amount`: receipts by what they come to.
 */
export const ofReceipts: readonly SalesBy[] = ['discount', 'tip', 'amount'];
export const receiptDays = 62;

/** Breakdowns whose `gross` is no turnover: what was paid, what was taken off, tips. */
export const ownSums: readonly SalesBy[] = ['tender', 'discount', 'tip'];

/** From which amount on, in the currency of the sales, a receipt is in each row of `amount`; below zero it is in `returns`. */
export const amountSteps = [0, 5, 10, 20, 50, 100, 200] as const;

/** The longest period of sales, in days: ten years, the time for which receipts are kept by law. */
export const historyDays = 3660;

/** The rows of what was sold together, and of the hours of a product, are of so many receipts at most, the latest. */
export const mostReceipts = 50_000;

const figures = z.object({
  receipts: z
    .int()
    .meta({ description: 'Sales and returns; of a product or department those that have it.' }),
  quantity: sum().nullable(),
  gross: sum(),
  net: sum().nullable(),
  tax: sum().nullable(),
  discount: sum().nullable(),
  average: sum().nullable().meta({ description: 'Gross for each receipt, at the decimals of the currency.' }),
});

const row = z.object({
  id: z.string().nullable().meta({
    description:
      'A GUID; of a cashier what the till calls them, of hours 0 to 23, of weekdays 1 (Monday) to 7, of days the date, of months `2026-03`, of amounts the least of them, or `returns`. Null where the receipts name none.',
  }),
  productid: z.string().nullable().meta({ description: 'Of products; of tenders their type.' }),
  name: z.string().nullable(),
  ...figures.shape,
});

/** The answer of `GET /api/secure/report/sales`. */
export const salesHistory = z.object({
  by: z.enum(salesBys),
  from: day(),
  to: day(),
  currency: currency(),
  currencies: z.array(currency()),
  location_ids: z.array(guid()),
  plu_id: guid().nullable(),
  dpt_id: guid().nullable(),
  totals: figures,
  latest_receipts: z.int().nullable().meta({
    description:
      'The rows are of so many receipts, the latest that have the product, and not of all; `totals` are of all. Null otherwise.',
  }),
  rows: z.array(row),
});
export type SalesHistory = z.infer<typeof salesHistory>;
export type SalesRow = z.infer<typeof row>;
export type SalesFigures = z.infer<typeof figures>;
