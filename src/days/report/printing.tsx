import { useEffect, useState } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { SheetTable } from '@/ui/tables/sheet-table';
import { paidWith, type Receipt } from '../receipts/receipt';
import { wordOf } from '../receipts/receipt-paper';
import { receiptTexts } from '../receipts/receipt-texts';
import { formatClock } from '../receipts/receipt-time';
import { reportTexts } from './report-texts';
import styles from './report.module.css';

/**
 * Returns a function that prints the page. To print all receipts it first renders them (`withReceipts`), since the table
 * is virtualized.
 */
export function usePrint(): { withReceipts: boolean; print: (receipts: boolean) => void } {
  const [asked, setAsked] = useState<'report' | 'receipts' | null>(null);
  useEffect(() => {
    if (asked === null) return undefined;
    const done = () => setAsked(null);
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [asked]);
  return {
    withReceipts: asked === 'receipts',
    print: (receipts) => setAsked(receipts ? 'receipts' : 'report'),
  };
}

/** Table of all receipts, shown only in print. */
export function PrintedReceipts(props: {
  receipts: readonly Receipt[];
  registerName: (pos_id: string | null) => string;
  timeZone: string;
}) {
  const { receipts, registerName, timeZone } = props;
  const say = usePageText('businessday/report', reportTexts);
  const sayReceipt = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  return (
    <div className={styles.onPaper}>
      <section className={styles.block}>
        <h2>{say('receipts')}</h2>
        <SheetTable
          label={say('receipts')}
          rows={receipts}
          rowKey={(receipt) => receipt.id}
          dim={({ active, type }) => !active || type === 'void' || type === 'training'}
          columns={[
            {
              id: 'number',
              header: () => say('receipt'),
              meta: { width: 84 },
              cell: ({
                row: {
                  original: { receipt_num },
                },
              }) => receipt_num,
            },
            {
              id: 'time',
              header: () => say('time'),
              meta: { width: 52 },
              cell: ({
                row: {
                  original: { completed_at },
                },
              }) => formatClock(completed_at, format.locale, timeZone),
            },
            {
              id: 'register',
              header: () => say('register'),
              meta: { width: 96 },
              cell: ({
                row: {
                  original: { pos_id },
                },
              }) => registerName(pos_id || null),
            },
            {
              id: 'cashier',
              header: () => say('cashier'),
              cell: ({
                row: {
                  original: { cashier },
                },
              }) => cashier,
            },
            {
              id: 'type',
              header: () => sayReceipt('type'),
              meta: { width: 84 },
              cell: ({
                row: {
                  original: { type },
                },
              }) => wordOf(sayReceipt, 'type', type),
            },
            {
              id: 'tenders',
              header: () => say('tenders'),
              cell: ({ row: { original: receipt } }) => paidWith(receipt),
            },
            {
              id: 'total',
              header: () => `${sayReceipt('total')} ${format.currency}`,
              meta: { width: 84, align: 'right' },
              cell: ({
                row: {
                  original: { total, currency },
                },
              }) => format.moneyIn(total, currency),
            },
          ]}
        />
      </section>
    </div>
  );
}
