// Rows stand anywhere in a tall element, so the table is the ARIA grid and not a <table>.
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
import { keyAction } from '@/core/app/grid/rows/keys';
import { useWidthClass } from '@/core/app/grid/columns/use-width';
import { usePageText } from '@/core/app/i18n/i18n';
import { MoneyIn, useFormat } from '@/core/app/i18n/use-format';
import { cx } from '@/core/ui/style/cx';
import grid from '@/core/ui/tables/grid.module.css';
import { Icon } from '@/core/ui/display/icon';
import type { Receipt } from './receipt';
import { ReceiptRow } from './receipt-row';
import { useVisibleReceiptRows } from './receipt-rows';
import styles from './receipt-table.module.css';
import { receiptTexts } from './receipt-texts';
import { columns } from './receipt-columns';

const rowHeight = 36;
const headHeight = 32;

/** What stands around the table may ask of it. */
export interface ReceiptTableHandle {
  focus: () => void;
}

interface Props {
  label: string;
  receipts: readonly Receipt[];
  /** What scrolls; the table may be a part of it. */
  scroller: RefObject<HTMLElement | null>;
  /** Over several days and locations: these have columns. */
  wide?: boolean;
  /** On whose clock a receipt's time is shown. */
  timeZoneOf: (receipt: Receipt) => string | undefined;
  /** Receipts with something wrong about them. */
  faulty?: ReadonlySet<string>;
  openId: string | null;
  onOpen: (receipt: Receipt) => void;
  onClose: () => void;
  sort: string;
  onSort: (field: string) => void;
  /** Hears that the last rows are in sight: more may be there. */
  onEnd?: () => void;
  ref?: Ref<ReceiptTableHandle>;
}

/**
 * Receipts, one a row, of which only those in sight exist. The table holds the focus and names its active
 * row; Enter or a click opens one, and while one is open the arrows walk from receipt to receipt.
 */
export function ReceiptTable(props: Props) {
  const { receipts } = props;
  // Receipts in one currency: the head names it. In several: each row that is not in the company's does.
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
  const sight = useVisibleReceiptRows(scroller, body, { count, row: rowHeight, head: headHeight });
  useImperativeHandle(ref, () => ({ focus: () => table.current?.focus() }), []);

  // The number of rows whose end is in sight: it changes when more have come and the end still is.
  const endOf = sight.end >= count ? count : -1;
  useEffect(() => {
    if (endOf >= 0) onEnd?.();
  }, [endOf, onEnd]);

  // What is open stands in the address, so it may have come from elsewhere: keys go on from there.
  const openAt = openId === null ? -1 : receipts.findIndex((receipt) => receipt.id === openId);
  const at = Math.min(active < 0 ? openAt : active, count - 1);
  const open = (index: number) => {
    const receipt = receipts[index];
    setActive(index);
    if (receipt) onOpen(receipt);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.target !== table.current) return;
    // Rows are read as a whole here: there are no cells to walk.
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
    rows.push(
      <ReceiptRow
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
      <div ref={body} role="rowgroup" className={grid.body} style={{ height: count * rowHeight }}>
        {rows}
      </div>
    </div>
  );
}
