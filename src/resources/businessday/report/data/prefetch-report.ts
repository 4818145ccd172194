import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@/core/app/data/client';
import { dayReport } from './report-query';

/** Requests the report of a day while the code of its page is still loading. Errors are the page's to show. */
export const prefetch = async (queries: QueryClient, client: Client, id: string): Promise<void> =>
  queries.prefetchQuery(dayReport(client, id));
