import type { ExportColumn, ExportTable } from '@/app/export/table';
import type { SayOf } from '@/app/i18n/i18n';
import type { Dates } from '@/record/period';
import type { GroupDays, GroupSummary } from '../schema';

const text = (head: string): ExportColumn => ({ head, kind: 'text' });
const number = (head: string): ExportColumn => ({ head, kind: 'number' });

/**
 * Returns the sales by location, the months and the days of a group as export tables; the numbers are the unchanged text of the wire.
 * Each row of amounts names its currency, and no row adds two.
 *
 * @param stateOf says whether a month is locked
 */
export function groupTables(
  summary: GroupSummary,
  days: GroupDays | undefined,
  say: SayOf,
  stateOf: (month: GroupDays['companies'][number]['months'][number]) => string,
): ExportTable[] {
  const figures = (head: string) => [
    number(`${say('receipts')}${head}`),
    number(`${say('gross')}${head}`),
    number(`${say('net')}${head}`),
    number(`${say('vat')}${head}`),
  ];
  const datesText = ({ from, to, without }: Dates) =>
    `, ${from} – ${to}${without.length > 0 ? ` (${say('leftOut', { dates: without.join(', ') })})` : ''}`;
  const sales: ExportTable = {
    name: say('export.sales'),
    columns: [
      text(say('export.company')),
      text(say('location')),
      text(say('currency')),
      ...figures(''),
      ...(summary.compared
        ? [...figures(datesText(summary.compared.now)), ...figures(datesText(summary.compared.before))]
        : []),
      number(say('settle')),
    ],
    rows: summary.companies.flatMap(({ name, locations }) =>
      locations.map((location) => [
        name,
        location.name,
        location.currency,
        ...[location.now, ...(summary.compared ? [location.compared, location.before] : [])].flatMap(
          ({ receipts, gross, net, tax }) => [String(receipts), gross, net, tax],
        ),
        String(location.to_settle),
      ]),
    ),
  };
  if (!days) return [sales];
  return [
    sales,
    {
      name: say('months'),
      columns: [text(say('export.company')), text(say('month')), text(say('state')), text(say('seal'))],
      rows: days.companies.flatMap(({ name, months }) =>
        months.map((month) => [name, month.month, stateOf(month), month.lock?.hash ?? null]),
      ),
    },
    {
      name: say('days'),
      columns: [
        text(say('export.company')),
        { head: say('date'), kind: 'day' },
        text(say('location')),
        text(say('status')),
        text(say('currency')),
        number(say('receipts')),
        number(say('gross')),
        text(say('seal')),
      ],
      rows: days.companies.flatMap(({ name, days: own }) =>
        own.map((day) => [
          name,
          day.date,
          day.location_name,
          day.status,
          day.currency,
          String(day.receipts),
          day.gross,
          day.seal,
        ]),
      ),
    },
  ];
}
