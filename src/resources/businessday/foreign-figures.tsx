import { useDeferredValue, useMemo, useRef } from 'react';
import { usePageText } from '@/core/app/i18n';
import { useFormat } from '@/core/app/use-format';
import { Beside } from '@/core/ui/beside';
import { SkeletonLines } from '@/core/ui/blank';
import { receiptOf } from '../sales/receipt';
import { ReceiptPanel } from '../sales/receipt-panel';
import { receiptTexts } from '../sales/receipt-texts';
import { Breakdowns } from './breakdowns';
import { useRecomputed } from './use-recomputed';
import type { OursInIt } from './foreign-report';
import { Hours } from './hours';
import { KeyFigures } from './key-figures';
import { keyFiguresOf } from './key-figures-of';
import { ReceiptFault } from './receipt-fault';
import { filtered, sorted } from './receipt-filter';
import { ReceiptsSection } from './receipts-section';
import { useReportState } from './report-state';
import { reportTexts } from './report-texts';
import type { ReactNode } from 'react';
import styles from './report.module.css';
import { useRegisterNames } from './use-names';
import { failingChecks, Verdict } from './verdict';

const nothing: readonly [] = [];

/**
 * What this browser makes of receipts of our shape in another server's report: figures, checks, breakdowns and
 * the receipts. The server's own figures have no part in it; `children` stand below.
 */
export function ForeignFigures({ ours, children }: { ours: OursInIt; children: ReactNode }) {
  const { report: facts } = ours;
  const say = usePageText('businessday/report', reportTexts);
  const sayReceipt = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  const state = useReportState();
  const scroller = useRef<HTMLDivElement>(null);
  const { is: own, added } = useRecomputed(facts);
  const report = useMemo(() => own && { ...facts, totals: own.totals }, [facts, own]);
  const registerName = useRegisterNames(own?.totals.cash ?? nothing, nothing, say);
  const receipts = useMemo(() => facts.transactions.map(receiptOf), [facts]);
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
  const step = (to: number) => {
    const other = shown[to];
    return at >= 0 && other ? () => state.open(other.id) : null;
  };
  return (
    <Beside
      label={open ? sayReceipt('receipt', { number: open.receipt_num }) : ''}
      scroller={scroller}
      onClose={() => state.open(null)}
      panel={
        open && (
          <ReceiptPanel
            receipt={open}
            timeZone={facts.timezone}
            fault={faulty.has(open.id) && <ReceiptFault id={open.id} failing={failing} />}
            steps={{ previous: step(at - 1), next: step(at + 1) }}
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
              onShowFaulty={() => {
                state.narrow({ faulty: true });
                document.getElementById('receipts')?.scrollIntoView();
              }}
            />
            <Hours hours={report.totals.by_hour} />
            <Breakdowns totals={report.totals} registerName={registerName} />
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
          timeZone={facts.timezone}
        />
        {children}
      </div>
    </Beside>
  );
}
