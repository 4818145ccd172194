import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './sheet.module.css';

export interface SheetColumn<Row> {
  key: string;
  /** The unit stands here: "Amount €". */
  head: ReactNode;
  /** Px; a column without it shares what is left. */
  width?: number | undefined;
  align?: 'left' | 'right' | 'center' | undefined;
  /** The head of boxes with numbers: it stands over the digits in them. */
  inset?: boolean | undefined;
  /** A column of signs (×, =) between others. */
  op?: boolean | undefined;
  cell: (row: Row, index: number) => ReactNode;
  /** Under the ledger rule; without it that place stays blank. */
  sum?: ReactNode;
}

/** A plain table, or with `edit` one whose cells are boxes to type in. With a `sum` anywhere it has a foot. */
export function SheetTable<Row>(props: {
  /** What the table is, for assistive technology. */
  label: string;
  columns: readonly SheetColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  edit?: boolean | undefined;
  /** Rows that are out of use. */
  dim?: ((row: Row) => boolean) | undefined;
  /** Px below which it scrolls sideways. */
  minWidth?: number | undefined;
}) {
  const { label, columns, rows, rowKey, edit, dim, minWidth } = props;
  const side = (column: SheetColumn<Row>) =>
    cx(column.align && column.align !== 'left' && styles[column.align], column.op && styles.op);
  const sums = columns.some((column) => column.sum !== undefined);
  return (
    <div
      className={styles.wrap}
      // What scrolls sideways is reached by the keys that scroll it.
      {...(minWidth !== undefined && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      <table className={cx(styles.sheet, edit && styles.edit)} style={{ minWidth }} aria-label={label}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) =>
              column.head ? (
                <th key={column.key} scope="col" className={cx(side(column), column.inset && styles.inset)}>
                  {column.head}
                </th>
              ) : (
                // A head without a word is no head: nothing would be read for its column.
                // eslint-disable-next-line jsx-a11y/control-has-associated-label
                <td key={column.key} className={styles.headless} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} className={dim?.(row) ? styles.dim : undefined}>
              {columns.map((column) => (
                <td key={column.key} className={side(column)}>
                  {column.cell(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.key} className={cx(side(column), column.sum === undefined && styles.blank)}>
                  {column.sum}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
