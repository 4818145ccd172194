import { parseAsString, useQueryState } from 'nuqs';
import type { ReactNode, RefObject } from 'react';
import { useDocumentTitle } from '@/core/app/shell/document-title';
import type { ListState } from '@/core/app/grid/list-state';
import { useTextOf } from '@/core/app/i18n/i18n';
import type { Screen } from '@/core/app/shell/screen';
import { SidePanel } from '@/core/ui/layout/side-panel';
import { SkeletonLines } from '@/core/ui/display/empty-state';
import { PageHeader } from '@/core/ui/layout/page';
import { ReceiptFilters } from './receipt-filters';
import type { ReceiptTableHandle } from './receipt-table';
import styles from './receipts-page.module.css';

/** Which receipt is open, as the address says, and how others are opened. From one to the next is no step for "back". */
export function useOpenReceipt(table: RefObject<ReceiptTableHandle | null>) {
  const [openId, setOpen] = useQueryState('receipt', parseAsString.withOptions({ history: 'push' }));
  return {
    openId,
    show: (id: string) => void setOpen(id, { history: openId === null ? 'push' : 'replace' }),
    /** Closes it; the keyboard is in the table again. */
    close: () => {
      void setOpen(null);
      table.current?.focus();
    },
  };
}

/** The page of all receipts: its head and filters, the table, and beside it the receipt that is open. */
export function ReceiptsFrame(props: {
  screen: Screen;
  state: ListState;
  total: number | undefined;
  /** Stands between the filters and the table. */
  notice?: ReactNode;
  table: RefObject<ReceiptTableHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  panel: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { screen, state, total, notice, table, scroller, panel, onClose, children } = props;
  const say = useTextOf('sales');
  useDocumentTitle(say('title'));
  return (
    <>
      <PageHeader title={say('title')} />
      <ReceiptFilters screen={screen} state={state} total={total} onDown={() => table.current?.focus()} />
      {notice}
      <SidePanel label={say('title')} onClose={onClose} scroller={scroller} panel={panel}>
        {children}
      </SidePanel>
    </>
  );
}

/** While receipts are read. */
export function Reading() {
  return (
    <div className={styles.waiting}>
      <SkeletonLines lines={12} />
    </div>
  );
}
