import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@/app/data/client';
import type { Period } from '@/record/period';
import { salesHistory, type SalesBy, type SalesHistory } from '../answer';

/** What the page asks; empty texts are left out. */
export interface SalesParams extends Period {
  readonly by: SalesBy;
  /** Dates of the period that are left out. */
  readonly without?: readonly string[];
  readonly location_id: readonly string[];
  readonly currency: string;
  readonly plu_id: string;
  readonly dpt_id: string;
}

/** Query of what the sales of a period come to (docs/report.md#sales-over-years). */
export const salesQuery = (client: Client, params: SalesParams) =>
  queryOptions({
    queryKey: ['sales', 'history', params],
    queryFn: async ({ signal }): Promise<SalesHistory> => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(params)) {
        const text = String(value);
        if (text !== '') query.set(name, text);
      }
      return salesHistory.parse(await client.json(`/api/secure/report/sales?${query.toString()}`, signal));
    },
  });
