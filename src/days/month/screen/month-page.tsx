import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, useQueryStates } from 'nuqs';
import { useParams } from 'react-router';
import { usePageText } from '@/app/i18n/i18n';
import { MoneyIn, useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { DemoFilling } from '@/app/shell/demo-filling';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import type { Screen } from '@/app/shell/screen';
import { Button } from '@/ui/display/button';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { ChooseCurrency, currenciesIn } from '../../summary/choose-currency';
import { monthText } from '../schema';
import { MonthView } from './month-view';
import { longMonth } from './month-names';
import { monthQuery } from './month-query';
import { MonthSteps } from './month-steps';
import { monthTexts } from './month-texts';
import reportStyles from '../../report/report.module.css';

/** Page of a month, which is in the address with its locations and currency. */
export function Page({ screen }: { screen: Screen }) {
  const { month = '' } = useParams();
  const say = usePageText('businessday/month', monthTexts);
  if (monthText().safeParse(month).success) return <MonthPage screen={screen} month={month} />;
  return (
    <>
      <PageHeader title={say('month')} crumbs={[{ label: say('months'), href: '/months' }]} ruled />
      <EmptyState title={say('unknown')} actions={<Button href="/months">{say('months')}</Button>} />
    </>
  );
}

function MonthPage({ screen, month }: { screen: Screen; month: string }) {
  const say = usePageText('businessday/month', monthTexts);
  const errorText = useErrorText();
  const { locale } = useFormat();
  const { client } = useApp().current;
  const [{ currency, location_id }, set] = useQueryStates(
    { currency: parseAsString.withDefault(''), location_id: parseAsArrayOf(parseAsString).withDefault([]) },
    { history: 'push', shallow: false },
  );
  const params = {
    month,
    ...(location_id.length > 0 && { location_id: location_id.join(',') }),
    ...(currency !== '' && { currency }),
  };
  const { data, error, refetch } = useQuery({
    ...monthQuery(client, params),
    placeholderData: keepPreviousData,
  });
  const title = longMonth(month, locale);
  useDocumentTitle(title);
  const offered = currenciesIn(error);
  if (data?.month === month)
    return (
      <MoneyIn currency={data.currency}>
        <MonthView screen={screen} month={data} isOfAll={location_id.length === 0} />
      </MoneyIn>
    );
  return (
    <>
      <DemoFilling />
      <PageHeader
        title={title}
        crumbs={[{ label: say('months'), href: '/months' }]}
        actions={<MonthSteps month={month} />}
        ruled
      />
      {offered.length > 0 ? (
        <ChooseCurrency currencies={offered} onChoose={(code) => void set({ currency: code })} />
      ) : error ? (
        <ErrorState
          title={say('notRead')}
          text={errorText(error)}
          retry={say('again')}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={reportStyles.body}>
          <SkeletonLines lines={14} />
        </div>
      )}
    </>
  );
}
