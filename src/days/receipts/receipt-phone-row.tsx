// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import { memo } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import phone from '@/app/grid/phone/phone.module.css';
import { cx } from '@/ui/style/cx';
import grid from '@/ui/tables/grid.module.css';
import { Cell, type ReceiptRowProps } from './receipt-row';
import styles from './receipt-table.module.css';
import { receiptTexts } from './receipt-texts';
import { wordOf } from './receipt-paper';

/** Row of one receipt on a phone: number and total, beneath them when and by whom, and how it was paid. */
export const ReceiptPhoneRow = memo(function ReceiptPhoneRow(props: ReceiptRowProps) {
  const { id, index, top, receipt, columns, open, focused } = props;
  const say = usePageText('sales/receipt', receiptTexts);
  const off = !receipt.active || receipt.type === 'void' || receipt.type === 'training';
  const isOverDays = columns.some(({ key }) => key === 'day');
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={open}
      data-index={index}
      className={cx(
        grid.row,
        phone.row,
        open && grid.open,
        off && grid.off,
        !receipt.active && styles.removed,
        focused && grid.focus,
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className={phone.text}>
        <span className={phone.name}>
          <Cell {...props} of="number" />
        </span>
        <span className={phone.under}>
          {isOverDays && (
            <span>
              <Cell {...props} of="day" />
            </span>
          )}
          <span>
            <Cell {...props} of="time" />
          </span>
          {receipt.type !== 'sale' && <span>{wordOf(say, 'type', receipt.type)}</span>}
          <span>
            <Cell {...props} of="cashier" />
          </span>
        </span>
      </div>
      <div role="gridcell" className={phone.figures}>
        <span className={phone.amount}>
          <Cell {...props} of="total" />
        </span>
        <span className={phone.note}>
          <Cell {...props} of="tenders" />
        </span>
      </div>
    </div>
  );
});
