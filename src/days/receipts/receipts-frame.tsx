import { parseAsString, useQueryState } from 'nuqs';
import type { ReactNode, RefObject } from 'react';
import { useDocumentTitle } from '@/app/shell/document-title';
import type { ListState } from '@/app/grid/list-state';
import { useTextOf, usePageText } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { SidePanel } from '@/ui/layout/side-panel';
import { SkeletonLines } from '@/ui/display/empty-state';
import { PageHeader, Toolbar } from '@/ui/layout/page';
import type { ReceiptTableHandle } from './receipt-table';
import styles from './receipts-page.module.css';
import { FilterBar, lastStep } from '@/app/grid/filters/filter-bar';
import { useFilterItems } from '@/app/grid/filters/use-filter-items';
import { ListSearch } from '@/app/grid/filters/list-search';
import { useFormat } from '@/app/i18n/use-format';
import { useFit } from '@/ui/layout/use-fit';
import { usePhone } from '@/ui/layout/use-phone';
import { receiptTexts } from './receipt-texts';
import { lazy } from '@/ui/state/lazy';

/**
 * Returns the id of the open receipt, from the address, and functions to open another one or close it. Going from one
 * receipt to the next replaces the history entry.
 */
export function useOpenReceipt(table: RefObject<ReceiptTableHandle | null>) {
  const [openId, setOpen] = useQueryState('receipt', parseAsString.withOptions({ history: 'push' }));
  return {
    openId,
    show: (id: string) => void setOpen(id, { history: openId === null ? 'push' : 'replace' }),
    /** Closes the receipt and returns the focus to the table. */
    close: () => {
      void setOpen(null);
      table.current?.focus();
    },
  };
}

/** Layout of the receipts page: header and filters, the table, and beside it the open receipt. */
export function ReceiptsFrame(props: {
  screen: Screen;
  state: ListState;
  total: number | undefined;
  table: RefObject<ReceiptTableHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  panel: ReactNode;
  /** At the right of the header. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { screen, state, total, table, scroller, panel, actions, onClose, children } = props;
  const say = useTextOf('sales');
  useDocumentTitle(say('title'));
  return (
    <>
      <PageHeader title={say('title')} actions={actions} />
      <ReceiptFilters screen={screen} state={state} total={total} onDown={() => table.current?.focus()} />
      <SidePanel label={say('title')} onClose={onClose} scroller={scroller} panel={panel}>
        {children}
      </SidePanel>
    </>
  );
}

/** Loading skeleton of the receipts. */
export function Reading() {
  return (
    <div className={styles.waiting}>
      <SkeletonLines lines={12} />
    </div>
  );
}

const PhoneTools = lazy(
  async () => ({ default: (await import('@/app/grid/phone/phone-tools')).PhoneTools }),
  (props) => <Toolbar search={props.search} />,
);

/** Toolbar above the receipts: the search, the screen's filters, and the number of results. */
function ReceiptFilters(props: {
  screen: Screen;
  state: ListState;
  total: number | undefined;
  onDown: () => void;
}) {
  const { screen, state, total, onDown } = props;
  const say = useTextOf('sales');
  const sayReceipt = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  const items = useFilterItems(screen, state);
  const shown = items.map(({ name, text }) => `${name}=${text}`).join(' ');
  const [line, step] = useFit(lastStep(items), `${shown} ${total}`);
  const isPhone = usePhone();
  const search = (
    <ListSearch
      q={state.query.q}
      onSearch={state.search}
      label={say('searchLabel')}
      placeholder={say('search')}
      onDown={onDown}
    />
  );
  const count = total !== undefined && (
    <>
      <b>{format.count(total)}</b> {sayReceipt('count', { count: total })}
    </>
  );
  if (isPhone) return <PhoneTools {...{ screen, state, search, count }} />;
  return (
    <Toolbar
      ref={line}
      isLine
      search={search}
      filters={<FilterBar items={items} step={step} onClear={state.clearFilters} />}
      count={count}
    />
  );
}
