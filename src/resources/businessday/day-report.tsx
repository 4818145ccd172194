import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useApp, useNamed } from '@/core/app/app-context';
import { useDocumentTitle } from '@/core/app/document-title';
import { usePageText } from '@/core/app/i18n';
import type { Screen } from '@/core/app/screen';
import { useFormat } from '@/core/app/use-format';
import { Beside } from '@/core/ui/beside';
import { location } from '../location/contract';
import { receiptOf } from '../sales/receipt';
import { ReceiptPanel } from '../sales/receipt-panel';
import { receiptTexts } from '../sales/receipt-texts';
import { Breakdowns } from './breakdowns';
import { longDay } from './day-names';
import { ReceiptFault } from './receipt-fault';
import { filtered, sorted } from './receipt-filter';
import { Hours } from './hours';
import { KeyFigures } from './key-figures';
import { keyFiguresOf } from './key-figures-of';
import { PrintedReceipts, PrintHead, usePrint } from './printing';
import { ReceiptsSection } from './receipts-section';
import { ReportHead } from './report-head';
import type { DayReport } from './report-query';
import { useRecomputed } from './use-recomputed';
import { useReportState } from './report-state';
import { checksTable, linesTable, receiptsTable, totalsTables } from './report-tables';
import { reportTexts } from './report-texts';
import styles from './report.module.css';
import { useRegisterNames } from './use-names';
import { failingChecks, Verdict } from './verdict';
import { VoucherDialog } from './voucher-dialog';

/** A business day: figures, verdict, breakdowns, receipts, and beside them the receipt that is open. */
export function DayReportPage({ screen, report: latest }: { screen: Screen; report: DayReport }) {
  const { of: report, is: own, added } = useRecomputed(latest);
  const { businessday: day, totals, timezone, registers } = report;
  const say = usePageText('businessday/report', reportTexts);
  const sayReceipt = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  const { me } = useApp().current;
  const place = useNamed(location, day.location_id);
  const scroller = useRef<HTMLDivElement>(null);
  const state = useReportState();
  const printing = usePrint();
  const [voucher, setVoucher] = useState(false);
  const registerName = useRegisterNames(totals.cash, registers, say);
  const title = longDay(day.date, format.locale);
  useDocumentTitle(`${title}, ${day.location.name}`);

  const receipts = useMemo(() => report.transactions.map(receiptOf), [report]);
  const byId = useMemo(() => new Map(receipts.map((receipt) => [receipt.id, receipt])), [receipts]);
  const failing = useMemo(() => failingChecks(report, own), [report, own]);
  const faulty = useMemo(() => new Set(failing.flatMap((check) => check.transaction_ids)), [failing]);
  const filter = useDeferredValue(state.filter);
  const shown = useMemo(
    () => sorted(filtered(receipts, filter, faulty), state.sort),
    [receipts, filter, faulty, state.sort],
  );
  const open = state.receipt === null ? undefined : byId.get(state.receipt);
  const at = open ? shown.indexOf(open) : -1;
  const step = (to: number) => {
    const other = shown[to];
    return at >= 0 && other ? () => state.open(other.id) : null;
  };
  const showFaulty = useCallback(() => {
    state.narrow({ faulty: true });
    document.getElementById('receipts')?.scrollIntoView();
  }, [state]);

  const words = { say, registerName };
  const tables = () => [
    ...totalsTables(totals, words),
    checksTable(own?.checks ?? report.checks, say),
    receiptsTable(receipts, { ...words, sayReceipt, timeZone: timezone }),
    linesTable(receipts, say, sayReceipt),
  ];
  const { street, postal_code, city } = place?.data.address ?? {};
  const address = [day.location.name, street, [postal_code, city].filter(Boolean).join(' ')];
  return (
    <>
      <PrintHead
        company={me?.company.name ?? ''}
        about={address.filter(Boolean).join(', ')}
        business_id={place?.data.business_id ?? ''}
        title={title}
      />
      <ReportHead
        screen={screen}
        report={report}
        title={title}
        tables={tables}
        registerName={registerName}
        onPrint={printing.print}
        onVoucher={() => setVoucher(true)}
      />
      <Beside
        label={open ? sayReceipt('receipt', { number: open.receipt_num }) : ''}
        scroller={scroller}
        onClose={() => state.open(null)}
        panel={
          open && (
            <ReceiptPanel
              receipt={open}
              timeZone={timezone}
              fault={faulty.has(open.id) && <ReceiptFault id={open.id} failing={failing} />}
              steps={{ previous: step(at - 1), next: step(at + 1) }}
              onClose={() => state.open(null)}
            />
          )
        }
      >
        <div className={styles.body}>
          <KeyFigures figures={keyFiguresOf(totals, { say, format, receipts })} />
          <Verdict
            report={report}
            own={own}
            added={added}
            receipts={byId}
            registerName={registerName}
            openId={state.receipt}
            onOpen={state.open}
            onShowFaulty={showFaulty}
          />
          <Hours hours={totals.by_hour} />
          <Breakdowns totals={totals} registerName={registerName} />
          <ReceiptsSection
            receipts={receipts}
            shown={shown}
            faulty={faulty}
            state={state}
            scroller={scroller}
            timeZone={timezone}
          />
          {printing.withReceipts && (
            <PrintedReceipts receipts={receipts} registerName={registerName} timeZone={timezone} />
          )}
        </div>
      </Beside>
      {voucher && (
        <VoucherDialog
          report={report}
          receipts={receipts}
          mayMark={mayExport(me?.role, day.status)}
          opened
          onClose={() => setVoucher(false)}
        />
      )}
    </>
  );
}

/** Who may mark a day: accountants and administrators, once it is closed (rules.server.ts). On another server we try. */
export const mayExport = (role: string | undefined, status: string): boolean =>
  status === 'closed' && (role === undefined || role === 'accountant' || role === 'admin');
