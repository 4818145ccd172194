import { useCallback, useDeferredValue, useMemo, useRef, type ReactNode, use } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { SidePanel } from '@/ui/layout/side-panel';
import type { Receipt } from '../receipts/receipt';
import { ReceiptPanel } from '../receipts/receipt-panel';
import { receiptTexts } from '../receipts/receipt-texts';
import { stepsFrom } from '../receipts/receipt-steps';
import { Breakdowns } from './tables/breakdowns';
import { Hours } from './tables/hours';
import { RemovedTable } from './tables/removed-table';
import { KeyFigures } from './key-figures';
import { keyFiguresOf } from './key-figures-of';
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
import { DayQuestions, ReceiptQuestions, useDayQuestions, useMayAsk } from './questions/day-questions';
import { newQuestion, toReopen } from './questions/opened-question';
import { QuestionPanel } from './questions/question-panel';
import { texts as questionTexts } from '@/resources/question/thread/texts';
import { Link } from '@/ui/layout/link';
import { SheetTable } from '@/ui/tables/sheet-table';
import type { LateReceipts, Report } from './report';
import { countColumn, moneyColumn } from './tables/columns';
import { noValue } from '@/app/i18n/format';
import { faultsOf, faultText } from './tables/fault-text';
import type { Check } from './schema/checks';
import { useApp } from '@/app/shell/app-context';
import { mayReopen } from '../closing/day-roles';
import { dayTexts } from '../closing/day-texts';

/** The faults of one receipt, one per line. */
function ReceiptFault({ id, failing }: { id: string; failing: readonly Check[] }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const faults = faultsOf(failing).filter(({ fault }) => fault.transaction_id === id);
  return (
    <ul className={styles.faults}>
      {faults.map(({ check, fault }) => {
        const { what, expected, actual, off } = faultText(fault, say, format);
        return (
          <li key={`${check.code}-${fault.kind}-${fault.rate}-${fault.actual}`}>
            <b className="ink">{what}.</b>{' '}
            {off !== noValue &&
              `${say('expected')} ${expected}, ${say('found').toLocaleLowerCase()} ${actual}, ${off}.`}
          </li>
        );
      })}
    </ul>
  );
}

/** Table of late receipts, in the reports of both of their days, since these may be in different VAT periods. */
function LateTable({ late, path }: { late: Report['late']; path: string }) {
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
  const mayAsk = useMayAsk();
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
        <AskContext value={questions === null || !mayAsk ? null : onAsk}>
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
          <WhoReopens day={report.businessday} />
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

/** Says on a closed day who can reopen it, to those who cannot; one press asks an accountant, in words that are there already. */
function WhoReopens({ day }: { day: DayReport['businessday'] }) {
  const say = usePageText('businessday/day', dayTexts);
  const { me } = useApp().current;
  const ask = use(AskContext);
  if (day.status !== 'closed' || me === null || mayReopen(me)) return null;
  return (
    <p className={`${styles.note} no-print`}>
      {say('reopen.who')}{' '}
      {ask && (
        <button type="button" className="link" onClick={() => ask(toReopen)}>
          {say('reopen.ask')}
        </button>
      )}
    </p>
  );
}
