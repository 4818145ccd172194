import { useQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';
import { use } from 'react';
import { FilterChip } from '@/app/grid/filters/filter-chip';
import { usePageText, useText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { TodayContext } from '@/ui/display/ui-strings';
import { PageHeader } from '@/ui/layout/page';
import type { Summary } from '@/days/report/schema/summary';
import { Accounts } from './accounts';
import { salesOfMonth } from './reads';
import { monthOf, type Month } from './sales';
import { SalesPart } from './sales-part';
import { overviewTexts } from './texts';
import { ToDo, useWaiting } from './to-do';
import styles from './overview.module.css';

/**
 * The first page: what waits for the person, and the sales of the month against those of the month before. An accountant
 * sees the month instead: its days, its tax, what is ready to be exported.
 */
export function OverviewPage() {
  const say = usePageText('overview', overviewTexts);
  const sayAll = useText();
  const format = useFormat();
  const textOfError = useErrorText();
  const { current, screens } = useApp();
  const { client, me } = current;
  const today = use(TodayContext)();
  const month = monthOf(today);
  const [locations, setLocations] = useQueryState(
    'location_id',
    parseAsArrayOf(parseAsString).withDefault([]).withOptions({ history: 'push', shallow: false }),
  );
  const sales = salesOfMonth(client, month, locations, format.code);
  const now = useQuery(sales.now);
  const before = useQuery(sales.before);
  useDocumentTitle(say('title'));
  const days = screens['businessday'];
  const where = days?.filters.find(({ name }) => name === 'location_id');
  const error = now.error ?? before.error;
  const loaded = now.data && before.data && { now: now.data, before: before.data, month };
  return (
    <>
      <PageHeader
        ruled
        title={say('title')}
        state={<span className="muted">{format.day(today)}</span>}
        actions={
          days &&
          where && (
            <FilterChip
              screen={days}
              filter={where}
              values={locations}
              onChange={(values) => void setLocations(values.length > 0 ? [...values] : null)}
            />
          )
        }
      />
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} data-scroll>
        {error ? (
          <ErrorState
            title={say('notRead')}
            text={textOfError(error)}
            retry={sayAll('error.tryAgain')}
            onRetry={() => void Promise.all([now.refetch(), before.refetch()])}
          />
        ) : me?.role !== 'accountant' ? (
          <Week loaded={loaded} />
        ) : loaded === undefined ? (
          <Loading />
        ) : (
          <Accounts {...loaded} />
        )}
      </div>
    </>
  );
}

const Loading = () => (
  <div className={styles.part}>
    <SkeletonLines lines={12} />
  </div>
);

/** What waits, and the sales; what waits is asked for beside the figures of the days, not after them. */
function Week({ loaded }: { loaded: { now: Summary; before: Summary; month: Month } | undefined }) {
  const waiting = useWaiting();
  if (loaded === undefined) return <Loading />;
  return (
    <div className={styles.columns}>
      <ToDo {...loaded} waiting={waiting} />
      <SalesPart {...loaded} />
    </div>
  );
}
