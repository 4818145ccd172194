import type { CellContext, ColumnDef, HeaderContext } from '@tanstack/react-table';
import type { Row } from '../../data/row';
import { fieldOf, type Screen } from '../../shell/screen';
import { CellContent } from '../rows/cell';
import { useColumnLabel } from './grid-head';
import type { gridFeatures } from './grid-features';

type Features = typeof gridFeatures;

/** Returns TanStack Table's column definitions for the columns that a screen declares. */
export const columnDefs = (screen: Screen): ColumnDef<Features, Row>[] =>
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
