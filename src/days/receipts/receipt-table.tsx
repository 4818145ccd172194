// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
} from 'react';
import { keyAction } from '@/app/grid/rows/keys';
import { useWidthClass } from '@/app/grid/columns/use-width';
import { phoneRowHeight } from '@/app/grid/phone/row-height';
import { usePageText } from '@/app/i18n/i18n';
import { MoneyIn, useFormat } from '@/app/i18n/use-format';
import { cx } from '@/ui/style/cx';
import grid from '@/ui/tables/grid.module.css';
import { useCoarsePointer, usePhone } from '@/ui/layout/use-phone';
import { ReceiptPhoneRow } from './receipt-phone-row';
import { Icon } from '@/ui/display/icon';
import type { Receipt } from './receipt';
import { ReceiptRow } from './receipt-row';
import { useVisibleReceiptRows } from './receipt-rows';
import styles from './receipt-table.module.css';
import { receiptTexts } from './receipt-texts';
import { columns } from './receipt-columns';

const heights = {
  wide: { row: 36, head: 32 },
  touched: { row: 44, head: 32 },
  phone: { row: phoneRowHeight, head: 0 },
};

/** Imperative handle of the table for its surroundings. */
export interface ReceiptTableHandle {
  focus: () => void;
}

interface Props {
  label: string;
  receipts: readonly Receipt[];
  /** The scroll container, of which the table may be a part. */
  scroller: RefObject<HTMLElement | null>;
  /** Shows the columns for day and location, for lists over several of them. */
  wide?: boolean;
  /** Returns the time zone in which a receipt's time is shown. */
  timeZoneOf: (receipt: Receipt) => string | undefined;
  /** The ids of receipts with faults. */
  faulty?: ReadonlySet<string>;
  openId: string | null;
  onOpen: (receipt: Receipt) => void;
  onClose: () => void;
  sort: string;
  onSort: (field: string) => void;
  /** Called when the last rows become visible, so that more can be loaded. */
  onEnd?: () => void;
  ref?: Ref<ReceiptTableHandle>;
}

/**
 * Virtualized table of receipts. The table has the focus and names its active row; Enter or a click opens a receipt,
 * and while one is open the arrow keys open the previous or next one.
 */
export function ReceiptTable(props: Props) {
  const { receipts } = props;
  // If all receipts have one currency, the header names it; otherwise each row not in the company's currency does.
  const only = useMemo(() => {
    const codes = new Set(receipts.map(({ currency }) => currency));
    return codes.size === 1 ? [...codes][0] : undefined;
  }, [receipts]);
  return (
    <MoneyIn currency={only ?? ''}>
      <Table {...props} />
    </MoneyIn>
  );
}

function Table(props: Props) {
  const { label, receipts, scroller, wide = false, timeZoneOf, faulty, ref } = props;
  const { openId, onOpen, onClose, sort, onSort, onEnd } = props;
  const say = usePageText('sales/receipt', receiptTexts);
  const { currency } = useFormat();
  const id = useId();
  const table = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const [focused, setFocused] = useState(false);
  const count = receipts.length;
  const isPhone = usePhone();
  const isTouched = useCoarsePointer();
  const { row: rowHeight, head: headHeight } = heights[isPhone ? 'phone' : isTouched ? 'touched' : 'wide'];
  const sight = useVisibleReceiptRows(scroller, body, { count, row: rowHeight, head: headHeight });
  useImperativeHandle(ref, () => ({ focus: () => table.current?.focus() }), []);

  // The number of rows whose end is visible: it changes when more rows have loaded and the end is visible again.
  const endOf = sight.end >= count ? count : -1;
  useEffect(() => {
    if (endOf >= 0) onEnd?.();
  }, [endOf, onEnd]);

  // The open receipt is in the address, so something else may have opened it: the keys continue from there.
  const openAt = openId === null ? -1 : receipts.findIndex((receipt) => receipt.id === openId);
  const at = Math.min(active < 0 ? openAt : active, count - 1);
  const open = (index: number) => {
    const receipt = receipts[index];
    setActive(index);
    if (receipt) onOpen(receipt);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.target !== table.current) return;
    // Keys move by row here: there are no cells to move between.
    const action = keyAction(event, { active: at, count, page: sight.fit, column: -1, columns: 0 });
    if (action?.do !== 'move' && action?.do !== 'open' && action?.do !== 'clear') return;
    event.preventDefault();
    if (action.do === 'move') moveTo(action.to);
    else if (action.do === 'open') open(at);
    else onClose();
  };
  const moveTo = (index: number) => {
    sight.reveal(index);
    if (openId === null) setActive(index);
    else open(index);
  };
  const click = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    if (row && !getSelection()?.toString()) open(Number(row.getAttribute('data-index')));
  };

  const room = useWidthClass();
  const shown = columns.filter(
    (column) =>
      (wide || !('wide' in column)) &&
      (room === 3 || !('narrow' in column)) &&
      !(wide && openId !== null && 'alone' in column),
  );
  const rows = [];
  for (let index = sight.first; index < Math.min(sight.end, count); index++) {
    const receipt = receipts[index];
    if (!receipt) continue;
    const Row = isPhone ? ReceiptPhoneRow : ReceiptRow;
    rows.push(
      <Row
        key={receipt.id}
        id={`${id}-${index}`}
        index={index}
        top={index * rowHeight}
        receipt={receipt}
        columns={shown}
        timeZone={timeZoneOf(receipt)}
        faulty={faulty?.has(receipt.id) ?? false}
        open={receipt.id === openId}
        focused={focused && index === at}
      />,
    );
  }
  return (
    <div
      ref={table}
      role="grid"
      tabIndex={0}
      className={cx(grid.grid, styles.table)}
      data-phone={isPhone || undefined}
      style={{ '--cols': shown.map((column) => column.width).join(' ') } as object}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-activedescendant={at >= sight.first && at < sight.end ? `${id}-${at}` : undefined}
      onKeyDown={keyDown}
      onClick={click}
      onFocus={(event) => {
        const here = event.target === table.current;
        setFocused(here);
        if (here && at < 0 && count > 0 && event.currentTarget.matches(':focus-visible')) setActive(0);
      }}
      onBlur={() => setFocused(false)}
    >
      {!isPhone && (
        <div role="row" aria-rowindex={1} className={cx(grid.head, styles.cols)}>
          {shown.map((column) => {
            const field = 'sort' in column ? column.sort : undefined;
            const order =
              field && sort.replace(/^-/, '') === field
                ? sort.startsWith('-')
                  ? 'descending'
                  : 'ascending'
                : undefined;
            const text = column.key === 'total' ? `${say('total')} ${currency}` : say(column.key);
            return (
              <div
                key={column.key}
                role="columnheader"
                aria-sort={field && (order ?? 'none')}
                className={cx(grid.th, 'right' in column && grid.r)}
              >
                {field ? (
                  <button type="button" className={grid.sort} onClick={() => onSort(field)}>
                    <span className={grid.cut}>{text}</span>
                    {order && <Icon as={order === 'ascending' ? ArrowUp : ArrowDown} size="xs" />}
                  </button>
                ) : (
                  <span className={grid.cut}>{text}</span>
                )}
              </div>
            );
          })}
        </div>
      )}
      <div ref={body} role="rowgroup" className={grid.body} style={{ height: count * rowHeight }}>
        {rows}
      </div>
    </div>
  );
}
