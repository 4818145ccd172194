import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { use } from 'react';
import { rangeText } from '@/app/grid/filters/range-chip';
import { usePageText, useText, useTextOf } from '@/app/i18n/i18n';
import { MoneyIn, useFormat } from '@/app/i18n/use-format';
import { PrintHead } from '@/app/print/print-head';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import type { Screen } from '@/app/shell/screen';
import { Button, ButtonGroup } from '@/ui/display/button';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { TodayContext } from '@/ui/display/ui-strings';
import { PageHeader } from '@/ui/layout/page';
import { sumOf } from '../../report/amounts';
import { ExportMenu } from '../../report/export-menu';
import { usePrint } from '../../report/printing';
import reportStyles from '../../report/report.module.css';
import { ChooseCurrency, currenciesIn } from '../../summary/choose-currency';
import { DayFilters, dayParameters } from '../../summary/day-filters';
import { ExportDays } from './export-days';
import { Lacks } from './lacks';
import { voucherKinds, type Vouchers } from '../schema';
import { VoucherItem } from './voucher-item';
import { vouchersQuery } from './voucher-query';
import { VoucherSums } from './voucher-sums';
import { voucherTable } from './voucher-table';
import { voucherTexts } from './voucher-texts';
import styles from './voucher.module.css';

/** Page with the vouchers of several days and locations, which are in the address. */
export function Page({ screen }: { screen: Screen }) {
  const say = usePageText('businessday/voucher', voucherTexts);
  const sayOf = useTextOf('businessday');
  const sayCore = useText();
  const errorText = useErrorText();
  const format = useFormat();
  const { client, me } = useApp().current;
  const today = use(TodayContext)();
  const [{ location_id, from, to, currency, by }, set] = useQueryStates(
    {
      ...dayParameters(today),
      by: parseAsStringLiteral(voucherKinds).withDefault('day'),
    },
    { history: 'push', shallow: false },
  );
  const params = {
    from,
    to,
    by,
    ...(location_id.length > 0 && { location_id: location_id.join(',') }),
    ...(currency !== '' && { currency }),
  };
  const read = useQuery({ ...vouchersQuery(client, params), placeholderData: keepPreviousData });
  const { isPrinting, print } = usePrinting();
  const offered = currenciesIn(read.error);
  const title = say('vouchers');
  useDocumentTitle(title);
  const data = read.data;
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[{ label: sayOf('title'), href: screen.path }]}
        actions={
          data && (
            <>
              <ExportMenu
                tables={() => [voucherTable(data.vouchers, say, { name: title })]}
                names={[title]}
                file={[title, from, to]}
                books={params}
                onPrint={print}
                hasReceipts={false}
                about={{ places: placesOf(data), dates: `${from} – ${to}` }}
                facts={{ currency: data.currency }}
              />
              <ExportDays vouchers={data.vouchers} by={by} />
            </>
          )
        }
      />
      <DayFilters
        screen={screen}
        label={say('range')}
        days={{ from, to, location_id }}
        othersSet={by === 'day' ? 0 : 1}
        set={set}
      >
        <ButtonGroup label={say('by')}>
          {voucherKinds.map((kind) => (
            <Button key={kind} aria-pressed={kind === by} onClick={() => void set({ by: kind })}>
              {say(`by=${kind}`)}
            </Button>
          ))}
        </ButtonGroup>
      </DayFilters>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={reportStyles.scroll} tabIndex={0}>
        {data ? (
          <MoneyIn currency={data.currency}>
            <PrintHead
              company={me?.company.name ?? ''}
              about={placesOf(data)}
              aside={rangeText(from, to, format, sayCore)}
              title={`${title}, ${rangeText(from, to, format, sayCore)}`}
            />
            <List screen={screen} data={data} showsAll={isPrinting} />
          </MoneyIn>
        ) : offered.length > 0 ? (
          <ChooseCurrency currencies={offered} onChoose={(code) => void set({ currency: code })} />
        ) : read.error ? (
          <ErrorState
            title={say('notRead')}
            text={errorText(read.error)}
            retry={say('again')}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <div className={reportStyles.body}>
            <SkeletonLines lines={12} />
          </div>
        )}
      </div>
    </>
  );
}

/** Prints with the rows of every voucher. */
function usePrinting() {
  const { withReceipts, print } = usePrint();
  return { isPrinting: withReceipts, print: () => print(true) };
}

const placesOf = ({ vouchers }: Vouchers): string =>
  [...new Set(vouchers.map(({ location }) => location.name))].join(', ');

/** The most vouchers whose rows are shown at once. */
const mostOpen = 3;

function List(props: { screen: Screen; data: Vouchers; showsAll: boolean }) {
  const { screen, data, showsAll } = props;
  const say = usePageText('businessday/voucher', voucherTexts);
  const { vouchers } = data;
  if (vouchers.length === 0) return <EmptyState title={say('none')} />;
  return (
    <div className={styles.body}>
      {vouchers.length > 1 && (
        <div className={styles.head}>
          <h2>{say('all', { count: vouchers.length })}</h2>
          <VoucherSums
            debit={sumOf(vouchers.map(({ debit }) => debit)).toFixed()}
            credit={sumOf(vouchers.map(({ credit }) => credit)).toFixed()}
          />
        </div>
      )}
      <Lacks vouchers={vouchers} />
      <div>
        {vouchers.map((voucher) => (
          <VoucherItem
            key={voucher.days[0]?.id}
            screen={screen}
            voucher={voucher}
            isOpenAtFirst={vouchers.length <= mostOpen}
            showsAll={showsAll}
          />
        ))}
      </div>
    </div>
  );
}
