import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@/app/data/client';
import {
  lowestPriceSheet,
  lowestPricesAnswer,
  type LowestPriceAnswer,
  type LowestPriceSheet,
} from './answer';

/**
 * Query of what the law of reductions says of a product's prices (docs/design.md#the-law-of-reductions); `at` is a moment of
 * the past, or null for now.
 */
export const lowestPricesQuery = (client: Client, id: string, at: string | null) =>
  queryOptions({
    queryKey: ['plu', 'lowest-prices', id, at],
    queryFn: async ({ signal }): Promise<readonly LowestPriceAnswer[]> => {
      const query = at === null ? '' : `?at=${encodeURIComponent(at)}`;
      const path = `/api/secure/plu/${encodeURIComponent(id)}/lowest-prices${query}`;
      return lowestPricesAnswer.parse(await client.json(path, signal)).prices;
    },
  });

/** What the sheet shows; empty texts are left out. */
export interface SheetParams {
  readonly pricelist: string;
  readonly location_id: string;
  readonly at: string;
  readonly fallen: boolean;
}

/** Query of the sheet of reduced prices, a thousand products at a time. */
export const lowestSheetQuery = (client: Client, params: SheetParams) =>
  infiniteQueryOptions({
    queryKey: ['plu', 'lowest-sheet', params],
    initialPageParam: { offset: 0, at: params.at },
    queryFn: async ({ pageParam, signal }): Promise<LowestPriceSheet> => {
      const given = { ...params, ...pageParam, fallen: params.fallen ? 'true' : '' };
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(given)) if (value !== '') query.set(name, String(value));
      return lowestPriceSheet.parse(
        await client.json(`/api/secure/report/lowest-price?${query.toString()}`, signal),
      );
    },
    // The pages of one sheet are of one moment.
    getNextPageParam: ({ next_offset, at }) => (next_offset === null ? null : { offset: next_offset, at }),
  });
