import { queryOptions, useQuery } from '@tanstack/react-query';
import { eventHorizon } from '@/contract/field-changes';
import type { Client } from '../data/client';
import { defineTexts, usePageText } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { cx } from '@/ui/style/cx';
import { useApp } from '../shell/app-context';
import styles from './log.module.css';

const texts = defineTexts({
  en: {
    removed_one:
      'Events of products, customers and other master data from before {{day}} were removed on {{at}}: this service keeps them for {{count, number}} year. What each record was then stays.',
    removed_other:
      'Events of products, customers and other master data from before {{day}} were removed on {{at}}: this service keeps them for {{count, number}} years. What each record was then stays.',
  },
  fi: {
    removed_one:
      'Tuotteiden, asiakkaiden ja muiden perustietojen tapahtumat ennen {{day}} poistettiin {{at}}: palvelu säilyttää ne {{count, number}} vuoden. Se, mitä kukin tietue silloin oli, on tallessa.',
    removed_other:
      'Tuotteiden, asiakkaiden ja muiden perustietojen tapahtumat ennen {{day}} poistettiin {{at}}: palvelu säilyttää ne {{count, number}} vuotta. Se, mitä kukin tietue silloin oli, on tallessa.',
  },
});

const horizonQuery = (client: Client) =>
  queryOptions({
    queryKey: ['event', 'horizon'],
    queryFn: async ({ signal }) => eventHorizon.parse(await client.json('/api/secure/event_horizon', signal)),
    staleTime: Infinity,
  });

/** Returns a sentence about the events that were removed by their age, for the end of a trail; null if none were. */
export function useEventHorizon(): string | null {
  const { client } = useApp().current;
  const say = usePageText('event-horizon', texts);
  const format = useFormat();
  const { data } = useQuery(horizonQuery(client));
  if (!data?.horizon || data.years === null) return null;
  // A horizon is the first day of a month, in UTC.
  const day = format.day(data.horizon.slice(0, 10));
  return say('removed', { day, at: format.day(data.removed_at?.slice(0, 10)), count: data.years });
}

/** Why a record's history does not begin with its creation. */
export const EarlierRemoved = () => <p className={cx('muted', styles.horizon)}>{useEventHorizon()}</p>;
