import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Link } from '@/ui/layout/link';
import { SheetTable } from '@/ui/tables/sheet-table';
import type { LateReceipts, Report } from '../report';
import { countColumn, moneyColumn } from './columns';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** Table of late receipts, in the reports of both of their days, since these may be in different VAT periods. */
export function LateTable({ late, path }: { late: Report['late']; path: string }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const rows = (['of', 'elsewhere'] as const).flatMap((kind) => late[kind].map((row) => ({ kind, ...row })));
  if (rows.length === 0) return null;
  const label = ({ kind, date }: LateReceipts & { kind: string }) =>
    say(`late.${kind}`, { day: format.day(date) });
  const money = (key: 'gross' | 'tax') => moneyColumn(key, { header: say(key), width: 110, format });
  return (
    <section className={styles.block}>
      <h2>{say('late.title')}</h2>
      <SheetTable
        label={say('late.title')}
        rows={rows}
        rowKey={(row) => `${row.kind} ${row.businessday_id}`}
        columns={[
          {
            id: 'day',
            header: () => say('what_'),
            cell: ({ row: { original: row } }) =>
              row.date === null ? (
                label(row)
              ) : (
                <Link href={`${path}/${encodeURIComponent(row.businessday_id)}`} className="link">
                  {label(row)}
                </Link>
              ),
          },
          countColumn({ header: say('receipts'), width: 90, format }),
          money('tax'),
          money('gross'),
        ]}
      />
    </section>
  );
}
