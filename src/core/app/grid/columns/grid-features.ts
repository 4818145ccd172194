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
 * What the table of a list does. The service sorts and filters, so that there is no row model for either; sorting is
 * the state that the heads show and change.
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

/** The head of a column. */
export type GridHeader = Header<typeof gridFeatures, Row>;
/** A record as a row of the table. */
export type GridTableRow = TableRow<typeof gridFeatures, Row>;
/** A cell of it. */
export type GridTableCell = Cell<typeof gridFeatures, Row>;
