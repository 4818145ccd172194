import { queryOptions } from '@tanstack/react-query';
import type { RowQuery, RowSource } from '@/core/app/data/row-source';
import type { Row } from '@/core/app/data/row';
import { addDays } from '@/core/record/calendar';
import { businessday } from '../../contract';

/** A neighbouring business day of the same location. */
export interface DayStep {
  readonly id: string;
  readonly date: string;
}

/** Query options for the days of a location before and after a date; if a date has two days, the first result. */
export const neighbourDays = (source: RowSource, location_id: string, date: string) =>
  queryOptions({
    queryKey: ['businessday', 'beside', location_id, date],
    queryFn: async ({ signal }): Promise<{ earlier: DayStep | null; later: DayStep | null }> => {
      const ask = async (sort: string, bound: Record<string, string[]>) => {
        const query: RowQuery = {
          q: '',
          sort,
          active: true,
          filters: { location_id: [location_id], ...bound },
        };
        const { rows } = await source.page(businessday, query, 0, signal);
        return rows;
      };
      const [before, after] = await Promise.all([
        ask('-date', { date_until: [addDays(date, -1)] }),
        ask('date', { date_from: [addDays(date, 1)] }),
      ]);
      return { earlier: stepOf(before[0]), later: stepOf(after[0]) };
    },
  });

function stepOf(row: Row | undefined): DayStep | null {
  const date = row?.['date'];
  return row && typeof date === 'string' ? { id: row.id, date } : null;
}
