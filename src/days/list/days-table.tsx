import { usePageText, type SayOf } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import { Link } from '@/ui/layout/link';
import { useNarrowerThan, usePhone } from '@/ui/layout/use-phone';
import { State } from '@/ui/display/badge';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { big, overShortOf, signed } from '../report/amounts';
import type { Summary } from '../report/schema/summary';
import { countColumn, moneyColumn } from '../report/tables/columns';
import { reportTexts } from '../report/report-texts';
import styles from '../report/report.module.css';

/** Returns the faults of a day as text, "1 receipt at fault, Cash"; empty if there are none. */
export const wrongOf = (
  { at_fault, failing }: Pick<Summary['days'][number], 'at_fault' | 'failing'>,
  say: SayOf,
): string =>
  [
    ...(at_fault > 0 ? [say('summary.atFault', { count: at_fault })] : []),
    ...failing.map((code) => say(`check.${code}`)),
  ].join(', ');

/**
 * Table of the days of a summary, each with a link to its report. Where there is little room the name of the location keeps
 * it: days that do not add up are named above the table, and a day's own page has the rest.
 */
export function DaysTable({ screen, summary }: { screen: Screen; summary: Summary }) {
  const { days, locations } = summary;
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const isPhone = usePhone();
  // Of paper too, which is 718 px wide.
  const hasStatus = !useNarrowerThan(700);
  const hasCheck = !useNarrowerThan(900);
  const isWide = !useNarrowerThan(1360);
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  const date: SheetColumn<Day> = {
    id: 'date',
    header: () => say('date'),
    meta: { width: isPhone ? 108 : 130 },
    cell: ({
      row: {
        original: { id, date: on },
      },
    }) => (
      <Link href={`${screen.path}/${encodeURIComponent(id)}`} className="link">
        {format.day(on)}
      </Link>
    ),
    footer: () => say('all'),
  };
  const location: SheetColumn<Day> = {
    id: 'location',
    header: () => say('location'),
    cell: ({
      row: {
        original: { location_id },
      },
    }) => names.get(location_id) ?? '…',
  };
  const status: SheetColumn<Day> = {
    id: 'status',
    header: () => say('status'),
    meta: { width: 110 },
    cell({ row: { original: day } }) {
      const word = say(`status=${day.status}`);
      return word.includes('=') ? day.status : word;
    },
  };
  const check: SheetColumn<Day> = {
    id: 'at_fault',
    header: () => say('check'),
    meta: { width: isWide ? 210 : 150 },
    cell({ row: { original: day } }) {
      const wrong = wrongOf(day, say);
      if (wrong === '') return '';
      return (
        <span title={wrong}>
          <State color="attention">{wrong}</State>
        </span>
      );
    },
  };
  const overShort: SheetColumn<Day> = {
    id: 'over_short',
    header: () => `${say('over_short')} ${format.currency}`,
    meta: { width: 120, align: 'right' },
    cell: ({
      row: {
        original: { over_short },
      },
    }) => (
      <span className={over_short !== null && !big(over_short).eq(0) ? 'risk' : undefined}>
        {signed(over_short, format)}
      </span>
    ),
    footer: () => signed(overShortOf(days).over_short, format),
  };
  return (
    <section className={styles.block}>
      <h2>{say('summary.days')}</h2>
      <SheetTable
        label={say('summary.days')}
        rows={days}
        rowKey={(day) => day.id}
        columns={[
          date,
          location,
          ...(hasStatus ? [status] : []),
          ...(hasCheck ? [check] : []),
          ...(isPhone ? [] : [countColumn({ header: say('receipts'), width: 90, format, of: days })]),
          moneyColumn('gross', {
            header: say('gross'),
            width: isPhone ? 100 : 120,
            isMain: true,
            format,
            of: days,
          }),
          ...(isPhone ? [] : [overShort]),
        ]}
      />
    </section>
  );
}

type Day = Summary['days'][number];
