import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { usePageText, useText, useTextOf } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { MoneyIn } from '@/app/i18n/use-format';
import { Button } from '@/ui/display/button';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { highlightJson } from '@/ui/fields/json-text';
import { PageHeader } from '@/ui/layout/page';
import { DemoFilling } from '@/app/shell/demo-filling';
import { DayReportPage } from './day-report';
import { refetchWithReceipts } from './data/refetch-report';
import { dayReport, reportPath } from './data/report-query';
import { reportTexts } from './report-texts';
import styles from './report.module.css';
import { lazy } from '@/ui/state/lazy';

/** Page of a business day: its report, or where that may have any shape the day and the report as they came. */
export function Page({ screen }: { screen: Screen }) {
  const { id = '' } = useParams();
  const { can } = useApp().current.server;
  const { screens } = useApp();
  const sayOfReceipts = useTextOf('sales');
  if (can.dayReports) return <ReportOf key={id} screen={screen} id={id} />;
  const receipts = `${screens['sales']?.path}?businessday_id=${encodeURIComponent(id)}`;
  return (
    <RecordAsItCame
      key={id}
      screen={screen}
      id={id}
      report={reportPath(id)}
      actions={<Button href={receipts}>{sayOfReceipts('title')}</Button>}
    />
  );
}

const RecordAsItCame = lazy(async () => ({
  default: (await import('@/app/generic-server/record-as-it-came')).RecordAsItCame,
}));

/** Loading skeleton, error state, or the report. */

function ReportOf({ screen, id }: { screen: Screen; id: string }) {
  const say = usePageText('businessday/report', reportTexts);
  const sayOf = useTextOf('businessday');
  const sayCore = useText();
  const errorText = useErrorText();
  const { client } = useApp().current;
  const { data, error, refetch } = useQuery(dayReport(client, id));
  useDocumentTitle(sayOf('title'));
  useFresh(id, data?.kind === 'report' && data.report.businessday.status === 'open');
  if (data?.kind === 'report')
    return (
      <MoneyIn currency={data.report.currency}>
        <DayReportPage screen={screen} report={data.report} />
      </MoneyIn>
    );
  return (
    <>
      <DemoFilling />
      <PageHeader title={sayOf('date')} crumbs={[{ label: sayOf('title'), href: screen.path }]} ruled />
      {data ? (
        <>
          <p className={styles.body}>{say('otherShape')}</p>
          <pre className={styles.json}>{highlightJson(JSON.stringify(data.raw, null, 2))}</pre>
        </>
      ) : error ? (
        <ErrorState
          title={say('notRead')}
          text={errorText(error)}
          retry={sayCore('error.tryAgain')}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={styles.body}>
          <SkeletonLines lines={14} />
        </div>
      )}
    </>
  );
}

/** Refetches the report of an open day as its receipts arrive. */
function useFresh(id: string, isOpen: boolean): void {
  const { current, changeFeed } = useApp();
  const queries = useQueryClient();
  const { client } = current;
  useEffect(
    () => (isOpen ? refetchWithReceipts(queries, dayReport(client, id).queryKey, changeFeed) : undefined),
    [client, id, isOpen, changeFeed, queries],
  );
}
