import { parseAsString, useQueryState } from 'nuqs';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useDocumentTitle } from '@/core/app/document-title';
import type { ListState } from '@/core/app/grid/list-state';
import { useTextOf } from '@/core/app/i18n';
import type { Screen } from '@/core/app/screen';
import { Beside } from '@/core/ui/beside';
import { SkeletonLines } from '@/core/ui/blank';
import { PageHeader } from '@/core/ui/page';
import { ReceiptFilters } from './receipt-filters';
import type { ReceiptTableHandle } from './receipt-table';
import styles from './receipts-page.module.css';

/** What the table of receipts and the receipt beside it need of the page: which one is open, and how others are. */
export interface ReceiptsPlace {
  readonly openId: string | null;
  readonly table: RefObject<ReceiptTableHandle | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Opens a receipt. From one to the next is no step for "back". */
  readonly show: (id: string) => void;
  /** Closes the open one; the keyboard is in the table again. */
  readonly close: () => void;
}

/** The page of all receipts: its head and filters, the table, and beside it the receipt that stands in the address. */
export function ReceiptsFrame(props: {
  screen: Screen;
  state: ListState;
  total: number | undefined;
  /** Stands between the filters and the table. */
  notice?: ReactNode;
  table: (place: ReceiptsPlace) => ReactNode;
  panel: (id: string, place: ReceiptsPlace) => ReactNode;
}) {
  const { screen, state, total, notice } = props;
  const say = useTextOf('sales');
  const [openId, setOpen] = useQueryState('receipt', parseAsString.withOptions({ history: 'push' }));
  const table = useRef<ReceiptTableHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useDocumentTitle(say('title'));
  const place: ReceiptsPlace = {
    openId,
    table,
    scroller,
    show: (id) => void setOpen(id, { history: openId === null ? 'push' : 'replace' }),
    close() {
      void setOpen(null);
      table.current?.focus();
    },
  };
  return (
    <>
      <PageHeader title={say('title')} />
      <ReceiptFilters screen={screen} state={state} total={total} onDown={() => table.current?.focus()} />
      {notice}
      <Beside
        label={say('title')}
        onClose={place.close}
        scroller={scroller}
        // oxlint-disable-next-line react/refs -- handed on whole: nothing of it is read while this renders
        panel={openId !== null && props.panel(openId, place)}
      >
        {props.table(place)}
      </Beside>
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

/** The steps from one receipt of a list to those beside it; null at its ends, and from one that is not in it. */
export function stepsFrom(
  list: readonly { readonly id: string }[],
  at: number,
  show: (id: string) => void,
): { previous: (() => void) | null; next: (() => void) | null } {
  const step = (to: number) => {
    const other = list[to];
    return at >= 0 && other ? () => show(other.id) : null;
  };
  return { previous: step(at - 1), next: step(at + 1) };
}
