import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { RequestError } from '@/app/data/request-error';
import { rangeText } from '@/app/grid/filters/range-chip';
import { usePageText, useText } from '@/app/i18n/i18n';
import { MoneyIn, useFormat } from '@/app/i18n/use-format';
import { PrintHead } from '@/app/print/print-head';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { DemoFilling } from '@/app/shell/demo-filling';
import { useErrorText } from '@/app/shell/error-text';
import type { Screen } from '@/app/shell/screen';
import { Button } from '@/ui/display/button';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Link } from '@/ui/layout/link';
import { PageHeader } from '@/ui/layout/page';
import { addDays } from '@/record/calendar';
import { receiptDays } from '../answer';
import { comparedBy, comparedRows, type ComparedSales } from './compared';
import { Figures } from './figures';
import { salesQuery } from './history-query';
import { Questions } from './questions';
import { MarginRows } from './margin-rows';
import { productLinks, salesHref } from './row-links';
import { RowsTable } from './rows-table';
import { SalesChart } from './sales-chart';
import { SaveOrPrint } from './save-or-print';
import { texts } from './texts';
import { useQuestion, type Question } from './use-question';
import { useRowNames } from './row-names';
import styles from './history.module.css';

/** What sales come to in a period, by what the address says, beside the period before. */
export function Page({ screen }: { screen: Screen }) {
  const say = usePageText('sales/history', texts);
  useDocumentTitle(say('title'));
  const { client } = useApp().current;
  const question = useQuestion();
  const { asked, compared, isTooLong } = question;
  const now = useQuery({
    ...salesQuery(client, asked),
    enabled: !isTooLong,
    placeholderData: keepPreviousData,
  });
  // In the currency of the answer: where the days before have several, they are asked for the same.
  const [part, before] = useQueries({
    queries: [compared?.now, compared?.before].map((dates) => ({
      ...salesQuery(client, {
        ...asked,
        ...dates,
        by: comparedBy(asked.by),
        currency: now.data?.currency ?? asked.currency,
      }),
      enabled: now.data !== undefined && dates !== undefined && !isTooLong,
      placeholderData: keepPreviousData,
    })),
  });
  const sales = !isTooLong &&
    now.data && {
      now: now.data,
      part: compared ? part?.data : undefined,
      before: compared ? before?.data : undefined,
    };
  const offered = currenciesIn(now.error);
  return (
    <>
      <DemoFilling />
      <PageHeader
        title={say('title')}
        actions={
          sales &&
          sales.now.rows.length > 0 && (
            <SaveOrPrint
              {...{ sales, question }}
              isReading={[now, part, before].some((one) => one?.isFetching === true)}
            />
          )
        }
      />
      <Questions screen={screen} question={question} currencies={now.data?.currencies ?? []} />
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} data-scroll data-printed-list>
        {isTooLong ? (
          <TooLong question={question} />
        ) : offered.length > 0 ? (
          <EmptyState
            title={say('currencies')}
            text={say('chooseCurrency')}
            actions={offered.map((code) => (
              <Button key={code} onClick={() => void question.set({ currency: code })}>
                {code}
              </Button>
            ))}
          />
        ) : now.error ? (
          <NotRead error={now.error} retry={() => void now.refetch()} />
        ) : sales ? (
          <MoneyIn currency={sales.now.currency}>
            <Sales sales={sales} question={question} screen={screen} />
          </MoneyIn>
        ) : (
          <div className={styles.body}>
            <SkeletonLines lines={12} />
          </div>
        )}
      </div>
    </>
  );
}

function Sales(props: { sales: ComparedSales; question: Question; screen: Screen }) {
  const { sales, question, screen } = props;
  const { now } = sales;
  const say = usePageText('sales/history', texts);
  const sayCore = useText();
  const format = useFormat();
  const { me } = useApp().current;
  const { nameOf } = useRowNames(now.by, now.currency);
  const period = rangeText(now.from, now.to, format, sayCore);
  return (
    <div className={styles.body}>
      <PrintHead
        company={me?.company.name ?? ''}
        about={`${say(question.margin ? 'margin' : 'title')}, ${say(`by.${now.by}`)}`}
        aside={period}
        title={period}
      />
      {now.rows.length === 0 ? (
        <EmptyState
          title={say(now.by === 'discount' || now.by === 'tip' ? `none.${now.by}` : 'none')}
          text={say('noneText')}
        />
      ) : (
        <>
          <Figures sales={sales} today={question.today} />
          {question.asked.plu_id !== '' && <ProductLinks question={question} screen={screen} />}
          {now.latest_receipts !== null && (
            <p className={styles.note}>{say('latest', { count: now.latest_receipts })}</p>
          )}
          <SalesChart sales={sales} question={question} />
          {question.margin ? (
            <MarginRows key={now.by} asked={{ ...question.margin, currency: now.currency }} />
          ) : (
            <RowsTable
              key={now.by}
              sales={now}
              rows={comparedRows(sales)}
              nameOf={nameOf}
              question={question}
              screen={screen}
            />
          )}
        </>
      )}
    </div>
  );
}

/** What only receipts know is asked of more days than may be read. */
function TooLong({ question }: { question: Question }) {
  const say = usePageText('sales/history', texts);
  const { asked, set } = question;
  return (
    <EmptyState
      title={say('tooLong', { days: receiptDays })}
      text={say('tooLongText', { days: receiptDays })}
      actions={
        <Button onClick={() => void set({ from: addDays(asked.to, 1 - receiptDays), to: asked.to })}>
          {say('lastDays', { days: receiptDays })}
        </Button>
      }
    />
  );
}

/** From the sales of a product to the product, its receipts, and what was sold with it. */
function ProductLinks({ question, screen }: { question: Question; screen: Screen }) {
  const say = usePageText('sales/history', texts);
  const { plu } = useApp().screens;
  const { product, receipts } = productLinks(question.asked, plu, screen);
  return (
    <p className={styles.links}>
      {product !== null && (
        <Link href={product} className="link">
          {say('seeProduct')}
        </Link>
      )}
      <Link href={receipts} className="link">
        {say('seeReceipts')}
      </Link>
      {question.asked.by !== 'together' && (
        <Link href={salesHref({ ...question.asked, by: 'together' })} className="link">
          {say('seeTogether')}
        </Link>
      )}
    </p>
  );
}

/** Returns the currencies to choose from, as the service's error names them. */
const currenciesIn = (error: Error | null): string[] =>
  error instanceof RequestError
    ? (error.problem?.errors ?? []).flatMap(({ code, detail }) =>
        code === 'several_currencies' ? [detail] : [],
      )
    : [];

function NotRead({ error, retry }: { error: Error; retry: () => void }) {
  const say = usePageText('sales/history', texts);
  const errorText = useErrorText();
  return <ErrorState title={say('notRead')} text={errorText(error)} retry={say('again')} onRetry={retry} />;
}
