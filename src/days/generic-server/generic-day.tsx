import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useApp, useRecordLabel } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import type { GenericServer } from '@/app/generic-server/parts';
import { PartGuard } from '@/app/generic-server/guards';
import { usePageText, useText, useTextOf } from '@/app/i18n/i18n';
import { JsonViewer } from '@/app/json-viewer/json-viewer';
import type { Json, JsonObject } from '@/record/json';
import { RequestError } from '@/app/data/request-error';
import type { Screen } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { cx } from '@/ui/style/cx';
import { PageHeader } from '@/ui/layout/page';
import { location } from '@/resources/location/contract';
import { businessday } from '@/resources/businessday/contract';
import { longDay } from '../report/day-names';
import {
  genericDay,
  genericReport,
  reportInAnswer,
  reportPath,
  type GenericAnswer,
  type ReportInAnswer,
} from './generic-report';
import { genericDayTexts } from './generic-texts';
import { DaySteps } from '../report/report-head';
import { reportTexts } from '../report/report-texts';
import { receiptOf } from '../receipts/receipt';
import { ReportSheet } from '../report/report-sheet';
import { useRegisterNames } from '../report/data/use-names';
import { useRecomputed } from '../report/data/use-recomputed';
import styles from '../report/report.module.css';

const nothing: readonly [] = [];

/**
 * Figures, checks, breakdowns and receipts that the browser computes from a generic server's report whose receipts have our
 * fields. The server's own figures are not used; `children` are shown below.
 */
function GenericFigures({ ours, children }: { ours: ReportInAnswer; children: ReactNode }) {
  const { report: facts } = ours;
  const say = usePageText('businessday/report', reportTexts);
  const { is: own, added } = useRecomputed(facts);
  const report = useMemo(() => own && { ...facts, totals: own.totals }, [facts, own]);
  const registerName = useRegisterNames(own?.totals.cash ?? nothing, nothing, say);
  const receipts = useMemo(() => facts.transactions.map(receiptOf), [facts]);
  return (
    <ReportSheet
      report={report}
      own={own}
      added={added}
      receipts={receipts}
      timeZone={facts.timezone}
      registerName={registerName}
    >
      {children}
    </ReportSheet>
  );
}

/** The maximum number of characters shown of a response that is not JSON. */
const mostText = 4000;

/**
 * Page of a business day of a generic server (docs/design.md#6-servers-that-this-project-did-not-write): its report in any
 * shape, the day itself, and a link to its receipts, even without a report.
 */
export function GenericDay(props: { screen: Screen; id: string; server: GenericServer }) {
  const { screen, id, server } = props;
  const { current, screens } = useApp();
  const say = usePageText('businessday/foreign', genericDayTexts);
  const sayOf = useTextOf('businessday');
  const format = useFormat();
  const day = useQuery(genericDay(current.client, server.source, id));
  const asked = useQuery(genericReport(current.client, id));
  const date = textOf(day.data?.['date']);
  const location_id = textOf(day.data?.['location_id']);
  const place = textOf(useRecordLabel(location, location_id)?.name);
  const isDate = format.day(date) !== '–';
  const title = isDate ? longDay(date, format.locale) : date || textOf(day.data?.['name']) || id;
  useDocumentTitle(place ? `${title}, ${place}` : title);
  const sales = screens['sales'];
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[
          { label: sayOf('title'), href: screen.path },
          ...(place ? [{ label: place, href: `${screen.path}?location_id=${location_id}` }] : []),
        ]}
        ruled
        actions={
          <>
            {isDate && location_id && <DaySteps day={{ date, location_id }} path={screen.path} />}
            {sales && (
              <Button icon={ReceiptText} href={`${sales.path}?businessday_id=${encodeURIComponent(id)}`}>
                {say('receipts')}
              </Button>
            )}
          </>
        }
      />
      {asked.error && !asked.data ? (
        <Sheets>
          <NotRead id={id} error={asked.error} retry={() => void asked.refetch()} />
          {day.data === undefined ? <SkeletonLines lines={4} /> : <TheDay day={day.data} />}
        </Sheets>
      ) : asked.data && day.data !== undefined ? (
        <ReportOfAny id={id} answer={asked.data} day={day.data} />
      ) : (
        <div className={styles.body}>
          <SkeletonLines lines={14} />
        </div>
      )}
    </>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Scroll container of a page without a table of receipts. */
function Sheets({ children }: { children: ReactNode }) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0}>
      <div className={cx(styles.body, styles.asItCame)}>{children}</div>
    </div>
  );
}

function ReportOfAny({ id, answer, day }: { id: string; answer: GenericAnswer; day: JsonObject | null }) {
  const say = usePageText('businessday/foreign', genericDayTexts);
  const ours = useMemo(
    () => (answer.kind === 'json' ? reportInAnswer(answer.value, id, day) : null),
    [answer, id, day],
  );
  const asItCame = (
    <Sheets>
      <AsItCame answer={answer} />
      <TheDay day={day} />
    </Sheets>
  );
  if (!ours) return asItCame;
  return (
    <PartGuard instead={asItCame}>
      <GenericFigures ours={ours}>
        {Object.keys(ours.rest).length > 0 && <Part title={say('theRest')} value={ours.rest} />}
        <TheDay day={day} />
      </GenericFigures>
    </PartGuard>
  );
}

function AsItCame({ answer }: { answer: GenericAnswer }) {
  const say = usePageText('businessday/foreign', genericDayTexts);
  const isEmpty = answer.kind === 'empty' || (answer.kind === 'json' && isNothing(answer.value));
  if (isEmpty) return <Banner kind="note">{say('empty')}</Banner>;
  if (answer.kind === 'json')
    return (
      <>
        <Banner kind="note">{say('otherShape')}</Banner>
        <Part title={say('theReport')} value={answer.value} />
      </>
    );
  if (answer.kind !== 'text') return null;
  return (
    <>
      <Banner kind="attention">
        {say('notJson')} {say('notJsonText')}
      </Banner>
      <pre className={styles.json}>
        {answer.text.length > mostText ? `${answer.text.slice(0, mostText)}…` : answer.text}
      </pre>
    </>
  );
}

const isNothing = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

function TheDay({ day }: { day: JsonObject | null }) {
  const say = usePageText('businessday/foreign', genericDayTexts);
  return day ? <Part title={say('theDay')} value={day} /> : <p className={styles.note}>{say('noDay')}</p>;
}

function Part({ title, value }: { title: string; value: Json }) {
  const sayOf = useTextOf('businessday');
  const nameOf = (key: string) => {
    const said = key in businessday.fields ? sayOf(key) : key;
    return said === key ? undefined : said;
  };
  return (
    <section className={styles.block} aria-label={title}>
      <h2>{title}</h2>
      <JsonViewer value={value} label={title} nameOf={nameOf} />
    </section>
  );
}

function NotRead({ id, error, retry }: { id: string; error: Error | null; retry: () => void }) {
  const say = usePageText('businessday/foreign', genericDayTexts);
  const sayReport = usePageText('businessday/report', reportTexts);
  const sayCore = useText();
  const errorText = useErrorText();
  const isAbsent = error instanceof RequestError && error.status === 404;
  if (isAbsent)
    return (
      <Banner kind="note" action={<Button onClick={retry}>{sayCore('error.tryAgain')}</Button>}>
        {say('noReport')} {say('noReportText', { path: reportPath(id) })} {say('notReadText')}
      </Banner>
    );
  return (
    <ErrorState
      title={sayReport('notRead')}
      text={`${errorText(error)} ${say('notReadText')}`}
      retry={sayCore('error.tryAgain')}
      onRetry={retry}
    />
  );
}
