import { tableFeatures, useTable, type ColumnDef, type RowData } from '@tanstack/react-table';
import { isValidElement, type ReactNode } from 'react';
import { cx } from '../style/cx';
import styles from './sheet.module.css';

/** What a column of a plain table is besides its cells. */
interface SheetMeta {
  /** Px; a column without it shares what is left. One of figures is as wide as its longest figure at least. */
  readonly width?: number | undefined;
  readonly align?: 'left' | 'right' | 'center' | undefined;
  /** The head of boxes with numbers: it stands over the digits in them. */
  readonly inset?: boolean | undefined;
  /** A column of signs (×, =) between others. */
  readonly op?: boolean | undefined;
  /** Left out on paper, which has room for less. */
  readonly screenOnly?: boolean | undefined;
}

const features = tableFeatures<{ columnMeta: SheetMeta }>({ columnMeta: {} });

/** What a cell is made from. */
export interface SheetCell<Row> {
  readonly row: { readonly original: Row; readonly index: number };
}

/**
 * A column: `header` has the unit ("Amount €"), `footer` stands under the ledger rule, which runs over all columns that
 * have a head or a footer.
 */
export interface SheetColumn<Row extends RowData> {
  readonly id: string;
  readonly header: () => ReactNode;
  readonly cell: (context: SheetCell<Row>) => ReactNode;
  readonly footer?: () => ReactNode;
  readonly meta?: SheetMeta;
}

/** A plain table, or with `edit` one whose cells are boxes to type in. With a `footer` anywhere it has a foot. */
export function SheetTable<Row extends RowData>(props: {
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
  const table = useTable({
    features,
    columns: columns satisfies readonly ColumnDef<typeof features, Row>[],
    data: rows,
    getRowId: rowKey,
  });
  const heads = table.getHeaderGroups()[0]?.headers ?? [];
  const feet = table.getFooterGroups()[0]?.headers ?? [];
  // Heads, cells and feet are called and not made into components: a component of each rendering would lose the focus.
  const shown = heads.map((head, at) => {
    const { header, footer, meta = {} } = columns[at] ?? {};
    return { id: head.column.id, head: header?.(), foot: feet[at] && footer?.(), ...meta };
  });
  type Shown = (typeof shown)[number];
  const side = ({ align, op, screenOnly }: Shown) =>
    cx(align && align !== 'left' && styles[align], op && styles.op, screenOnly && 'no-print');
  const hasFoot = columns.some(({ footer }) => footer !== undefined);
  const lines = table.getRowModel().rows.map((row) => ({
    key: row.id,
    dim: dim?.(row.original),
    cells: row.getAllCells().map(({ row: of }, at) => columns[at]?.cell({ row: of })),
  }));
  const widthOf = ({ width, align, foot }: Shown, at: number) => {
    if (width === undefined || align !== 'right') return width;
    const most = lines.reduce((long, { cells }) => Math.max(long, digitsIn(cells[at])), 0);
    // Some figures and all sums are in bold, which is wider; the last column has padding on one side alone.
    const digits = 1.08 * Math.max(most, digitsIn(foot));
    return `max(${width}px, calc(${digits.toFixed(1)}ch + ${at === shown.length - 1 ? 9 : 17}px))`;
  };
  return (
    <div
      className={styles.wrap}
      // What scrolls sideways is reached by the keys that scroll it.
      {...(minWidth !== undefined && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      <table className={cx(styles.sheet, edit && styles.edit)} style={{ minWidth }} aria-label={label}>
        <colgroup>
          {shown.map((column, at) => (
            <col
              key={column.id}
              className={cx(column.screenOnly && 'no-print')}
              style={{ width: widthOf(column, at) }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shown.map((column) =>
              column.head ? (
                <th key={column.id} scope="col" className={cx(side(column), column.inset && styles.inset)}>
                  {column.head}
                </th>
              ) : (
                // A head without a word is no head: nothing would be read for its column.
                // eslint-disable-next-line jsx-a11y/control-has-associated-label
                <td key={column.id} className={cx(styles.headless, column.screenOnly && 'no-print')} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key} className={line.dim ? styles.dim : undefined}>
              {shown.map((column, at) => (
                <td key={column.id} className={side(column)}>
                  {line.cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasFoot && (
          <tfoot>
            <tr>
              {shown.map((column) => (
                <td
                  key={column.id}
                  className={cx(side(column), !column.head && column.foot === undefined && styles.blank)}
                >
                  {column.foot}
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
