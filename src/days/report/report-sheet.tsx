import { useCallback, useDeferredValue, useMemo, useRef, type ReactNode } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { SidePanel } from '@/ui/layout/side-panel';
import type { Receipt } from '../receipts/receipt';
import { ReceiptPanel } from '../receipts/receipt-panel';
import { receiptTexts } from '../receipts/receipt-texts';
import { stepsFrom } from '../receipts/receipt-steps';
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
import { AskContext } from './questions/ask-button';
import { DayQuestions } from './questions/day-questions';
import { newQuestion } from './questions/opened-question';
import { QuestionPanel } from './questions/question-panel';
import { ReceiptQuestions } from './questions/receipt-questions';
import { useDayQuestions } from './questions/use-day-questions';
import { texts as questionTexts } from '@/resources/question/thread/texts';

/**
 * Body of a report: key figures, verdict, breakdowns, receipts, and beside them the open receipt.
 *
 * @param own the browser's own recomputation; null while it runs, with `added` receipts processed so far
 * @param children content below the receipts
 */
export function ReportSheet(props: {
  report: DayReport;
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
  const sayQuestion = usePageText('question/thread', questionTexts);
  const format = useFormat();
  const state = useReportState();
  const scroller = useRef<HTMLDivElement>(null);
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
  const showFaulty = useCallback(() => {
    state.narrow({ faulty: true });
    document.getElementById('receipts')?.scrollIntoView();
  }, [state]);
  const day = report.businessday.id;
  const questions = useDayQuestions(day);
  const asked = questions?.find(({ id }) => id === state.question);
  // A question about a receipt is part of that receipt's panel.
  const isOfReceipt = open !== undefined && asked?.sales_id === open.id;
  const showsQuestion = questions !== null && state.question !== null && !isOfReceipt;
  const { ask } = state;
  const onAsk = useCallback((subject: string) => ask(newQuestion(subject)), [ask]);
  const openQuestion = (opened: string) => {
    const receipt = questions?.find(({ id }) => id === opened)?.sales_id;
    if (receipt != null && byId.has(receipt)) state.open(receipt);
    else state.ask(opened);
  };
  const label = showsQuestion
    ? sayQuestion('question')
    : open
      ? sayReceipt('receipt', { number: open.receipt_num })
      : '';
  const panel = showsQuestion ? (
    <QuestionPanel
      day={day}
      opened={state.question ?? ''}
      questions={questions}
      onOpen={state.ask}
      onClose={() => state.ask(null)}
    />
  ) : (
    open && (
      <ReceiptPanel
        receipt={open}
        timeZone={timeZone}
        fault={faulty.has(open.id) && <ReceiptFault id={open.id} failing={failing} />}
        steps={stepsFrom(shown, at, state.open)}
        onClose={() => state.open(null)}
      >
        {questions && <ReceiptQuestions key={open.id} day={day} receipt={open.id} questions={questions} />}
      </ReceiptPanel>
    )
  );
  return (
    <SidePanel
      label={label}
      scroller={scroller}
      onClose={() => (showsQuestion ? state.ask(null) : state.open(null))}
      panel={panel}
    >
      <div className={styles.body}>
        <AskContext value={questions === null ? null : onAsk}>
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
            askedAbout={asked?.subject}
          />
          <SealLine report={report} registerName={registerName} />
          {questions && <DayQuestions questions={questions} openId={state.question} onOpen={openQuestion} />}
          <Hours hours={report.totals.by_hour} />
          <Breakdowns totals={report.totals} registerName={registerName} />
          <RemovedTable removed={report.totals.removed} />
          <LateTable late={report.late} path="/business-days" />
        </AskContext>
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
