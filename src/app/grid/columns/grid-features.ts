import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  tableFeatures,
  type Cell,
  type Header,
  type Row as TableRow,
  constructRow,
  type RowModel,
  type Table,
  type TableFeatures,
} from '@tanstack/react-table';
import type { Row } from '../../data/row';
import type { ScreenColumn } from '../../shell/screen';

type Model = RowModel<TableFeatures, Row>;

/**
 * Row model that keeps one table row per record. The table's data are the rendered rows, which change with every
 * scroll step by one or two records; the library's own model would create all rows again, and each of them would
 * render again.
 */
function stableRowModel(table: Table<TableFeatures, Row>): () => Model {
  const rowOf = new WeakMap<Row, TableRow<TableFeatures, Row>>();
  let data: readonly Row[] | undefined;
  let model: Model = { rows: [], flatRows: [], rowsById: {} };
  return () => {
    if (data === table.options.data) return model;
    data = table.options.data;
    const rows = data.map((record, index) => {
      const row = rowOf.get(record) ?? constructRow(table, table.getRowId(record, index), record, index, 0);
      row.index = index;
      rowOf.set(record, row);
      return row;
    });
    model = { rows, flatRows: rows, rowsById: Object.fromEntries(rows.map((row) => [row.id, row])) };
    return model;
  };
}

/**
 * The TanStack Table features of a list. The service sorts and filters, and the list keeps its selection, so there is no feature
 * for any of them.
 */
export const gridFeatures = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  coreRowModel: stableRowModel,
  columnMeta: metaHelper<{ column: ScreenColumn }>(),
  tableMeta: metaHelper<{ resource: string; hrefOf: (row: Row) => string | null }>(),
});

/** A column header. */
export type GridHeader = Header<typeof gridFeatures, Row>;
/** The table row of a record. */
export type GridTableRow = TableRow<typeof gridFeatures, Row>;
/** A cell of a table row. */
export type GridTableCell = Cell<typeof gridFeatures, Row>;
