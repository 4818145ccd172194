import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { Client } from '@/app/data/client';
import { reportSchema } from '../report';
import { summarySchema, type Summary } from '../schema/summary';

/** The fields of the day that the screen needs; other fields pass unchecked. */
const reportDay = z.looseObject({
  id: z.string(),
  date: z.string(),
  status: z.string(),
  location_id: z.string(),
  location: z.looseObject({ id: z.string(), name: z.string() }),
  version: z.int().optional(),
  closed_at: z.string().nullish(),
  late_z_reports: z.array(z.object({ pos_id: z.string(), at: z.string() })).optional(),
  data: z.looseObject({ voucher_num: z.string().nullish(), note: z.string().nullish() }).default({}),
});

/** An unchecked receipt: there may be thousands, so each is parsed only where it is shown. */
const rawReceipt = z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null);
const shown = reportSchema.extend({
  businessday: reportDay,
  transactions: z.array(rawReceipt),
});

/** The report of a day, as the screen parses it. */
export type DayReport = z.infer<typeof shown>;

/**
 * The parsed report of a day, or the raw response, if it has another shape (docs/report.md#shape).
 */
export type ReportAnswer =
  | { readonly kind: 'report'; readonly report: DayReport }
  | { readonly kind: 'other'; readonly raw: unknown };

/** Returns the path of the report of a business day. */
export const reportPath = (id: string): string =>
  `/api/secure/report/businessdaytx/${encodeURIComponent(id)}`;

/**
 * Query options for `GET /api/secure/report/businessdaytx/{businessday_id}`
 * (docs/interface.md#47-locations-business-days-report).
 */
export const dayReport = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['businessday', 'report', id],
    queryFn: async ({ signal }): Promise<ReportAnswer> => {
      const answer = await client.json(reportPath(id), signal);
      const result = shown.safeParse(answer);
      return result.success ? { kind: 'report', report: result.data } : { kind: 'other', raw: answer };
    },
    // A day of 20,000 receipts is 20 MiB: it leaves the cache soon and is not compared deeply with the previous one.
    gcTime: 60_000,
    structuralSharing: false,
  });

/** The days of a summary: an empty date is unbounded, no location means all. */
export interface SummaryQuery {
  readonly locations: readonly string[];
  readonly from: string;
  readonly to: string;
  /** Empty if none is chosen. */
  readonly currency: string;
}

/** Query options for `GET /api/secure/report/summary` (docs/report.md#shape). */
export const summaryReport = (client: Client, { locations, from, to, currency }: SummaryQuery) =>
  queryOptions({
    queryKey: ['businessday', 'summary', locations, from, to, currency],
    queryFn: async ({ signal }): Promise<Summary> => {
      const params = new URLSearchParams({ from, to });
      if (locations.length > 0) params.set('location_id', locations.join(','));
      if (currency !== '') params.set('currency', currency);
      return summarySchema.parse(await client.json(`/api/secure/report/summary?${params}`, signal));
    },
  });
