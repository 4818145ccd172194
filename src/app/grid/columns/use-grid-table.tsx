import { useTable, type CellContext, type ColumnDef, type HeaderContext } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Row } from '../../data/row';
import { fieldOf, type Screen } from '../../shell/screen';
import { plain, CellContent } from '../rows/cell';
import { gridFeatures, type GridHeader, type GridTableRow } from './grid-features';
import type { Columns } from './use-columns';
import { checkboxWidth, gutter, minNameWidth } from './use-width';
import { useColumnLabel } from './grid-head';

/** The table of a list: its headers, rows and column widths. */
export interface GridTable {
  /** The headers of the visible columns. Keeps its identity until other columns are visible. */
  readonly headers: readonly GridHeader[];
  /** The column that the pointer is resizing, or false. */
  readonly resizing: string | false;
  /** Returns the table row of one of the rendered records. */
  rowOf: (record: Row) => GridTableRow | undefined;
  /** The value of `grid-template-columns` for every row. */
  readonly template: string;
  /** The minimum width in pixels; a narrower grid scrolls sideways. */
  readonly width: number;
  /** Distance in pixels from the left edge to the name column, while no growing column stands before it. */
  readonly nameOffset: number;
  /** CSS variables: where columns stand while the others scroll, `--stands-` and their place. */
  readonly standing: Readonly<Record<string, string>>;
}

/**
 * Creates the table over the rendered `records`. Sorting and filtering are done by the service; the states of columns
 * are controlled by the caller.
 */
export function useGridTable(options: {
  screen: Screen;
  columns: Columns;
  records: readonly Row[];
  hrefOf: (row: Row) => string | null;
  /** Least widths in pixels of columns, by key: they show what was and what will be. */
  widths: ReadonlyMap<string, number> | undefined;
}): GridTable {
  const { screen, columns, records, hrefOf } = options;
  const defs = useMemo(() => columnDefs(screen), [screen]);
  const { sizing } = columns.preferences;
  const order = useMemo(() => columns.visible.map(({ key }) => key), [columns.visible]);
  const table = useTable({
    features: gridFeatures,
    columns: defs,
    data: records,
    getRowId: (record) => record.id,
    meta: { resource: screen.contract.name, hrefOf },
    columnResizeMode: 'onChange',
    state: {
      columnOrder: order,
      columnSizing: sizing,
      columnVisibility: columns.visibility,
    },
    onColumnSizingChange: columns.resize,
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const [codeWidths] = useState(() => new Map<string, number>());
  raiseWidths(codeWidths, headers, records);
  const { rows } = table.getRowModel();
  const byRecord = useMemo(() => new Map(rows.map((row) => [row.original, row])), [rows]);
  return {
    headers,
    resizing: table.state.columnResizing.isResizingColumn,
    rowOf: (record) => byRecord.get(record),
    ...gridTracks(headers, sizing, columns.isSelectable, (id) =>
      Math.max(options.widths?.get(id) ?? 0, sizing[id] === undefined ? (codeWidths.get(id) ?? 0) : 0),
    ),
  };
}

/** Pixels of a character of a code, and of what stands around it. */
const code = { character: 8.7, around: 24 };

/**
 * Raises the widths of the columns of codes to what these rows need: a code is never cut. They do not fall again, so that a column
 * grows and never jumps back while its list is scrolled.
 */
function raiseWidths(widths: Map<string, number>, headers: readonly GridHeader[], records: readonly Row[]) {
  for (const { column } of headers) {
    if (column.columnDef.meta?.column.as !== 'code') continue;
    for (const record of records) {
      const width = plain(fieldOf(record, column.id)).length * code.character + code.around;
      if (width > (widths.get(column.id) ?? 0)) widths.set(column.id, Math.ceil(width));
    }
  }
}

function gridTracks(
  headers: readonly GridHeader[],
  sizing: Readonly<Record<string, number>>,
  isSelectable: boolean,
  leastWidth: (id: string) => number,
) {
  const before = isSelectable ? checkboxWidth : gutter;
  const tracks: string[] = isSelectable ? [`${before}px`] : [];
  let width = before;
  let nameOffset = before;
  let edge = gutter;
  const standing: Record<string, string> = {};
  let stood = 0;
  for (const [place, { column }] of headers.entries()) {
    const { meta } = column.columnDef;
    const isName = meta?.column.as === 'name';
    const size = Math.max(column.getSize(), leastWidth(column.id));
    // The name column takes the remaining width and is the first to shrink, unless the user resized it.
    if (isName) nameOffset = width;
    const isSized = sizing[column.id] !== undefined;
    const minWidth = isName && !isSized ? Math.min(size, minNameWidth) : size;
    width += minWidth;
    const share = isName ? 1 : isSized ? undefined : meta?.column.grows;
    if (tracks.length > 0) edge = 0;
    if (meta?.column.stands) {
      standing[`--stands-${place}`] = `${stood}px`;
      stood += minWidth + edge;
    }
    tracks.push(share ? `minmax(${minWidth + edge}px, ${share}fr)` : `${size + edge}px`);
  }
  return { template: tracks.join(' '), width, nameOffset, standing };
}

type Features = typeof gridFeatures;

/** Returns TanStack Table's column definitions for the columns that a screen declares. */
const columnDefs = (screen: Screen): ColumnDef<Features, Row>[] =>
  screen.columns.map((column) => ({
    id: column.key,
    accessorFn: (row) => fieldOf(row, column.key),
    header: ColumnLabel,
    cell: RecordCell,
    size: column.width,
    minSize: 48,
    maxSize: 800,
    meta: { column },
  }));

function ColumnLabel({ column, table }: HeaderContext<Features, Row>) {
  const label = useColumnLabel(table.options.meta?.resource ?? '');
  const { meta } = column.columnDef;
  return meta && label(meta.column);
}

function RecordCell({ row, column, table }: CellContext<Features, Row>) {
  const { meta } = column.columnDef;
  const { resource = '', hrefOf } = table.options.meta ?? {};
  const { original } = row;
  return (
    meta && (
      <CellContent
        column={meta.column}
        row={original}
        resource={resource}
        href={hrefOf?.(original) ?? null}
      />
    )
  );
}
