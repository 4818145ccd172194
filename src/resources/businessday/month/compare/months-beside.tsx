import { noValue } from '@/core/app/i18n/format';
import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { Link } from '@/core/ui/layout/link';
import { usePhone } from '@/core/ui/layout/use-phone';
import { SheetTable } from '@/core/ui/tables/sheet-table';
import { longMonth } from '../screen/month-names';
import { useChangeText } from './percent-text';
import { compareTexts } from './compare-texts';
import { allBeside, averageOf, type Beside } from './compared-months';
import styles from '../screen/month.module.css';

/** The totals of the months, and by how much this one is above each of the others. */
export function MonthsBeside({ months }: { months: Beside }) {
  const say = usePageText('businessday/month/compare', compareTexts);
  const format = useFormat();
  const isPhone = usePhone();
  const changeText = useChangeText();
  const all = allBeside(months);
  const [own, before, yearBefore] = months;
  const rows = [
    { name: 'thisMonth', month: own, change: null },
    { name: 'lastMonth', month: before, change: all.onMonth },
    { name: 'lastYear', month: yearBefore, change: all.onYear },
  ]
    .filter(({ month }) => month === own || month.totals.count > 0)
    .map(({ name, month: { month, totals, currency }, change }) => ({
      name,
      month,
      count: totals.count,
      gross: format.money(totals.gross),
      average: averageOf(totals.gross, totals.count, currency)?.toFixed() ?? null,
      change: changeText(change),
    }));
  const average = (value: string | null) => (value === null ? noValue : format.money(value));
  if (isPhone)
    return (
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.name}>
            <span className={styles.main}>
              <span>{say(row.name)}</span>
              <b>{row.gross}</b>
            </span>
            <span className="meta">
              {[
                say('receiptsCount', { count: row.count }),
                `${say('averageShort')} ${average(row.average)}`,
                ...(row.change === '' ? [] : [`${say('sameWeekdays')} ${row.change}`]),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    );
  return (
    <SheetTable
      label={say('compare')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          id: 'name',
          header: () => '',
          // The whole name is the link: a link beside other text would differ from it by its colour alone.
          cell: ({ row: { original } }) =>
            original.name === 'thisMonth' ? (
              <span className="ink">{say(original.name)}</span>
            ) : (
              <Link href={`/months/${original.month}`} className="link">
                {`${say(original.name)}, ${longMonth(original.month, format.locale)}`}
              </Link>
            ),
        },
        {
          id: 'receipts',
          header: () => say('receipts'),
          meta: { width: 90, align: 'right' },
          cell: ({ row: { original } }) => <span className="muted">{format.count(original.count)}</span>,
        },
        {
          id: 'average',
          header: () => `${say('average')} ${format.currency}`,
          meta: { width: 140, align: 'right' },
          cell: ({ row: { original } }) => average(original.average),
        },
        {
          id: 'gross',
          header: () => `${say('gross')} ${format.currency}`,
          meta: { width: 130, align: 'right' },
          cell: ({ row: { original } }) => <b className="ink">{original.gross}</b>,
        },
        {
          id: 'change',
          header: () => say('sameWeekdays'),
          meta: { width: 124, align: 'right' },
          cell: ({ row: { original } }) => <span className="muted">{original.change}</span>,
        },
      ]}
    />
  );
}
