import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@/app/data/client';
import type { Period } from '@/record/period';
import { salesHistory, type SalesBy, type SalesHistory } from '../answer';
import { salesMargin, type MarginBy, type SalesMargin } from '../margin-answer';

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
      const query = queryOf(params);
      return salesHistory.parse(await client.json(`/api/secure/report/sales?${query}`, signal));
    },
  });

/** What the margin is asked of. */
export type MarginParams = SalesParams & { readonly by: MarginBy };

/** Query of what is left of the net sales of a period after what the goods cost (docs/report.md#margin). */
export const marginQuery = (client: Client, params: MarginParams) =>
  queryOptions({
    queryKey: ['sales', 'margin', params],
    queryFn: async ({ signal }): Promise<SalesMargin> =>
      salesMargin.parse(await client.json(`/api/secure/report/sales/margin?${queryOf(params)}`, signal)),
  });

/** Returns parameters as the query of an address. */
export function queryOf(params: SalesParams): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    const text = String(value);
    if (text !== '') query.set(name, text);
  }
  return query.toString();
}
