import type { QueryClient } from '@tanstack/react-query';
import type { SignedIn } from '@/app/session/session';
import { dayReport } from './report-query';

/** Requests the report of a day while the code of its page is still loading. The page shows any error. */
export const prefetch = async (
  queries: QueryClient,
  { client, server }: SignedIn,
  id: string,
): Promise<void> => {
  if (server.can.dayReports) await queries.prefetchQuery(dayReport(client, id));
};
