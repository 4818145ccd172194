import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@/app/data/client';
import { dayReport } from './report-query';

/** Requests the report of a day while the code of its page is still loading. The page shows any error. */
export const prefetch = async (queries: QueryClient, client: Client, id: string): Promise<void> =>
  queries.prefetchQuery(dayReport(client, id));
