import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type Cell,
  type Header,
  type Row as TableRow,
} from '@tanstack/react-table';
import type { Row } from '../../data/row';
import type { ScreenColumn } from '../../shell/screen';
import { stableRowModel } from './stable-row-model';

/**
 * The TanStack Table features of a list. The service sorts and filters, so there is no row model for either; the
 * sorting state only drives the headers.
 */
export const gridFeatures = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
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
