import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { SheetTable } from '@/core/ui/tables/sheet-table';
import type { Totals } from '../report';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** Receipts that were removed while the day was open: which, by whom, when and why. They count nowhere. */
export function RemovedTable({ removed }: { removed: Totals['removed'] }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  if (removed.count === 0) return null;
  return (
    <section className={styles.block}>
      <h2>{say('removed.title')}</h2>
      <SheetTable
        label={say('removed.title')}
        rows={removed.receipts}
        rowKey={(row) => row.transaction_id}
        minWidth={620}
        columns={[
          {
            key: 'receipt_num',
            head: say('receipt'),
            width: 100,
            cell: ({ receipt_num }) => <s>{receipt_num || '–'}</s>,
          },
          { key: 'by', head: say('removed.by'), width: 160, cell: ({ by }) => by || '–' },
          { key: 'at', head: say('removed.at'), width: 130, cell: ({ at }) => format.moment(at) },
          {
            key: 'reason',
            head: say('removed.reason'),
            cell: ({ reason }) => reason || <span className="risk">{say('removed.none')}</span>,
          },
          {
            key: 'gross',
            head: `${say('gross')} ${format.currency}`,
            width: 100,
            align: 'right',
            cell: ({ gross }) => <s>{format.money(gross)}</s>,
          },
        ]}
      />
    </section>
  );
}
