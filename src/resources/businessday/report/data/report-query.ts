import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { Client } from '@/core/app/data/client';
import { reportSchema } from '../report';
import { summarySchema, type Summary } from '../schema/summary';

/** What the screen needs of the day; the rest of it is there, too. */
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

/** A receipt as it came: thousands of them, so they are read where they are shown, not checked here. */
const came = z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null);
const shown = reportSchema.extend({
  businessday: reportDay,
  transactions: z.array(came),
  // Null for another server's, which has not said.
  rounding_units: reportSchema.shape.rounding_units.nullable(),
});

/** The report of a day, as the screen reads it. */
export type DayReport = z.infer<typeof shown>;

/** The report of a day, or what came in its place: another server's report may have any shape (report.md). */
export type ReportAnswer =
  | { readonly kind: 'report'; readonly report: DayReport }
  | { readonly kind: 'other'; readonly came: unknown };

/** `GET /api/secure/report/businessdaytx/{businessday_id}` (docs/interface.md#47-locations-business-days-report). */
export const dayReport = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['businessday', 'report', id],
    queryFn: async ({ signal }): Promise<ReportAnswer> => {
      const path = `/api/secure/report/businessdaytx/${encodeURIComponent(id)}`;
      const answer = await client.json(path, signal);
      const result = shown.safeParse(answer);
      return result.success ? { kind: 'report', report: result.data } : { kind: 'other', came: answer };
    },
    // A day of 20,000 receipts is 20 MiB: it is not kept long, nor compared deeply with the one before.
    gcTime: 60_000,
    structuralSharing: false,
  });

/** Which days a summary is of; empty text is open, no location is all of them. */
export interface SummaryQuery {
  readonly locations: readonly string[];
  readonly from: string;
  readonly to: string;
  /** Empty where none was chosen. */
  readonly currency: string;
}

/** `GET /api/secure/report/summary` (report.md). */
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
