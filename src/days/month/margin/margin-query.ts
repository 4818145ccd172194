import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@/app/data/client';
import { marginSchema, type MonthMargin } from './schema';

/** What a margin is asked of: a month in one currency, of all locations or of some. */
export interface MarginAsked {
  readonly month: string;
  readonly currency: string;
  readonly location_id: readonly string[];
}

/** Query options for `GET /api/secure/report/month/margin` (docs/report.md#margin). */
export const marginQuery = (client: Client, { month, currency, location_id }: MarginAsked) =>
  queryOptions({
    queryKey: ['businessday', 'month-margin', month, currency, location_id],
    queryFn: async ({ signal }): Promise<MonthMargin> => {
      const query = new URLSearchParams({
        month,
        currency,
        ...(location_id.length > 0 && { location_id: location_id.join(',') }),
      });
      return marginSchema.parse(
        await client.json(`/api/secure/report/month/margin?${query.toString()}`, signal),
      );
    },
  });
