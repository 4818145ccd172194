import { queryOptions } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import type { Client } from '@/app/data/client';
import { logParsers, setParser, useLogFilters } from '@/app/log/log-query';
import { parseRecord } from '@/record/json';

const parsers = {
  ...logParsers,
  entity: setParser,
  action: setParser,
  entity_id: parseAsString,
  field: parseAsString,
  changeset_id: parseAsString,
};

/** Returns the filters of the audit trail and the id of the event that is open, both from the address. */
export function useTrailState() {
  const state = useLogFilters(parsers);
  const [event, open] = useQueryState('event', { history: 'push', shallow: false });
  return { ...state, event, open: (id: string | null) => void open(id) };
}
/** The state of the audit trail's page. */
export type TrailState = ReturnType<typeof useTrailState>;

/** Query for one event by its id. Numbers keep all their digits. */
export const eventQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['event', 'one', id],
    queryFn: async ({ signal }) => parseRecord((await client.getRecord('event', id, signal)).text),
  });
