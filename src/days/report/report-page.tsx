import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useParams } from 'react-router';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { usePageText, useText, useTextOf } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { MoneyIn } from '@/app/i18n/use-format';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { highlightJson } from '@/ui/fields/json-text';
import { PageHeader } from '@/ui/layout/page';
import { DemoFilling } from '@/app/shell/demo-filling';
import { DayReportPage } from './day-report';
import { refetchWithReceipts } from './data/refetch-report';
import { dayReport } from './data/report-query';
import { reportTexts } from './report-texts';
import styles from './report.module.css';

/** Page of the report of a business day: loading skeleton, error state, or the report. */
export function Page({ screen }: { screen: Screen }) {
  const { id = '' } = useParams();
  const { genericServer } = useApp();
  if (!genericServer) return <ReportOf key={id} screen={screen} id={id} />;
  return (
    <Suspense fallback={<SkeletonLines lines={14} />}>
      <GenericDay key={id} screen={screen} id={id} server={genericServer} />
    </Suspense>
  );
}

/**
 * The same for a generic server, whose day and report may have any shape
 * (docs/design.md#6-servers-that-this-project-did-not-write).
 */
const GenericDay = lazy(async () => ({
  default: (await import('../generic-server/generic-day')).GenericDay,
}));

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
