import { useQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';
import { use, useState } from 'react';
import { FilterChip } from '@/app/grid/filters/filter-chip';
import { usePageText, useText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { Button } from '@/ui/display/button';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { TodayContext } from '@/ui/display/ui-strings';
import { PageHeader } from '@/ui/layout/page';
import { lazy } from '@/ui/state/lazy';
import type { Summary } from '@/days/report/schema/summary';
import { Accounts } from './accounts';
import { firstHourQuery, isComplete, setsUp } from './first-hour/query';
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
  const firstHour = useFirstHour();
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
          <>
            {firstHour.steps && firstHour.isHidden && (
              <Button onClick={() => firstHour.hide(false)}>{say('firstHour')}</Button>
            )}
            {days && where && !firstHour.isShown && (
              <FilterChip
                screen={days}
                filter={where}
                values={locations}
                onChange={(values) => void setLocations(values.length > 0 ? [...values] : null)}
              />
            )}
          </>
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
          <Week loaded={loaded} firstHour={firstHour} />
        ) : loaded === undefined ? (
          <Loading />
        ) : (
          <Accounts {...loaded} />
        )}
      </div>
    </>
  );
}

const FirstHour = lazy(async () => ({ default: (await import('./first-hour/first-hour')).FirstHour }));
const Later = lazy(async () => ({ default: (await import('./first-hour/first-hour')).Later }));

const Loading = () => (
  <div className={styles.part}>
    <SkeletonLines lines={12} />
  </div>
);

/** The first hour of a new company: what there is, whether it was hidden, and whether it is shown. */
function useFirstHour() {
  const { current, preferences } = useApp();
  const isAsked = setsUp(current);
  const { data, isPending, refetch } = useQuery({ ...firstHourQuery(current), enabled: isAsked });
  const [isHidden, setHidden] = useState(() => preferences.read(hidden) === true);
  // Whoever saw it goes on in it until its last word: a till has come.
  const [wasShown, setShown] = useState(false);
  const steps = data ?? null;
  const isOpen = steps !== null && (wasShown || !isComplete(steps));
  if (isOpen && !wasShown) setShown(true);
  return {
    steps: isOpen ? steps : null,
    isHidden,
    isShown: isOpen && !isHidden,
    isPending: isAsked && isPending,
    refetch: () => void refetch(),
    hide(is: boolean) {
      preferences.write(hidden, is);
      setHidden(is);
    },
  };
}

const hidden = 'first-hour-hidden';

/** What waits, and the sales; what waits is asked for beside the figures of the days, not after them. */
function Week(props: {
  loaded: { now: Summary; before: Summary; month: Month } | undefined;
  firstHour: ReturnType<typeof useFirstHour>;
}) {
  const { loaded, firstHour } = props;
  const waiting = useWaiting();
  if (loaded === undefined || firstHour.isPending) return <Loading />;
  return (
    <div className={styles.columns}>
      {firstHour.steps && !firstHour.isHidden ? (
        <>
          <FirstHour steps={firstHour.steps} onDone={firstHour.refetch} onHide={() => firstHour.hide(true)} />
          <div className={styles.side}>
            <SalesPart {...loaded} />
            <Later />
          </div>
        </>
      ) : (
        <>
          <ToDo {...loaded} waiting={waiting} />
          <SalesPart {...loaded} />
        </>
      )}
    </div>
  );
}
