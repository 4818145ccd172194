import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { use } from 'react';
import { RangeChip } from '@/app/grid/filters/range-chip';
import { comparedUntil, firstOf, type Period } from '@/record/period';
import { usePageText, useText } from '@/app/i18n/i18n';
import { MoneyIn, useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { TodayContext } from '@/ui/display/ui-strings';
import { PageHeader, Toolbar } from '@/ui/layout/page';
import type { Client } from '@/app/data/client';
import {
  groupDaysSchema,
  groupSummary,
  type GroupCompany,
  type GroupSummary,
  type GroupDays,
} from '../schema';
import { GroupDaysTable } from './group-days';
import { GroupMonths, useMonthText } from './group-months';
import { GroupTable } from './group-table';
import { DaysOf } from './place';
import { texts } from './texts';
import { ExportMenu } from '../../report/export-menu';
import { usePeriodWords } from '../../report/period-words';
import { usePrint } from '../../report/printing';
import { groupTables } from './group-tables';
import styles from './group.module.css';

/** Query of what a period comes to in each company of the person; days as `YYYY-MM-DD`. */
const groupOf = (client: Client, { from, to }: Period, until: string) =>
  queryOptions({
    queryKey: ['businessday', 'group', from, to, until],
    queryFn: async ({ signal }) =>
      groupSummary.parse(
        await client.json(`/api/secure/group/summary?from=${from}&to=${to}&until=${until}`, signal),
      ),
    placeholderData: keepPreviousData,
  });

/** Query of the business days of a period in each company of the person, and which of their months are locked. */
const groupDaysOf = (client: Client, { from, to }: Period) =>
  queryOptions({
    queryKey: ['businessday', 'group-days', from, to],
    queryFn: async ({ signal }) =>
      groupDaysSchema.parse(await client.json(`/api/secure/group/days?from=${from}&to=${to}`, signal)),
  });

/** Page of the companies in which the person works, seen together; each row leads into its company. */
export function Page() {
  const { current } = useApp();
  const say = usePageText('businessday/group', texts);
  const isAlone = (current.me?.memberships.length ?? 0) < 2;
  return isAlone ? (
    <>
      <PageHeader title={say('title')} />
      <EmptyState title={say('one')} text={say('one.text')} />
    </>
  ) : (
    <Group />
  );
}

function Group() {
  const say = usePageText('businessday/group', texts);
  const sayCore = useText();
  const errorText = useErrorText();
  const format = useFormat();
  const { countedText, changesText } = usePeriodWords();
  const { client } = useApp().current;
  const today = use(TodayContext)();
  const [{ from, to }, set] = useQueryStates(
    {
      from: parseAsString.withDefault(firstOf(today)).withOptions({ clearOnDefault: false }),
      to: parseAsString.withDefault(today).withOptions({ clearOnDefault: false }),
    },
    { history: 'push', shallow: false },
  );
  const group = useQuery(groupOf(client, { from, to }, comparedUntil({ from, to }, today)));
  const days = useQuery(groupDaysOf(client, { from, to }));
  useDocumentTitle(say('title'));
  const { data, error } = group;
  const words = `${countedText('all')} ${changesText(today, { from, to })}`;
  return (
    <>
      <PageHeader title={say('title')} actions={data && <GroupTaking summary={data} days={days.data} />} />
      <Toolbar
        filters={
          <RangeChip
            label={say('range')}
            from={from}
            until={to}
            fixed
            onChange={(first, last) => void set({ from: first || null, to: last || null })}
          />
        }
      />
      {/* Focusable, so that keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.body} tabIndex={0} data-scroll>
        <p className={styles.paper}>{`${format.day(from)} – ${format.day(to)}`}</p>
        {data && <p className={styles.note}>{words}</p>}
        {error ? (
          <ErrorState
            title={say('notRead')}
            text={errorText(error)}
            retry={sayCore('error.tryAgain')}
            onRetry={() => void group.refetch()}
          />
        ) : data ? (
          <>
            <Companies summary={data} />
            {days.error && <Banner kind="attention">{say('daysNotRead')}</Banner>}
            {days.data && (
              <>
                <GroupMonths companies={days.data.companies} />
                <GroupDaysTable companies={days.data.companies} />
              </>
            )}
          </>
        ) : (
          <div className={styles.waits}>
            <SkeletonLines lines={10} />
          </div>
        )}
      </div>
    </>
  );
}

function Companies({ summary }: { summary: GroupSummary }) {
  const say = usePageText('businessday/group', texts);
  const named = (state: GroupCompany['state']) =>
    summary.companies.filter((one) => one.state === state).map(({ name }) => name);
  const [failed, closed] = [named('failed'), named('not_allowed')];
  const without = summary.companies.filter((one) => one.state === 'read' && one.locations.length === 0);
  return (
    <>
      {failed.length > 0 && (
        <Banner kind="attention">{say('failed', { count: failed.length, names: failed.join(', ') })}</Banner>
      )}
      {closed.length > 0 && (
        <Banner kind="note">{say('notAllowed', { count: closed.length, names: closed.join(', ') })}</Banner>
      )}
      {summary.totals.map(({ currency }) => (
        <MoneyIn key={currency} currency={currency}>
          <GroupTable summary={summary} currency={currency} />
        </MoneyIn>
      ))}
      {without.length > 0 && (
        <p className={styles.without}>
          {say('without')}
          {without.map((company) => (
            <DaysOf key={company.acting_as} company={company} period={summary} />
          ))}
        </p>
      )}
    </>
  );
}

/** Export of all companies together, as CSV or one workbook, and print. */
function GroupTaking({ summary, days }: { summary: GroupSummary; days: GroupDays | undefined }) {
  const say = usePageText('businessday/group', texts);
  const monthText = useMonthText();
  const { print } = usePrint();
  const tables = () => groupTables(summary, days, say, monthText);
  return (
    <ExportMenu
      tables={tables}
      names={tables().map(({ name }) => name)}
      file={[say('title'), summary.from, summary.to]}
      onPrint={print}
      hasReceipts={false}
      about={{
        places: summary.companies.map(({ name }) => name).join(', '),
        dates: `${summary.from} – ${summary.to}`,
      }}
      facts={{}}
    />
  );
}
