import type { Check } from '../check';
import { must, NotShown } from '../outcome';
import { isGuid } from '../json';

const daysToTry = 3;

/** docs/interface.md#47-locations-business-days-report: the report of a business day. */
export const dayChecks: readonly Check[] = [
  {
    id: 'report',
    section: '4.7',
    sentence: 'The id of a listed business day gives its transactions report, as JSON',
    on: ['report'],
    run: async (world) => {
      const days = world.list('businessday').records.filter(({ id }) => isGuid(id));
      if (days.length === 0) throw new NotShown('there are no business days');
      const refusals: number[] = [];
      for (const { id } of days.slice(0, daysToTry)) {
        const { ok, status, json } = await world.first.send('GET', reportPath(String(id)));
        if (ok) {
          must(typeof json === 'object' && json !== null, 'a report, as JSON', json);
          return `of ${String(id)}`;
        }
        refusals.push(status);
      }
      throw new NotShown(`the report path is answered with ${refusals.join(', ')}`);
    },
  },
  {
    id: 'report-key',
    section: '5',
    sentence: 'The report is refused without a key',
    on: ['report'],
    run: async (world) => {
      const [day] = world.list('businessday').records;
      const path = reportPath(String(day?.['id']));
      if (!day || !(await world.first.send('GET', path)).ok) throw new NotShown('there is no report');
      const { ok, status } = await world.first.send('GET', path, { key: null });
      must(!ok, 'a refusal', String(status));
      return path;
    },
  },
];

const reportPath = (id: string): string => `/api/secure/report/businessdaytx/${id}`;
