// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import { memo, type ReactNode } from 'react';
import { useRecordLabel } from '@/app/shell/app-context';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { cx } from '@/ui/style/cx';
import grid from '@/ui/tables/grid.module.css';
import { LowValue } from '@/ui/display/badge';
import { location } from '@/resources/location/contract';
import { pos } from '@/resources/pos/contract';
import { paidWith, type Receipt } from './receipt';
import { wordOf } from './receipt-paper';
import type { ReceiptColumn } from './receipt-columns';
import styles from './receipt-table.module.css';
import { receiptTexts } from './receipt-texts';
import { formatClock, localDayOf } from './receipt-time';

/** The class names of the cells per column. */
const cellClasses: Partial<Record<ReceiptColumn, string | undefined>> = {
  number: cx(grid.key, styles.number),
  day: grid.n2,
  time: grid.n2,
  type: grid.n2,
  lines: cx(grid.r, grid.n2),
  total: cx(grid.r, grid.n1),
};

/** Props of a row of receipts. */
export interface ReceiptRowProps {
  id: string;
  index: number;
  top: number;
  receipt: Receipt;
  columns: readonly { readonly key: ReceiptColumn }[];
  timeZone: string | undefined;
  faulty: boolean;
  open: boolean;
  focused: boolean;
}

/**
 * Row of one receipt, at `top` pixels. Voided, training and removed receipts are faded, since no total includes them;
 * removed ones are also struck through.
 */
export const ReceiptRow = memo(function ReceiptRow(props: ReceiptRowProps) {
  const { id, index, top, receipt, columns, timeZone, faulty, open, focused } = props;
  const off = !receipt.active || receipt.type === 'void' || receipt.type === 'training';
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={open}
      data-index={index}
      className={cx(
        grid.row,
        styles.cols,
        open && grid.open,
        off && grid.off,
        !receipt.active && styles.removed,
        focused && grid.focus,
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map(({ key }) => (
        <div key={key} role="gridcell" className={cx(grid.td, cellClasses[key])}>
          <Cell of={key} receipt={receipt} timeZone={timeZone} faulty={faulty} />
        </div>
      ))}
    </div>
  );
});

/** One value of a receipt, as every row of receipts shows it. */
export function Cell(props: {
  of: ReceiptColumn;
  receipt: Receipt;
  timeZone: string | undefined;
  faulty: boolean;
}) {
  const { of, receipt, timeZone, faulty } = props;
  const say = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  const cut = (text: string): ReactNode => <span title={text}>{text}</span>;
  switch (of) {
    case 'number':
      return cut(receipt.receipt_num || '–');
    case 'day':
      return format.day(localDayOf(receipt.completed_at, timeZone));
    case 'time':
      return formatClock(receipt.completed_at, format.locale, timeZone);
    case 'location':
      return <Name of={location} id={receipt.location_id} />;
    case 'register':
      return <Name of={pos} id={receipt.pos_id} />;
    case 'cashier':
      return cut(receipt.cashier || '–');
    case 'type':
      return cut(wordOf(say, 'type', receipt.type));
    case 'tenders':
      return cut(paidWith(receipt) || '–');
    case 'lines':
      return format.count(receipt.lines.length);
    case 'total':
      return faulty ? (
        <LowValue title={say('atFault')}>{format.moneyIn(receipt.total, receipt.currency)}</LowValue>
      ) : (
        format.moneyIn(receipt.total, receipt.currency)
      );
    default:
      return null;
  }
}

function Name({ of, id }: { of: typeof location | typeof pos; id: string }) {
  const name = useRecordLabel(of, id)?.name ?? (id ? '' : '–');
  return <span title={name}>{name}</span>;
}
