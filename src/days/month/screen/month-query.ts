import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@/app/data/client';
import {
  monthFilesSchema,
  monthSchema,
  monthSettleSchema,
  monthsSchema,
  type Month,
  type MonthFile,
  type Months,
  type MonthSettle,
} from '../schema';

/** Query options for `GET /api/secure/report/month` with these parameters (docs/report.md#month). */
export const monthQuery = (client: Client, params: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['businessday', 'month', params],
    queryFn: async ({ signal }): Promise<Month> => {
      const query = new URLSearchParams(params).toString();
      return monthSchema.parse(await client.json(`/api/secure/report/month?${query}`, signal));
    },
  });

/** Query options for `GET /api/secure/report/months`. */
export const monthsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['businessday', 'months'],
    queryFn: async ({ signal }): Promise<Months> =>
      monthsSchema.parse(await client.json('/api/secure/report/months', signal)),
  });

/** Query options for `GET /api/secure/report/month/settle`: what a month waits for. */
export const monthSettleQuery = (client: Client, month: string) =>
  queryOptions({
    queryKey: ['businessday', 'month-settle', month],
    queryFn: async ({ signal }): Promise<MonthSettle> =>
      monthSettleSchema.parse(await client.json(`/api/secure/report/month/settle?month=${month}`, signal)),
    staleTime: 60_000,
  });

/** Query options for `GET /api/secure/report/month/files`: the files for bookkeeping that have days of a month. */
export const monthFilesQuery = (client: Client, month: string) =>
  queryOptions({
    queryKey: ['businessday', 'month-files', month],
    queryFn: async ({ signal }): Promise<MonthFile[]> =>
      monthFilesSchema.parse(await client.json(`/api/secure/report/month/files?month=${month}`, signal)),
  });

/** A date that is missing, and why. */
export interface MissingReason {
  readonly location_id: string;
  readonly date: string;
  readonly reason: string;
}

/** Locks a month (docs/report.md#locked-months). */
export const lockMonth = (
  client: Client,
  month: string,
  stated: { readonly missing: readonly MissingReason[]; readonly questions?: string },
) => client.post(`report/month/${month}/lock`, JSON.stringify(stated));

/** Unlocks a month, with a reason. */
export const unlockMonth = (client: Client, month: string, reason: string) =>
  client.post(`report/month/${month}/unlock`, JSON.stringify({ reason }));
