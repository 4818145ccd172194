import { queryOptions } from '@tanstack/react-query';
import { firstHour, type FirstHourSteps } from '@/contract/first-hour';
import { mayWrite, type SignedIn } from '@/app/session/session';
import { company } from '@/resources/company/contract';

/** Whether the person is asked to set the company up. */
export const setsUp = ({ me, server }: SignedIn): boolean =>
  server.can.overview && me?.role === 'admin' && mayWrite(me, company.access);

/** Query of what a new company has of what it needs to sell; null where its first hour is over. */
export const firstHourQuery = ({ client }: SignedIn) =>
  queryOptions({
    queryKey: ['company', 'first-hour'],
    queryFn: async ({ signal }) => firstHour.parse(await client.json('/api/secure/first_hour', signal)).steps,
    // What it lacks is made on other pages.
    refetchOnMount: (query) => (query.state.data === null ? false : 'always'),
  });

/** Whether nothing is left to do. */
export const isComplete = ({ registers, taxes, tenders, products, people, sells }: FirstHourSteps): boolean =>
  registers.length > 0 && taxes.length > 0 && tenders.length > 0 && products > 0 && people > 1 && sells;
