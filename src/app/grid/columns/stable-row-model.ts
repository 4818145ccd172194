import {
  constructRow,
  type Row as TableRow,
  type RowModel,
  type Table,
  type TableFeatures,
} from '@tanstack/react-table';
import type { Row } from '../../data/row';

type Model = RowModel<TableFeatures, Row>;

/**
 * Row model that keeps one table row per record. The table's data are the rendered rows, which change with every
 * scroll step by one or two records; the library's own model would create all rows again, and each of them would
 * render again.
 */
export function stableRowModel(table: Table<TableFeatures, Row>): () => Model {
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
