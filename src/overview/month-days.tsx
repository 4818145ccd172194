import { useNarrowerThan, usePhone } from '@/ui/layout/use-phone';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { Link } from '@/ui/layout/link';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { overShortOf, signed, sumOf, textOf } from '@/days/report/amounts';
import { usePeriodWords } from '@/days/report/period-words';
import { moneyColumn } from '@/days/report/tables/columns';
import type { Summary } from '@/days/report/schema/summary';
import { markOf, type DayMarkKind, type Month, type SummaryDay } from './sales';
import { overviewTexts } from './texts';
import styles from './overview.module.css';
import { dateWords } from '@/ui/display/date-words';

/** Each state has a shape of its own: colour never speaks alone. */
const shapes: Readonly<Record<DayMarkKind, string>> = {
  exported: 'M4.5 .5a4 4 0 1 1 0 8a4 4 0 1 1 0-8z',
  closed: 'M4.5 .5a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM4.5 2a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5z',
  fault: 'M4.5 .5L9 8.5H0z',
  open: 'M.5 3.5h8v2h-8z',
};

const Shape = ({ kind }: { kind: DayMarkKind }) => (
  <svg viewBox="0 0 9 9" className={styles[kind]} aria-hidden="true">
    <path d={shapes[kind]} fill="currentColor" fillRule="evenodd" />
  </svg>
);

/** The month so far: a row of marks for each location, one a day, with its sums. */
export function MonthDays({ summary, month }: { summary: Summary; month: Month }) {
  const say = usePageText('overview', overviewTexts);
  const format = useFormat();
  const { countedText } = usePeriodWords();
  const path = useApp().screens['businessday']?.path ?? '';
  const dates = Array.from(
    { length: Number(month.last.slice(8)) },
    (_, at) => `${month.first.slice(0, 8)}${String(at + 1).padStart(2, '0')}`,
  );
  const rows = summary.locations.map(({ id, name }) => {
    const days = summary.days.filter(({ location_id }) => location_id === id);
    return {
      id,
      name,
      days,
      gross: textOf(sumOf(days.map(({ gross }) => gross))),
      over_short: overShortOf(days).over_short,
    };
  });
  const isPhone = usePhone();
  const isTablet = useNarrowerThan(900) && !isPhone;
  const marks: SheetColumn<(typeof rows)[number]> = {
    id: 'days',
    header: () => (
      <span className={styles.dates}>
        {dates.map((date) => (
          <span key={date}>{Number(date.slice(8))}</span>
        ))}
      </span>
    ),
    cell: ({ row: { original } }) => (
      <span className={styles.marks}>
        {dates.map((date) => (
          <Mark
            key={date}
            days={original.days.filter((day) => day.date === date)}
            path={path}
            name={`${original.name}, ${format.day(date)}`}
          />
        ))}
      </span>
    ),
  };
  const over: SheetColumn<(typeof rows)[number]> = {
    id: 'over',
    header: () => `${say('over')} ${format.currency}`,
    meta: { width: 100, align: 'right' },
    cell: ({ row: { original } }) => signed(original.over_short, format),
    footer: () => signed(overShortOf(summary.days).over_short, format),
  };
  const monthName = dateWords(month.first, format.locale, { month: 'long' });
  return (
    <section className={styles.block} aria-labelledby="month">
      <div className={styles.head}>
        <h2 id="month">{say('month.title', { month: capital(monthName) })}</h2>
        <span className={styles.note}>{`${say('month.text')} ${countedText('all')}`}</span>
        <Link href={path} className="link">
          {say('month.all')}
        </Link>
      </div>
      <SheetTable
        label={say('month.title', { month: capital(monthName) })}
        rows={rows}
        rowKey={({ id }) => id}
        minWidth={isPhone ? undefined : isTablet ? 700 : 830}
        columns={[
          {
            id: 'name',
            header: () => say('location'),
            ...(!isPhone && { meta: { width: isTablet ? 116 : 130 } }),
            cell: ({ row: { original } }) => <span className="ink med">{original.name}</span>,
            footer: () => say('all'),
          },
          ...(isPhone ? [] : [marks]),
          moneyColumn('gross', {
            header: say('gross'),
            width: isTablet ? 100 : 110,
            isMain: true,
            format,
            of: rows,
          }),
          // A tablet has room for the days or for this.
          ...(isTablet ? [] : [over]),
        ]}
      />
      {/* On a phone there is no room for the marks: the days stand in their list. */}
      <p className={styles.key} hidden={isPhone}>
        {(['exported', 'closed', 'fault', 'open'] as const).map((kind) => (
          <span key={kind}>
            <Shape kind={kind} />
            {say(`mark.${kind}`)}
          </span>
        ))}
      </p>
    </section>
  );
}

/** The mark of a date at a location; of several days the one that needs most attention. */
function Mark({ days, path, name }: { days: readonly SummaryDay[]; path: string; name: string }) {
  const say = usePageText('overview', overviewTexts);
  const order: readonly DayMarkKind[] = ['fault', 'open', 'closed', 'exported'];
  const [day] = days.toSorted((one, other) => order.indexOf(markOf(one)) - order.indexOf(markOf(other)));
  if (!day) return <span />;
  const label = `${name}: ${say(`mark.${markOf(day)}`)}`;
  return (
    <Link href={`${path}/${encodeURIComponent(day.id)}`} title={label} aria-label={label}>
      <Shape kind={markOf(day)} />
    </Link>
  );
}

/** Names of months are small in many languages; a heading begins with a capital. */
const capital = (name: string): string => name.charAt(0).toLocaleUpperCase() + name.slice(1);
