import { tableFeatures, useTable, type ColumnDef, type RowData } from '@tanstack/react-table';
import { isValidElement, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { cx } from '../style/cx';
import styles from './sheet.module.css';

/** The layout of a column of a plain table. */
interface SheetMeta {
  /** Width in px; columns without one share the rest. A column of numbers is at least as wide as its longest number. */
  readonly width?: number | undefined;
  readonly align?: 'left' | 'right' | 'center' | undefined;
  /** Indents the header of a column of number inputs, so that it is aligned with their digits. */
  readonly inset?: boolean | undefined;
  /** A column of operators (×, =) between other columns. */
  readonly op?: boolean | undefined;
  /** How the rows are sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  /** Hidden in print, where there is less room. */
  readonly screenOnly?: boolean | undefined;
}

const features = tableFeatures<{ columnMeta: SheetMeta }>({ columnMeta: {} });

/** The argument of a cell's render function. */
export interface SheetCell<Row> {
  readonly row: { readonly original: Row; readonly index: number };
}

/**
 * A column: `header` includes the unit ("Amount €"), `footer` is below the ledger rule, which spans all columns that
 * have a header or a footer.
 */
export interface SheetColumn<Row extends RowData> {
  readonly id: string;
  readonly header: () => ReactNode;
  readonly cell: (context: SheetCell<Row>) => ReactNode;
  readonly footer?: () => ReactNode;
  readonly meta?: SheetMeta;
}

/** Plain table; with `edit`, its cells are inputs. It has a foot if any column has a `footer`. */
export function SheetTable<Row extends RowData>(props: {
  /** The accessible name of the table. */
  label: string;
  columns: readonly SheetColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  edit?: boolean | undefined;
  /** Tells whether a row is inactive. */
  dim?: ((row: Row) => boolean) | undefined;
  /** Width in px below which the table scrolls sideways; what leaves room for the columns without a width, at the least. */
  minWidth?: number | undefined;
}) {
  const { label, columns, rows, rowKey, edit, dim, minWidth } = props;
  const wrap = useRef<HTMLDivElement>(null);
  const isWider = useIsWider(wrap);
  const table = useTable({
    features,
    columns: columns satisfies readonly ColumnDef<typeof features, Row>[],
    data: rows,
    getRowId: rowKey,
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const feet = table.getFooterGroups()[0]?.headers ?? [];
  // Headers, cells and footers are called as functions: rendered as components, they would be new ones on each
  // rendering, and an input would lose the focus.
  const shownColumns = headers.map((head, at) => {
    const { header, footer, meta = {} } = columns[at] ?? {};
    return { id: head.column.id, head: header?.(), foot: feet[at] && footer?.(), ...meta };
  });
  type Shown = (typeof shownColumns)[number];
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
    // Some numbers and all sums are bold, which is wider; the last column has padding on one side only.
    const digits = 1.08 * Math.max(most, digitsIn(foot));
    return `max(${width}px, calc(${digits.toFixed(1)}ch + ${at === shownColumns.length - 1 ? 9 : 17}px))`;
  };
  return (
    <div
      className={cx('sideways', styles.wrap)}
      ref={wrap}
      // Focusable if it scrolls sideways, so that the arrow keys scroll it.
      {...((minWidth !== undefined || isWider) && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      <table
        className={cx(styles.sheet, edit && styles.edit, minWidth !== undefined && styles.named)}
        style={{ minWidth: minWidth && Math.max(minWidth, roomFor(columns)) }}
        aria-label={label}
      >
        <colgroup>
          {shownColumns.map((column, at) => (
            <col
              key={column.id}
              className={cx(column.screenOnly && 'no-print')}
              style={{ width: widthOf(column, at) }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shownColumns.map((column) =>
              column.head ? (
                <th
                  key={column.id}
                  scope="col"
                  aria-sort={column.sorted}
                  className={cx(side(column), column.inset && styles.inset)}
                >
                  {column.head}
                </th>
              ) : (
                // An empty header is a `td`: a `th` without text would be announced as a header with no name.
                // eslint-disable-next-line jsx-a11y/control-has-associated-label
                <td key={column.id} className={cx(styles.headless, column.screenOnly && 'no-print')} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key} className={line.dim ? styles.dim : undefined}>
              {shownColumns.map((column, at) => (
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
              {shownColumns.map((column) => (
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

const leastWidth = 140;

/** Returns the width of columns in px at which those without a width of their own can still be read. */
const roomFor = (columns: readonly { readonly meta?: SheetMeta }[]): number =>
  columns.reduce((sum, { meta }) => sum + (meta?.width ?? leastWidth), 0);

/** Returns whether the content of an element is wider than the element, at present. */
function useIsWider(element: RefObject<HTMLElement | null>): boolean {
  const [isWider, setIsWider] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const sizes = new ResizeObserver(() => setIsWider(current.scrollWidth > current.clientWidth));
    for (const each of [current, ...current.children]) sizes.observe(each);
    return () => sizes.disconnect();
  }, [element]);
  return isWider;
}

/** Returns the width of a node's text in digits, without text that its own components render. */
function digitsIn(node: ReactNode): number {
  if (typeof node === 'string' || typeof node === 'number') {
    const text = String(node);
    return text.length - 0.5 * (text.match(/[.,:\s]/g)?.length ?? 0);
  }
  if (Array.isArray(node)) return node.reduce<number>((sum, one: ReactNode) => sum + digitsIn(one), 0);
  return isValidElement<{ children?: ReactNode }>(node) ? digitsIn(node.props.children) : 0;
}
