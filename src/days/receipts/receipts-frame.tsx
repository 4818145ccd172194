import { parseAsString, useQueryState } from 'nuqs';
import type { ReactNode, RefObject } from 'react';
import { useDocumentTitle } from '@/app/shell/document-title';
import type { ListState } from '@/app/grid/list-state';
import { useTextOf } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { SidePanel } from '@/ui/layout/side-panel';
import { SkeletonLines } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { ReceiptFilters } from './receipt-filters';
import type { ReceiptTableHandle } from './receipt-table';
import styles from './receipts-page.module.css';

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
