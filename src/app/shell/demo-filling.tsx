import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { useApp } from './app-context';
import { usePageText } from '../i18n/i18n';
import { invalidationOf } from '../live/invalidation';
import type { Client } from '../data/client';
import { Banner } from '@/ui/display/banner';
import styles from './demo-filling.module.css';

const texts = {
  en: {
    filling:
      'The demo’s older days are being filled in: {{done}} of {{total}}. Days, receipts and reports that are not here yet will come.',
  },
  fi: {
    filling:
      'Esittelyn vanhempia päiviä täytetään: {{done}}/{{total}}. Puuttuvat päivät, kuitit ja raportit tulevat pian.',
  },
};

const answerSchema = z.object({
  filling: z.object({ done: z.number(), total: z.number() }).nullable(),
});

/** How often the progress is asked for, in milliseconds. */
const askedEvery = 1000;

/** Query of how many of the demo's days are loaded (demo/days/fill.ts); null where none are being loaded. */
const demoFilling = (client: Client) => ({
  queryKey: ['demo-days'],
  queryFn: async () => {
    try {
      const result = answerSchema.safeParse(await client.json('/api/demo/days'));
      return result.success ? result.data.filling : null;
    } catch {
      // Another version of the service: the pages do without.
      return null;
    }
  },
  // What is whole stays whole: it is asked once a window.
  staleTime: Infinity,
  refetchInterval: ({ state }: { state: { data?: unknown } }): number | false =>
    state.data ? askedEvery : false,
});

/** Says on the pages of days and receipts how far the demo is loaded, and refetches them as it goes on. */
export function DemoFilling() {
  const { current } = useApp();
  const say = usePageText('demo', texts);
  const queries = useQueryClient();
  const filling = useQuery({ ...demoFilling(current.client), enabled: current.server.can.demo }).data;
  const done = filling?.done ?? null;
  useEffect(() => {
    if (done === null) return undefined;
    // After each step and, as the effect's end, after the last one.
    return () => {
      for (const resource of ['businessday', 'sales']) invalidationOf(queries).invalidate([resource]);
    };
  }, [queries, done]);
  if (!filling) return null;
  return (
    <div className={styles.filling}>
      <Banner kind="note">{say('filling', { done: filling.done, total: filling.total })}</Banner>
    </div>
  );
}
