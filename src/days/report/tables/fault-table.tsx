import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useWidthClass } from '@/app/grid/columns/use-width';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import type { Receipt } from '../../receipts/receipt';
import { formatClock } from '../../receipts/receipt-time';
import { faultsOf, faultText, type FaultText } from './fault-text';
import type { Check, Fault } from '../schema/checks';
import type { DayReport } from '../data/report-query';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** The maximum number of listed faults; the receipts filter finds the receipts of the others. */
const most = 30;

interface Line {
  readonly key: string;
  readonly check: Check;
  readonly fault: Fault;
  readonly receipt: Receipt | undefined;
  readonly text: FaultText;
}

/** Table of faults, one per row, with a link to the receipt. */
export function FaultTable(props: {
  report: DayReport;
  failing: readonly Check[];
  receipts: ReadonlyMap<string, Receipt>;
  registerName: (pos_id: string | null) => string;
  onOpen: (id: string) => void;
}) {
  const { report, failing, receipts, registerName, onOpen } = props;
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const room = useWidthClass();
  const all = faultsOf(failing);
  const lines = all.slice(0, most).map(({ check, fault }, index): Line => ({
    key: String(index),
    check,
    fault,
    receipt: fault.transaction_id === null ? undefined : receipts.get(fault.transaction_id),
    text: faultText(fault, say, format),
  }));
  const receiptColumns: SheetColumn<Line>[] = [
    {
      id: 'receipt',
      header: () => say('receipt'),
      meta: { width: 64 },
      cell: ({
        row: {
          original: { receipt },
        },
      }) =>
        receipt ? (
          <button type="button" className={styles.to} onClick={() => onOpen(receipt.id)}>
            {receipt.receipt_num || '–'}
          </button>
        ) : (
          '–'
        ),
    },
    {
      id: 'time',
      header: () => say('time'),
      meta: { width: 60, screenOnly: true },
      cell: ({
        row: {
          original: { receipt },
        },
      }) => (
        <span className="muted tn">
          {receipt ? formatClock(receipt.completed_at, format.locale, report.timezone) : '–'}
        </span>
      ),
    },
  ];
  const people: SheetColumn<Line>[] = [
    {
      id: 'register',
      header: () => say('register'),
      meta: { width: 146 },
      cell({
        row: {
          original: { fault, receipt },
        },
      }) {
        const id = fault.pos_id ?? (receipt?.pos_id || null);
        if (id === null && !receipt) return '–';
        return <span title={registerName(id)}>{registerName(id)}</span>;
      },
    },
    {
      id: 'cashier',
      header: () => say('cashier'),
      meta: { width: 108, screenOnly: true },
      cell: ({
        row: {
          original: { receipt },
        },
      }) => receipt?.cashier || '–',
    },
  ];
  return (
    <>
      <SheetTable
        label={say('what')}
        minWidth={560}
        rows={lines}
        rowKey={(line) => line.key}
        columns={[
          ...(room === 3 ? receiptColumns : receiptColumns.slice(0, 1)),
          ...(room === 3 ? people : people.slice(0, 1)),
          {
            id: 'what',
            header: () => say('what'),
            cell: ({
              row: {
                original: { check, fault, text },
              },
            }) => {
              const what = say('fault.in', {
                check: say(`check.${check.code}`),
                what: text.what.charAt(0).toLocaleLowerCase(format.locale) + text.what.slice(1),
              });
              const own = fault.transaction_id === null ? what : text.what;
              return (
                <span title={what} className={styles.what}>
                  {own}
                </span>
              );
            },
          },
          {
            id: 'expected',
            header: () => say('expected'),
            meta: { width: 84, align: 'right' },
            cell: ({
              row: {
                original: { text },
              },
            }) => text.expected,
          },
          {
            id: 'actual',
            header: () => say('found'),
            meta: { width: 84, align: 'right' },
            cell: ({
              row: {
                original: { text },
              },
            }) => text.actual,
          },
          {
            id: 'off',
            header: () => say('offBy'),
            meta: { width: 68, align: 'right' },
            cell: ({
              row: {
                original: {
                  text: { off },
                },
              },
            }) => <span className={off === noValue ? undefined : 'risk'}>{off}</span>,
          },
        ]}
      />
      {all.length > lines.length && (
        <p className="meta">{say('moreFaults', { count: all.length - lines.length })}</p>
      )}
    </>
  );
}
