import { usePageText, type SayOf } from '@/core/app/i18n/i18n';
import type { Screen } from '@/core/app/shell/screen';
import { useFormat } from '@/core/app/i18n/use-format';
import { Link } from '@/core/ui/layout/link';
import { State } from '@/core/ui/display/badge';
import { SheetTable } from '@/core/ui/tables/sheet-table';
import { big, signed, sumOf, textOf } from '../report/amounts';
import type { Summary } from '../report/report';
import { reportTexts } from '../report/report-texts';
import styles from '../report/report.module.css';

/** What does not add up on a day, "1 receipt at fault, Cash"; empty where all does. */
export const wrongOf = (
  { at_fault, failing }: Pick<Summary['days'][number], 'at_fault' | 'failing'>,
  say: SayOf,
): string =>
  [
    ...(at_fault > 0 ? [say('summary.atFault', { count: at_fault })] : []),
    ...failing.map((code) => say(`check.${code}`)),
  ].join(', ');

/** The days that a summary sums up, each with the way to its report. */
export function DaysTable({ screen, summary }: { screen: Screen; summary: Summary }) {
  const { days, locations } = summary;
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  return (
    <section className={styles.block}>
      <h2>{say('summary.days')}</h2>
      <SheetTable
        label={say('summary.days')}
        rows={days}
        rowKey={(day) => day.id}
        minWidth={820}
        columns={[
          {
            key: 'date',
            head: say('date'),
            width: 130,
            cell: ({ id, date }) => (
              <Link href={`${screen.path}/${encodeURIComponent(id)}`} className="link">
                {format.day(date)}
              </Link>
            ),
            sum: say('all'),
          },
          {
            key: 'location',
            head: say('location'),
            cell: ({ location_id }) => names.get(location_id) ?? '…',
          },
          {
            key: 'status',
            head: say('status'),
            width: 110,
            cell({ status }) {
              const word = say(`status=${status}`);
              return word.includes('=') ? status : word;
            },
          },
          {
            key: 'at_fault',
            head: say('check'),
            width: 210,
            cell(day) {
              const wrong = wrongOf(day, say);
              if (wrong === '') return '';
              return (
                <span title={wrong}>
                  <State color="attention">{wrong}</State>
                </span>
              );
            },
          },
          {
            key: 'count',
            head: say('receipts'),
            width: 90,
            align: 'right',
            cell: ({ count }) => <span className="muted">{format.count(count)}</span>,
            sum: format.count(days.reduce((sum, day) => sum + day.count, 0)),
          },
          {
            key: 'gross',
            head: `${say('gross')} ${format.currency}`,
            width: 120,
            align: 'right',
            cell: ({ gross }) => <b className="ink">{format.money(gross)}</b>,
            sum: format.money(textOf(sumOf(days.map((day) => day.gross)))),
          },
          {
            key: 'over_short',
            head: `${say('over_short')} ${format.currency}`,
            width: 120,
            align: 'right',
            cell: ({ over_short }) => (
              <span className={over_short !== null && !big(over_short).eq(0) ? 'risk' : undefined}>
                {signed(over_short, format)}
              </span>
            ),
            sum: signed(textOf(sumOf(days.map((day) => day.over_short ?? '0'))), format),
          },
        ]}
      />
    </section>
  );
}
