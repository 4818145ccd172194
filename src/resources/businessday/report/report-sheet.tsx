import { useCallback, useDeferredValue, useMemo, useRef, type ReactNode } from 'react';
import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { SidePanel } from '@/core/ui/layout/side-panel';
import { SkeletonLines } from '@/core/ui/display/empty-state';
import type { Receipt } from '../../sales/receipts/receipt';
import { ReceiptPanel } from '../../sales/receipts/receipt-panel';
import { receiptTexts } from '../../sales/receipts/receipt-texts';
import { stepsFrom } from '../../sales/receipts/receipt-steps';
import { Breakdowns } from './tables/breakdowns';
import { Hours } from './tables/hours';
import { LateTable } from './tables/late-table';
import { RemovedTable } from './tables/removed-table';
import { KeyFigures } from './key-figures';
import { keyFiguresOf } from './key-figures-of';
import { ReceiptFault } from './tables/receipt-fault';
import { filtered, sorted } from './data/receipt-filter';
import { ReceiptsSection } from './receipts-section';
import type { Recomputed } from '../checks/recompute';
import type { DayReport } from './data/report-query';
import { useReportState } from './data/report-state';
import { reportTexts } from './report-texts';
import styles from './report.module.css';
import { SealLine } from '../seal/seal-line';
import { failingChecks, Verdict } from './verdict';

/**
 * Body of a report: key figures, verdict, breakdowns, receipts, and beside them the open receipt.
 *
 * @param report null until the figures are available
 * @param own the browser's own recomputation; null while it runs, with `added` receipts processed so far
 * @param children content below the receipts
 */
export function ReportSheet(props: {
  report: DayReport | null;
  own: Recomputed | null;
  added: number;
  receipts: readonly Receipt[];
  timeZone: string;
  registerName: (pos_id: string | null) => string;
  children?: ReactNode;
}) {
  const { report, own, added, receipts, timeZone, registerName, children } = props;
  const say = usePageText('businessday/report', reportTexts);
  const sayReceipt = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  const state = useReportState();
  const scroller = useRef<HTMLDivElement>(null);
  const byId = useMemo(() => new Map(receipts.map((receipt) => [receipt.id, receipt])), [receipts]);
  const failing = useMemo(() => (report ? failingChecks(report, own) : []), [report, own]);
  const faulty = useMemo(() => new Set(failing.flatMap((check) => check.transaction_ids)), [failing]);
  const filter = useDeferredValue(state.filter);
  const shown = useMemo(
    () => sorted(filtered(receipts, filter, faulty), state.sort),
    [receipts, filter, faulty, state.sort],
  );
  const open = state.receipt === null ? undefined : byId.get(state.receipt);
  const at = open ? shown.indexOf(open) : -1;
  const showFaulty = useCallback(() => {
    state.narrow({ faulty: true });
    document.getElementById('receipts')?.scrollIntoView();
  }, [state]);
  return (
    <SidePanel
      label={open ? sayReceipt('receipt', { number: open.receipt_num }) : ''}
      scroller={scroller}
      onClose={() => state.open(null)}
      panel={
        open && (
          <ReceiptPanel
            receipt={open}
            timeZone={timeZone}
            fault={faulty.has(open.id) && <ReceiptFault id={open.id} failing={failing} />}
            steps={stepsFrom(shown, at, state.open)}
            onClose={() => state.open(null)}
          />
        )
      }
    >
      <div className={styles.body}>
        {report ? (
          <>
            <KeyFigures figures={keyFiguresOf(report.totals, { say, format, receipts })} />
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
            <SealLine report={report} registerName={registerName} />
            <Hours hours={report.totals.by_hour} />
            <Breakdowns totals={report.totals} registerName={registerName} />
            <RemovedTable removed={report.totals.removed} />
            <LateTable late={report.late} path="/business-days" />
          </>
        ) : (
          <SkeletonLines lines={14} />
        )}
        <ReceiptsSection
          receipts={receipts}
          shown={shown}
          faulty={faulty}
          state={state}
          scroller={scroller}
          timeZone={timeZone}
        />
        {children}
      </div>
    </SidePanel>
  );
}
