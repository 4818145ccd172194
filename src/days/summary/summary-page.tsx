import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { use } from 'react';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { rangeText } from '@/app/grid/filters/range-chip';
import { usePageText, useText, useTextOf } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { MoneyIn, useFormat } from '@/app/i18n/use-format';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Button, ButtonGroup } from '@/ui/display/button';
import { cx } from '@/ui/style/cx';
import { Icon } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import { PageHeader } from '@/ui/layout/page';
import { TodayContext } from '@/ui/display/ui-strings';
import { Breakdowns } from '../report/tables/breakdowns';
import { DaysTable, wrongOf } from '../list/days-table';
import { DemoFilling } from '@/app/shell/demo-filling';
import { ExportMenu } from '../report/export-menu';
import { Hours } from '../report/tables/hours';
import { KeyFigures } from '../report/key-figures';
import { keyFiguresOf } from '../report/key-figures-of';
import { PrintHead } from '@/app/print/print-head';
import { usePeriodWords } from '../report/period-words';
import { usePrint } from '../report/printing';
import type { Summary } from '../report/schema/summary';
import { summaryReport } from '../report/data/report-query';
import { monthPdfs } from '../report/z-pdf';
import { daysTable, totalsTables } from '../report/tables/report-tables';
import { reportTexts } from '../report/report-texts';
import { ChooseCurrency, currenciesIn } from './choose-currency';
import { DayFilters, dayParameters } from './day-filters';
import styles from '../report/report.module.css';
import { useRegisterNames } from '../report/data/use-names';
import { lazy } from '@/ui/state/lazy';

const ComparedDays = lazy(async () => ({
  default: (await import('./compare/compared-days')).ComparedDays,
}));

/** Page with the summary of several days and locations, which are in the address. */
export function Page({ screen }: { screen: Screen }) {
  const say = usePageText('businessday/report', reportTexts);
  const sayOf = useTextOf('businessday');
  const { client } = useApp().current;
  const today = use(TodayContext)();
  const [{ location_id, from, to, currency }, set] = useQueryStates(
    {
      ...dayParameters(today),
    },
    { history: 'push', shallow: false },
  );
  const summary = useQuery({
    ...summaryReport(client, { locations: location_id, from, to, currency }),
    placeholderData: keepPreviousData,
  });
  const offered = currenciesIn(summary.error);
  const choose = (code: string) => void set({ currency: code });
  useDocumentTitle(say('summary.title'));
  return (
    <>
      <DemoFilling />
      <PageHeader
        title={say('summary.title')}
        crumbs={[{ label: sayOf('title'), href: screen.path }]}
        actions={summary.data && <Taking summary={summary.data} />}
      />
      <DayFilters
        screen={screen}
        label={say('summary.range')}
        days={{ from, to, location_id }}
        othersSet={currency === '' ? 0 : 1}
        set={set}
      >
        {summary.data?.currencies.some((code) => code !== summary.data?.currency) && (
          <ButtonGroup label={say('summary.currency')}>
            {summary.data?.currencies.map((code) => (
              <Button key={code} aria-pressed={code === summary.data?.currency} onClick={() => choose(code)}>
                {code}
              </Button>
            ))}
          </ButtonGroup>
        )}
      </DayFilters>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0}>
        {summary.data ? (
          <MoneyIn currency={summary.data.currency}>
            <Sums screen={screen} summary={summary.data} locations={location_id} />
          </MoneyIn>
        ) : offered.length > 0 ? (
          <ChooseCurrency currencies={offered} onChoose={choose} />
        ) : summary.error ? (
          <NotRead error={summary.error} retry={() => void summary.refetch()} />
        ) : (
          <div className={styles.body}>
            <SkeletonLines lines={12} />
          </div>
        )}
      </div>
    </>
  );
}

function NotRead({ error, retry }: { error: Error; retry: () => void }) {
  const say = usePageText('businessday/report', reportTexts);
  const sayCore = useText();
  const errorText = useErrorText();
  return (
    <ErrorState
      title={say('notRead')}
      text={errorText(error)}
      retry={sayCore('error.tryAgain')}
      onRetry={retry}
    />
  );
}

const placesOf = ({ locations }: Summary): string => locations.map(({ name }) => name).join(', ');

function Taking({ summary }: { summary: Summary }) {
  const say = usePageText('businessday/report', reportTexts);
  const { print } = usePrint();
  const format = useFormat();
  const registerName = useRegisterNames(summary.totals.cash, [], say);
  const tables = () => [daysTable(summary, say), ...totalsTables(summary.totals, { say, registerName })];
  return (
    <ExportMenu
      tables={tables}
      names={tables().map(({ name }) => name)}
      file={[say('summary.title'), summary.from, summary.to]}
      onPrint={print}
      hasReceipts={false}
      about={{ places: placesOf(summary), dates: `${summary.from} – ${summary.to}` }}
      facts={{ currency: summary.currency }}
      pdfs={monthPdfs(summary, format.locale.slice(0, 2), say)}
    />
  );
}

/** List of the days with faults. */
function NotAddingUp({ screen, summary }: { screen: Screen; summary: Summary }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const days = summary.days.flatMap((day) => {
    const wrong = wrongOf(day, say);
    return wrong === '' ? [] : [{ ...day, wrong }];
  });
  const places = new Map(summary.locations.map(({ id, name }) => [id, name]));
  if (days.length === 0) return null;
  return (
    <section className={cx(styles.checks, styles.fail)} aria-label={say('checks')}>
      <header>
        <Icon as={TriangleAlert} />
        <h2>{say('summary.off', { count: days.length })}</h2>
      </header>
      <ul className={styles.inside}>
        {days.map(({ id, date, location_id, wrong }) => (
          <li key={id}>
            <Link href={`${screen.path}/${id}`} className="link">
              {format.day(date)}, {places.get(location_id)}
            </Link>{' '}
            <span className="meta">{wrong}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sums(props: { screen: Screen; summary: Summary; locations: readonly string[] }) {
  const { screen, summary, locations } = props;
  const say = usePageText('businessday/report', reportTexts);
  const sayCore = useText();
  const format = useFormat();
  const { countedText } = usePeriodWords();
  const { me } = useApp().current;
  const registerName = useRegisterNames(summary.totals.cash, [], say);
  if (summary.days.length === 0) return <EmptyState title={say('summary.none')} />;
  return (
    <div className={styles.body}>
      <PrintHead
        company={me?.company.name ?? ''}
        about={placesOf(summary)}
        aside=""
        title={rangeText(summary.from, summary.to, format, sayCore)}
      />
      <KeyFigures figures={keyFiguresOf(summary.totals, { say, format, days: summary.days })} />
      <p className="meta">{countedText('all')}</p>
      <NotAddingUp screen={screen} summary={summary} />
      <Hours hours={summary.totals.by_hour} />
      <Breakdowns totals={summary.totals} registerName={registerName} />
      <DaysTable screen={screen} summary={summary} />
      <ComparedDays summary={summary} locations={locations} />
    </div>
  );
}
