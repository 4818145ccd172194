import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useCallback, useMemo, useRef } from 'react';
import { useApp } from '@/core/app/app-context';
import { useDocumentTitle } from '@/core/app/document-title';
import { useErrorText } from '@/core/app/error-text';
import { FilterChip } from '@/core/app/grid/filter-chip';
import { ListSearch } from '@/core/app/grid/list-search';
import { useListState, type ListState } from '@/core/app/grid/list-state';
import { RangeChip } from '@/core/app/grid/range-chip';
import { usePageText, useText, useTextOf } from '@/core/app/i18n';
import type { Screen } from '@/core/app/screen';
import { useFormat } from '@/core/app/use-format';
import { Beside } from '@/core/ui/beside';
import { EmptyState, ErrorState, SkeletonLines } from '@/core/ui/blank';
import { Button } from '@/core/ui/button';
import { PageHeader, Toolbar } from '@/core/ui/page';
import type { Receipt } from './receipt';
import { ReceiptPanel } from './receipt-panel';
import { ReceiptTable, type ReceiptTableHandle } from './receipt-table';
import { receiptTexts } from './receipt-texts';
import { oneReceipt, receiptCount, receiptWalk, timeZones } from './receipt-walk';
import styles from './receipts-page.module.css';

/**
 * All receipts across days, newest first, by the wire's filters; more come as one scrolls. The open one
 * stands in the address, so that a link shows it.
 */
export function List({ screen }: { screen: Screen }) {
  const { current, source } = useApp();
  const say = useTextOf('sales');
  const state = useListState(screen);
  const companyZone = current.me?.company.timezone;
  const walk = useInfiniteQuery(receiptWalk(current.client, state.query, companyZone));
  const zones = useQuery(timeZones(source)).data;
  const receipts = useMemo(() => walk.data?.pages.flatMap((step) => step.receipts) ?? [], [walk.data]);
  const [openId, setOpen] = useQueryState('receipt', parseAsString.withOptions({ history: 'push' }));
  const table = useRef<ReceiptTableHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useDocumentTitle(say('title'));

  const { hasNextPage, isFetching, fetchNextPage } = walk;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const close = () => {
    void setOpen(null);
    table.current?.focus();
  };
  const show = (receipt: Receipt) =>
    void setOpen(receipt.id, { history: openId === null ? 'push' : 'replace' });
  const timeZoneOf = (receipt: Receipt) => zones?.get(receipt.location_id) ?? companyZone;
  return (
    <>
      <PageHeader title={say('title')} />
      <Filters screen={screen} state={state} onDown={() => table.current?.focus()} />
      <Beside
        label={say('title')}
        onClose={close}
        scroller={scroller}
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
          <div className={styles.waiting}>
            <SkeletonLines lines={12} />
          </div>
        ) : receipts.length === 0 ? (
          <Nothing state={state} />
        ) : (
          <ReceiptTable
            ref={table}
            label={say('title')}
            receipts={receipts}
            scroller={scroller}
            wide
            timeZoneOf={timeZoneOf}
            openId={openId}
            onOpen={show}
            onClose={close}
            sort={state.query.sort}
            onSort={state.sortBy}
            onEnd={onEnd}
          />
        )}
        {walk.error && receipts.length > 0 && (
          <NotRead error={walk.error} retry={() => void walk.fetchNextPage()} />
        )}
      </Beside>
    </>
  );
}

function Filters({ screen, state, onDown }: { screen: Screen; state: ListState; onDown: () => void }) {
  const { client, me } = useApp().current;
  const say = useTextOf('sales');
  const format = useFormat();
  const total = useQuery(receiptCount(client, state.query, me?.company.timezone)).data;
  const value = (name: string) => state.query.filters[name]?.[0] ?? '';
  return (
    <Toolbar
      search={
        <ListSearch
          q={state.query.q}
          onSearch={state.search}
          label={say('searchLabel')}
          placeholder={say('search')}
          onDown={onDown}
        />
      }
      filters={screen.filters.map((filter) => {
        const { name, range } = filter;
        if (!range)
          return (
            <FilterChip
              key={name}
              screen={screen}
              filter={filter}
              values={state.query.filters[name] ?? []}
              onChange={(values) => state.filter(name, values)}
            />
          );
        const some = (text: string) => (text === '' ? [] : [text]);
        return (
          <RangeChip
            key={name}
            label={say(name)}
            from={value(range.from)}
            until={value(range.until)}
            onChange={(from, until) =>
              state.filterBy({ [range.from]: some(from), [range.until]: some(until) })
            }
          />
        );
      })}
      count={total !== undefined && <b>{format.count(total)}</b>}
    />
  );
}

/** The open receipt: from the table where it stands there, else asked for by itself. */
function OpenReceipt(props: {
  id: string;
  receipts: readonly Receipt[];
  timeZoneOf: (receipt: Receipt) => string | undefined;
  onShow: (receipt: Receipt) => void;
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
  const step = (to: number) => {
    const other = receipts[to];
    return at >= 0 && other ? () => onShow(other) : null;
  };
  return (
    <ReceiptPanel
      receipt={receipt}
      timeZone={timeZoneOf(receipt)}
      steps={{ previous: step(at - 1), next: step(at + 1) }}
      onClose={onClose}
    />
  );
}

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

function Nothing({ state }: { state: ListState }) {
  const say = useText();
  const sayOf = useTextOf('sales');
  usePageText('sales/receipt', receiptTexts);
  if (!state.narrowed) return <EmptyState title={sayOf('none')} text={sayOf('addFirst')} />;
  return (
    <EmptyState
      title={say('list.nothingFound')}
      actions={<Button onClick={state.clear}>{say('list.clear')}</Button>}
    />
  );
}
