import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useApp } from '@/app/shell/app-context';
import { DemoFilling } from '@/app/shell/demo-filling';
import { ListPage } from '@/app/grid/list-page';
import { useListState, type ListState } from '@/app/grid/list-state';
import { noneTexts } from '@/app/grid/none-texts';
import { useTextOf, usePageText, useText, defineTexts } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { SkeletonLines, EmptyState, ErrorState } from '@/ui/display/empty-state';
import { maxPrinted, usePrintout } from '@/app/print/use-printout';
import { ExportReceipts } from './export-receipts';
import { PrintedReceipts } from './printed-receipts';
import type { Receipt } from './receipt';
import { stepsFrom } from './receipt-steps';
import { ReceiptPanel } from './receipt-panel';
import { ReceiptTable, type ReceiptTableHandle } from './receipt-table';
import { oneReceipt, readReceipts, receiptCount, receiptWalk, timeZones } from './receipt-walk';
import { Reading, ReceiptsFrame, useOpenReceipt } from './receipts-frame';
import { useErrorText } from '@/app/shell/error-text';
import { Button } from '@/ui/display/button';
import { receiptTexts } from './receipt-texts';

/** Error state of the receipts: the reason why loading failed, with a retry button. */
function NotRead({ error, retry }: { error: Error; retry: () => void }) {
  const say = useText();
  const sayOf = useTextOf('sales');
  const errorText = useErrorText();
  return (
    <ErrorState
      title={sayOf('notRead')}
      text={errorText(error)}
      retry={say('error.tryAgain')}
      onRetry={retry}
    />
  );
}

/** Empty state of the receipts: there are none, or none matches the filters. */
function NothingFound({ state }: { state: ListState }) {
  const say = usePageText('grid/none', noneTexts);
  const sayOf = useTextOf('sales');
  usePageText('sales/receipt', receiptTexts);
  if (!state.isNarrowed) return <EmptyState title={sayOf('none')} text={sayOf('addFirst')} />;
  return (
    <EmptyState title={say('nothingFound')} actions={<Button onClick={state.clear}>{say('clear')}</Button>} />
  );
}

/** Page of all receipts across days; where the server does not filter them, a list like any other. */
export function List({ screen }: { screen: Screen }) {
  const { can } = useApp().current.server;
  return can.listQueries ? (
    <Receipts screen={screen} />
  ) : (
    <ListPage screen={{ ...screen, deactivates: false }} />
  );
}

/**
 * The receipts, newest first, with the service's filters; scrolling loads more. The id of the open receipt is in the
 * address, so that a link opens it.
 */
function Receipts({ screen }: { screen: Screen }) {
  const { current, source } = useApp();
  const say = useTextOf('sales');
  const state = useListState(screen);
  const companyZone = current.me?.company.timezone;
  const walk = useInfiniteQuery(receiptWalk(current.client, state.query, companyZone));
  const total = useQuery(receiptCount(current.client, state.query, companyZone)).data;
  const zones = useQuery(timeZones(source)).data;
  const receipts = useMemo(() => walk.data?.pages.flatMap((step) => step.receipts) ?? [], [walk.data]);

  const printout = usePrintout<Receipt>({
    loaded: () => ({ rows: receipts }),
    loadAll: async (onRead) => {
      const rows = await readReceipts(current.client, state.query, companyZone, maxPrinted, onRead);
      return { rows, hasMore: rows.length < (total ?? 0) };
    },
    isThere: walk.data !== undefined,
  });

  const table = useRef<ReceiptTableHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { openId, show, close } = useOpenReceipt(table);
  const { hasNextPage, isFetching, fetchNextPage } = walk;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const timeZoneOf = (receipt: Receipt) => zones?.get(receipt.location_id) ?? companyZone;
  return (
    <>
      <DemoFilling />
      {printout && (
        <PrintedReceipts
          screen={screen}
          query={state.query}
          printout={printout}
          total={total}
          timeZoneOf={timeZoneOf}
        />
      )}
      <ReceiptsFrame
        screen={screen}
        state={state}
        total={total}
        table={table}
        scroller={scroller}
        onClose={close}
        actions={
          receipts.length > 0 && <ExportReceipts query={state.query} total={total} timeZoneOf={timeZoneOf} />
        }
        panel={
          openId !== null && (
            <OpenReceipt
              id={openId}
              receipts={receipts}
              timeZoneOf={timeZoneOf}
              onShow={show}
              onClose={close}
            />
          )
        }
      >
        {walk.error && receipts.length === 0 ? (
          <NotRead error={walk.error} retry={() => void walk.refetch()} />
        ) : walk.isPending ? (
          <Reading />
        ) : receipts.length === 0 ? (
          <NothingFound state={state} />
        ) : (
          <ReceiptTable
            ref={table}
            label={say('title')}
            receipts={receipts}
            scroller={scroller}
            wide
            timeZoneOf={timeZoneOf}
            openId={openId}
            onOpen={({ id }) => show(id)}
            onClose={close}
            sort={state.query.sort}
            onSort={state.sortBy}
            onEnd={onEnd}
          />
        )}
        {walk.error && receipts.length > 0 && (
          <NotRead error={walk.error} retry={() => void walk.fetchNextPage()} />
        )}
      </ReceiptsFrame>
    </>
  );
}

/** Panel of the open receipt: taken from the loaded rows, or else requested by its id. */
function OpenReceipt(props: {
  id: string;
  receipts: readonly Receipt[];
  timeZoneOf: (receipt: Receipt) => string | undefined;
  onShow: (id: string) => void;
  onClose: () => void;
}) {
  const { id, receipts, timeZoneOf, onShow, onClose } = props;
  const { client } = useApp().current;
  const at = receipts.findIndex((receipt) => receipt.id === id);
  const asked = useQuery({ ...oneReceipt(client, id), enabled: at < 0 });
  const receipt = receipts[at] ?? asked.data;
  if (!receipt) {
    if (asked.error) return <NotRead error={asked.error} retry={() => void asked.refetch()} />;
    return <SkeletonLines lines={10} />;
  }
  return (
    <ReceiptPanel
      receipt={receipt}
      timeZone={timeZoneOf(receipt)}
      steps={stepsFrom(receipts, at, onShow)}
      onClose={onClose}
    />
  );
}

/** The sentences of the list of receipts, loaded with it. */
export const texts = defineTexts({
  en: {
    search: 'Receipt number or cashier',
    searchLabel: 'Search receipts',
    none: 'No receipts yet',
    addFirst: 'They come from the tills.',
    notRead: 'The receipts could not be read',
    searched_one: '{{count, number}} receipt searched',
    searched_other: '{{count, number}} receipts searched',
  },
  fi: {
    search: 'Kuittinumero tai myyjä',
    searchLabel: 'Hae kuitteja',
    none: 'Kuitteja ei vielä ole',
    addFirst: 'Ne tulevat kassoilta.',
    notRead: 'Kuitteja ei voitu lukea',
    searched_one: 'Haettiin {{count, number}} kuitista',
    searched_other: 'Haettiin {{count, number}} kuitista',
  },
});
