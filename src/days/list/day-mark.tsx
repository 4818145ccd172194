import { useQuery } from '@tanstack/react-query';
import { useApp } from '@/app/shell/app-context';
import type { Client } from '@/app/data/client';
import { usePageText } from '@/app/i18n/i18n';
import { LowValue } from '@/ui/display/badge';
import { wrongOf } from './days-table';
import { verdictsSchema, type DayVerdict } from '../report/schema/summary';
import { reportTexts } from '../report/report-texts';

/** The maximum number of days per request: days rendered together are requested together. */
const batchSize = 100;
const waiting = new Map<Client, Map<string, ((verdict: DayVerdict | null) => void)[]>>();

function ask(client: Client, id: string): Promise<DayVerdict | null> {
  return new Promise((resolve, reject) => {
    const asked = waiting.get(client) ?? new Map<string, ((verdict: DayVerdict | null) => void)[]>();
    if (!waiting.has(client)) {
      waiting.set(client, asked);
      setTimeout(() => {
        waiting.delete(client);
        void answerAll(client, asked).catch(reject);
      });
    }
    asked.set(id, [...(asked.get(id) ?? []), resolve]);
  });
}

async function answerAll(client: Client, asked: Map<string, ((verdict: DayVerdict | null) => void)[]>) {
  const ids = [...asked.keys()];
  const parts = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, at) =>
    ids.slice(at * batchSize, (at + 1) * batchSize),
  );
  await Promise.all(
    parts.map(async (part) => {
      const path = `/api/secure/report/verdicts?businessday_id=${part.join(',')}`;
      const found = await client
        .json(path)
        .then((answer) => verdictsSchema.parse(answer))
        // If the request fails, no mark is shown: the report shows the error.
        .catch((): DayVerdict[] => []);
      for (const id of part) {
        const verdict = found.find((one) => one.id === id) ?? null;
        for (const tell of asked.get(id) ?? []) tell(verdict);
      }
    }),
  );
}

/** Mark with the faults of a day, "1 receipt at fault, Cash"; empty if there are none or all are acknowledged. */
export function DayMark({ id, version }: { id: string; version: unknown }) {
  const { client } = useApp().current;
  const say = usePageText('businessday/report', reportTexts);
  const { data } = useQuery({
    queryKey: ['businessday', 'verdict', id, version],
    queryFn: () => ask(client, id),
  });
  const wrong = data ? wrongOf(data, say) : '';
  return wrong === '' ? '' : <LowValue title={wrong}>{wrong}</LowValue>;
}
