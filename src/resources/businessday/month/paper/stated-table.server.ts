import type { Table } from '@/core/server/pdf/table-parts';
import type { Words } from '../../z-report/words.server';
import type { Month, MonthEntry } from '../schema';

/** Returns the table of what was stated with a lock: why days are missing, and why questions stayed open; it may have no rows. */
export function statedTable(
  { locations }: Month,
  { missing, questions }: MonthEntry,
  { say, day }: Words,
): Table {
  const nameOf = new Map(locations.map(({ id, name }) => [id, name]));
  const where = (id: string, date: string) => [nameOf.get(id), day(date)].filter(Boolean).join(', ');
  return {
    title: say('month.stated'),
    columns: [
      { head: say('month.stated.what'), kind: 'text' },
      { head: say('month.stated.reason'), kind: 'text' },
    ],
    rows: [
      ...missing.map(({ location_id, date, reason }) => [
        say('month.stated.missing', { day: where(location_id, date) }),
        reason,
      ]),
      ...(questions
        ? [[say('month.stated.questions', { count: questions.ids.length }), questions.reason]]
        : []),
    ],
  };
}
