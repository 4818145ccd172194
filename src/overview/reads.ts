import { acts, allows } from '@/contract/role';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { recentChanges } from '@/contract/recent-changes';
import type { ChangeSet } from '@/app/changes/change-sets';
import type { Client } from '@/app/data/client';
import { startOfDay } from '@/app/i18n/clock';
import { dayOf } from '@/app/i18n/format';
import { callerIn, mayRead, mayWrite, type Me, type SignedIn } from '@/app/session/session';
import { addDays, dayMs } from '@/record/calendar';
import { periodBeside, type Period } from '@/record/period';
import { summaryReport } from '@/days/report/data/report-query';
import { businessday } from '@/resources/businessday/contract';
import { changeset } from '@/resources/changeset/contract';
import { plu } from '@/resources/plu/contract';
import { firstHourQuery, setsUp } from './first-hour/query';
import { monthOf, type Month } from './sales';

/** How many changes, and change sets of a kind, are shown. */
export const mostShown = 5;
/** How many sets are read to find those that the person may approve, and those that come first. */
const read = 200;
/** Days before today since which changes are told. */
const days = 7;

/** Queries of the sales of a month so far, and of the month that it is compared with. */
export function salesOfMonth(client: Client, month: Month, locations: readonly string[], currency: string) {
  const of = ({ from, to }: Period) => summaryReport(client, { locations, from, to, currency });
  return { now: of(month.soFar), before: of(periodBeside({ from: month.first, to: month.last })) };
}

/** The sets of a kind that concern the person: the first of them, and how many there are. */
export interface Sets {
  readonly rows: readonly ChangeSet[];
  readonly total: number;
}

/** Whether the person may read the change sets of the week. */
export const hasSets = ({ me, server }: SignedIn): boolean =>
  server.can.changeSets && mayRead(me, changeset.access);

/** Query of the change sets that wait for an approval, of the person's own drafts, and of what is due within seven days. */
export function setsOfWeek({ client, me }: SignedIn) {
  const own = callerIn(me);
  return queryOptions({
    queryKey: ['changeset', 'overview', own],
    queryFn: async ({ signal }) => {
      const list = async (query: Readonly<Record<string, string | number>>): Promise<Sets> => {
        const { rows, total } = await client.list<ChangeSet>('changeset', query, signal);
        return { rows, total: total ?? rows.length };
      };
      const until = new Date(Date.now() + 7 * dayMs).toISOString();
      const [waiting, drafts, scheduled] = await Promise.all([
        list({ status: 'waiting', sort: '-modified_at', pageSize: read }),
        own === null
          ? { rows: [], total: 0 }
          : list({ status: 'draft,stopped', made_by_id: own, sort: '-modified_at', pageSize: mostShown }),
        list({ status: 'scheduled', due_until: until, pageSize: read }),
      ]);
      return { waiting, drafts, scheduled };
    },
  });
}

/** The first day whose changes by others are told. */
export const toldFrom = (today: string): string => addDays(today, -days);

/** Whether the person may read what others changed. */
export const hasOthers = ({ me, server }: SignedIn): boolean =>
  server.can.overview && mayWrite(me, plu.access);

/** Query of what others changed in the last week. */
export function changesByOthers({ client, me }: SignedIn, today: string) {
  const since = startOfDay(toldFrom(today), me?.company.timezone) ?? '';
  return queryOptions({
    queryKey: ['event', 'recent', since],
    queryFn: async ({ signal }) =>
      recentChanges.parse(
        await client.json(
          `/api/secure/recent_changes?${new URLSearchParams({ since, limit: String(mostShown) }).toString()}`,
          signal,
        ),
      ),
  });
}

const seesWeek = (me: Me): boolean => me.role !== 'accountant';

/**
 * Requests what the overview shows while its code is still loading; `search` is that of its address. The page shows any
 * error.
 */
export async function prefetch(queries: QueryClient, current: SignedIn, search: string): Promise<void> {
  const { client, me, server } = current;
  if (!me || !server.can.overview || !mayRead(me, businessday.access)) return;
  if (me.rights && !allows(me, acts.readReports)) return;
  const { timezone, currency } = me.company;
  const today = dayOf(new Date(), timezone);
  const locations = (new URLSearchParams(search).get('location_id') ?? '').split(',').filter(Boolean);
  const { now, before } = salesOfMonth(client, monthOf(today), locations, currency);
  await Promise.all([
    queries.prefetchQuery(now),
    queries.prefetchQuery(before),
    setsUp(current) && queries.prefetchQuery(firstHourQuery(current)),
    seesWeek(me) && hasOthers(current) && queries.prefetchQuery(changesByOthers(current, today)),
    seesWeek(me) && hasSets(current) && queries.prefetchQuery(setsOfWeek(current)),
  ]);
}
