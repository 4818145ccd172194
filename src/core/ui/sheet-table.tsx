import { isValidElement, type ReactNode } from 'react';
import { cx } from './cx';
import styles from './sheet.module.css';

export interface SheetColumn<Row> {
  key: string;
  /** The unit stands here: "Amount €". */
  head: ReactNode;
  /** Px; a column without it shares what is left. One of figures is as wide as its longest figure at least. */
  width?: number | undefined;
  align?: 'left' | 'right' | 'center' | undefined;
  /** The head of boxes with numbers: it stands over the digits in them. */
  inset?: boolean | undefined;
  /** A column of signs (×, =) between others. */
  op?: boolean | undefined;
  /** Left out on paper, which has room for less. */
  screenOnly?: boolean | undefined;
  cell: (row: Row, index: number) => ReactNode;
  /** Under the ledger rule, which runs over all columns that have a head or this. */
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
    cx(
      column.align && column.align !== 'left' && styles[column.align],
      column.op && styles.op,
      column.screenOnly && 'no-print',
    );
  const sums = columns.some((column) => column.sum !== undefined);
  const lines = rows.map((row, index) => ({
    key: rowKey(row, index),
    dim: dim?.(row),
    cells: columns.map((column) => column.cell(row, index)),
  }));
  const widthOf = ({ width, align, sum }: SheetColumn<Row>, at: number) => {
    if (width === undefined || align !== 'right') return width;
    const most = lines.reduce((long, { cells }) => Math.max(long, digitsIn(cells[at])), 0);
    // Some figures and all sums are in bold, which is wider; the last column has padding on one side alone.
    const digits = 1.08 * Math.max(most, digitsIn(sum));
    return `max(${width}px, calc(${digits.toFixed(1)}ch + ${at === columns.length - 1 ? 9 : 17}px))`;
  };
  return (
    <div
      className={styles.wrap}
      // What scrolls sideways is reached by the keys that scroll it.
      {...(minWidth !== undefined && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      <table className={cx(styles.sheet, edit && styles.edit)} style={{ minWidth }} aria-label={label}>
        <colgroup>
          {columns.map((column, at) => (
            <col
              key={column.key}
              className={cx(column.screenOnly && 'no-print')}
              style={{ width: widthOf(column, at) }}
            />
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
                <td key={column.key} className={cx(styles.headless, column.screenOnly && 'no-print')} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key} className={line.dim ? styles.dim : undefined}>
              {columns.map((column, at) => (
                <td key={column.key} className={side(column)}>
                  {line.cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={cx(side(column), !column.head && column.sum === undefined && styles.blank)}
                >
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

/** How many digits wide a cell's text is, as far as it stands in it and is not made by a part of its own. */
function digitsIn(node: ReactNode): number {
  if (typeof node === 'string' || typeof node === 'number') {
    const text = String(node);
    return text.length - 0.5 * (text.match(/[.,:\s]/g)?.length ?? 0);
  }
  if (Array.isArray(node)) return node.reduce<number>((sum, one: ReactNode) => sum + digitsIn(one), 0);
  return isValidElement<{ children?: ReactNode }>(node) ? digitsIn(node.props.children) : 0;
}
