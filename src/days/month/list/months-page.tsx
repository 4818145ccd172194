import { useQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { DemoFilling } from '@/app/shell/demo-filling';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Link } from '@/ui/layout/link';
import { PageHeader } from '@/ui/layout/page';
import { useNarrowerThan, usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { usePeriodWords } from '../../report/period-words';
import type { Months, MonthSettle } from '../schema';
import { longMonth } from '../screen/month-names';
import { monthsQuery, monthSettleQuery } from '../screen/month-query';
import { monthTexts } from '../screen/month-texts';
import { MonthState, useStateText } from './month-state';
import reportStyles from '../../report/report.module.css';
import styles from '../screen/month.module.css';

/** The most months of which it is asked what they wait for: older ones say that they are not locked, and their page says the rest. */
const mostMonths = 24;

/**
 * Returns what each month waits for that is over and not locked, by month. They are asked one after the other, newest first: the list
 * is there at once, and a year of months is never computed at the same time.
 */
function useMonthsSettle(months: Months): ReadonlyMap<string, MonthSettle | 'pending' | 'unknown'> {
  const { client } = useApp().current;
  const asked = months
    .filter(({ locked, over }) => over && !locked)
    .slice(0, mostMonths)
    .map(({ month }) => month);
  const [next, setNext] = useState(1);
  const answers = useQueries({
    queries: asked.map((month, at) => ({ ...monthSettleQuery(client, month), enabled: at < next })),
  });
  const known = answers.findIndex(({ isPending }) => isPending);
  const wanted = known === -1 ? asked.length : known + 1;
  if (wanted > next) setNext(wanted);
  return new Map(
    asked.map((month, at) => {
      const { data, isError } = answers[at] ?? {};
      return [month, data ?? (isError ? 'unknown' : 'pending')];
    }),
  );
}

/** A month in one currency: a month of two is two rows. */
type MonthRow = Omit<Months[number], 'by_currency'> & Months[number]['by_currency'][number];

/** Page with the months of the company, newest first. */
export function Page() {
  const say = usePageText('businessday/month', monthTexts);
  const errorText = useErrorText();
  const { countedText } = usePeriodWords();
  const { client } = useApp().current;
  const { data, error, refetch } = useQuery(monthsQuery(client));
  useDocumentTitle(say('months'));
  return (
    <>
      <DemoFilling />
      <PageHeader
        title={say('months')}
        state={<span className="muted">{countedText('closed')}</span>}
        ruled
      />
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={reportStyles.scroll} tabIndex={0}>
        {data && data.length === 0 ? (
          <EmptyState title={say('none')} text={say('noneText')} />
        ) : data ? (
          <List months={data} />
        ) : error ? (
          <ErrorState
            title={say('notReadAll')}
            text={errorText(error)}
            retry={say('again')}
            onRetry={() => void refetch()}
          />
        ) : (
          <div className={reportStyles.body}>
            <SkeletonLines lines={8} />
          </div>
        )}
      </div>
    </>
  );
}

const hrefOf = ({ month, currency }: MonthRow, hasSeveral: boolean): string =>
  `/months/${month}${hasSeveral ? `?currency=${currency}` : ''}`;

function List({ months }: { months: Months }) {
  const rows = months.flatMap(({ by_currency, ...month }) =>
    by_currency.map((sums): MonthRow => ({ ...month, ...sums })),
  );
  const waits = useMonthsSettle(months);
  const stateText = useStateText();
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const isPhone = usePhone();
  // With the navigation beside it, the page has no room for the counts and the state below this.
  const isNarrow = useNarrowerThan(1360);
  const hasSeveral = (row: MonthRow) => rows.filter(({ month }) => month === row.month).length > 1;
  const money = (value: string, row: MonthRow) => format.moneyIn(value, row.currency);
  const dayCount = ({ days: { exported, closed, open } }: MonthRow) => exported + closed + open;
  if (isPhone)
    return (
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={`${row.month} ${row.currency}`}>
            <Link href={hrefOf(row, hasSeveral(row))}>
              <span className={styles.main}>
                <span>{longMonth(row.month, format.locale)}</span>
                <b>{money(row.gross, row)}</b>
              </span>
              <span className="meta">
                {[
                  stateText(row, waits.get(row.month)).text,
                  say('daysCount', { count: dayCount(row) }),
                  ...(row.tax === null ? [] : [`${say('vat')} ${money(row.tax, row)}`]),
                ].join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    );
  const number = (
    id: string,
    header: string,
    width: number,
    value: (row: MonthRow) => number,
  ): SheetColumn<MonthRow> => ({
    id,
    header: () => header,
    meta: { width, align: 'right' },
    cell: ({ row: { original } }) => (
      <span className="muted">{value(original) === 0 ? noValue : format.count(value(original))}</span>
    ),
  });
  const counts = [
    ...(['exported', 'closed', 'open'] as const).map((state) =>
      number(state, say(state), 90, (row) => row.days[state]),
    ),
    number('receipts', say('receipts'), 100, ({ count }) => count),
  ];
  return (
    <div className={reportStyles.body}>
      <SheetTable
        label={say('months')}
        rows={rows}
        rowKey={(row) => `${row.month} ${row.currency}`}
        columns={[
          {
            id: 'month',
            header: () => say('month'),
            meta: { width: isNarrow ? 128 : 170 },
            cell: ({ row: { original } }) => (
              <Link href={hrefOf(original, hasSeveral(original))} className="link strong">
                {longMonth(original.month, format.locale)}
              </Link>
            ),
          },
          {
            id: 'state',
            header: () => say('state'),
            cell: ({ row: { original } }) => (
              <MonthState
                month={original}
                waits={waits.get(original.month)}
                href={hrefOf(original, hasSeveral(original))}
              />
            ),
          },
          ...(isNarrow ? [] : counts),
          {
            id: 'vat',
            header: () => `${say('vat')} ${format.currency}`,
            meta: { width: 130, align: 'right' },
            cell: ({ row: { original } }) => (original.tax === null ? '–' : money(original.tax, original)),
          },
          {
            id: 'gross',
            header: () => `${say('gross')} ${format.currency}`,
            meta: { width: 140, align: 'right' },
            cell: ({ row: { original } }) => <b className="ink">{money(original.gross, original)}</b>,
          },
        ]}
      />
    </div>
  );
}
