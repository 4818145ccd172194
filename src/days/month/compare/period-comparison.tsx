import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Link } from '@/ui/layout/link';
import { usePhone } from '@/ui/layout/use-phone';
import { SheetTable } from '@/ui/tables/sheet-table';
import { useChangeText } from '../../report/percent-text';
import { compareTexts } from './compare-texts';
import { compareAll, averageOf, type Comparison } from './comparison';
import type { PeriodNames } from './period-names';
import styles from '../screen/month.module.css';

/** The totals of the periods, and by how much this one is above each of the others. */
export function PeriodComparison({ comparison, names }: { comparison: Comparison; names: PeriodNames }) {
  const say = usePageText('businessday/month/compare', compareTexts);
  const format = useFormat();
  const isPhone = usePhone();
  const changeText = useChangeText();
  const all = compareAll(comparison);
  const rows = ([0, 1, 2] as const)
    .filter((at) => at === 0 || comparison.periods[at].totals.count > 0)
    .map((at) => {
      const { totals, currency } = comparison.periods[at];
      return {
        ...names[at],
        isOwn: at === 0,
        count: totals.count,
        gross: format.money(totals.gross),
        average: averageOf(totals.gross, totals.count, currency)?.toFixed() ?? null,
        change: changeText(at === 0 ? null : at === 1 ? all.onBefore : all.onYear),
      };
    });
  const average = (value: string | null) => (value === null ? noValue : format.money(value));
  if (isPhone)
    return (
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.label}>
            <span className={styles.main}>
              <span>{row.label}</span>
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
      rowKey={({ label }) => label}
      columns={[
        {
          id: 'name',
          header: () => '',
          // The whole name is the link: a link beside other text would differ from it by its colour alone.
          cell: ({ row: { original } }) =>
            original.isOwn ? (
              <span className="ink">{original.label}</span>
            ) : (
              <Link href={original.href} className="link">
                {`${original.label}, ${original.long}`}
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
