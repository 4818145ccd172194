import { functionalUpdate, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Row } from '../../data/row';
import type { Screen } from '../../shell/screen';
import type { SelectionControls } from '../selection/use-selection';
import { columnDefs } from './column-defs';
import { gridFeatures, type GridHeader, type GridTableRow } from './grid-features';
import type { Columns } from './use-columns';
import { boxWidth, gutter, leastName } from './use-width';

/** The table of a list: its heads and rows, and how wide its columns are. */
export interface GridTable {
  /** The heads of the shown columns: the same array until others are shown. */
  readonly headers: readonly GridHeader[];
  /** The column that is being resized by pointer. */
  readonly resizing: string | false;
  /** The row of a record that the table was given. */
  rowOf: (record: Row) => GridTableRow | undefined;
  /** `grid-template-columns` of every row. */
  readonly template: string;
  /** The least width before the grid scrolls sideways, in pixels. */
  readonly width: number;
  /** Where the names begin, in pixels from the left, as long as they are not moved behind a column that gives. */
  readonly nameLeft: number;
}

/** The table over the `records` that are drawn: sorted and found by the service, columns and selection as they are here. */
export function useGridTable(given: {
  screen: Screen;
  columns: Columns;
  records: readonly Row[];
  choosing: SelectionControls;
  sort: string;
  onSort: (field: string) => void;
  hrefOf: (row: Row) => string | null;
}): GridTable {
  const { screen, columns, records, choosing, sort, onSort, hrefOf } = given;
  const defs = useMemo(() => columnDefs(screen), [screen]);
  const sorting = useMemo(() => [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }], [sort]);
  const { order, sizing } = columns.kept;
  const table = useTable({
    features: gridFeatures,
    columns: defs,
    data: records,
    getRowId: (record) => record.id,
    meta: { resource: screen.contract.name, hrefOf },
    columnResizeMode: 'onChange',
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    enableRowSelection: columns.selects,
    state: {
      columnOrder: order,
      columnSizing: sizing,
      columnVisibility: columns.visibility,
      rowSelection: choosing.rowSelection,
      sorting,
    },
    onColumnSizingChange: columns.resize,
    onRowSelectionChange: (change) =>
      choosing.change(
        change,
        records.filter(({ id }) => !choosing.selection.has(id)),
      ),
    // Which way is for the list to say: it may have been asked for another order than the one in sight.
    onSortingChange(change) {
      const [next] = functionalUpdate(change, sorting);
      if (next) onSort(next.id);
    },
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const { rows } = table.getRowModel();
  const byRecord = useMemo(() => new Map(rows.map((row) => [row.original, row])), [rows]);
  return {
    headers,
    resizing: table.state.columnResizing.isResizingColumn,
    rowOf: (record) => byRecord.get(record),
    ...tracksOf(headers, sizing, columns.selects),
  };
}

function tracksOf(
  headers: readonly GridHeader[],
  sizing: Readonly<Record<string, number>>,
  selects: boolean,
) {
  const before = selects ? boxWidth : gutter;
  const tracks: string[] = selects ? [`${before}px`] : [];
  let width = before;
  let nameLeft = before;
  for (const { column } of headers) {
    const { meta } = column.columnDef;
    const isName = meta?.column.as === 'name';
    const size = column.getSize();
    // The name takes what is left, and gives of its own first, unless somebody has sized it.
    if (isName) nameLeft = width;
    const isSized = sizing[column.id] !== undefined;
    const least = isName && !isSized ? Math.min(size, leastName) : size;
    width += least;
    const takes = isName || (meta?.column.grows && !isSized);
    const edge = tracks.length === 0 ? gutter : 0;
    tracks.push(takes ? `minmax(${least + edge}px, 1fr)` : `${size + edge}px`);
  }
  return { template: tracks.join(' '), width, nameLeft };
}
