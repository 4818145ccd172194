import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { SheetTable } from '@/ui/tables/sheet-table';
import type { Totals } from '../schema/totals';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** Table of the removed receipts, which are in no total: which, by whom, when and why. */
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
            id: 'receipt_num',
            header: () => say('receipt'),
            meta: { width: 100 },
            cell: ({
              row: {
                original: { receipt_num },
              },
            }) => <s>{receipt_num || '–'}</s>,
          },
          {
            id: 'by',
            header: () => say('removed.by'),
            meta: { width: 160 },
            cell: ({
              row: {
                original: { by },
              },
            }) => by || '–',
          },
          {
            id: 'at',
            header: () => say('removed.at'),
            meta: { width: 130 },
            cell: ({
              row: {
                original: { at },
              },
            }) => format.moment(at),
          },
          {
            id: 'reason',
            header: () => say('removed.reason'),
            cell: ({
              row: {
                original: { reason },
              },
            }) => reason || <span className="risk">{say('removed.none')}</span>,
          },
          {
            id: 'gross',
            header: () => `${say('gross')} ${format.currency}`,
            meta: { width: 100, align: 'right' },
            cell: ({
              row: {
                original: { gross },
              },
            }) => <s>{format.money(gross)}</s>,
          },
        ]}
      />
    </section>
  );
}
