import { z } from 'zod';
import { currency, day, guid } from '@/contract/values';
import { marginFigures } from '../month/margin/schema';
import type { SalesBy } from './answer';

/** What the margin of sales is broken down by: what lines or their receipts say. */
export const marginBys = [
  'product',
  'department',
  'location',
  'register',
  'cashier',
  'hour',
  'weekday',
  'day',
  'month',
] as const satisfies readonly SalesBy[];
export type MarginBy = (typeof marginBys)[number];

/** The answer of `GET /api/secure/report/sales/margin`. */
export const salesMargin = z.object({
  by: z.enum(marginBys),
  from: day(),
  to: day(),
  currency: currency(),
  currencies: z.array(currency()),
  location_ids: z.array(guid()),
  totals: z.object(marginFigures),
  rows: z.array(
    z.object({
      id: z.string().nullable().meta({ description: 'As in `/report/sales`.' }),
      productid: z.string().nullable(),
      name: z.string().nullable(),
      ...marginFigures,
    }),
  ),
});
export type SalesMargin = z.infer<typeof salesMargin>;
export type MarginRow = SalesMargin['rows'][number];
