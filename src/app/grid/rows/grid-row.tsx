// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import { flexRender } from '@tanstack/react-table';
import { CircleAlert, Pencil } from 'lucide-react';
import { memo, useState, type ReactNode } from 'react';
import { useApp } from '../../shell/app-context';
import { useText } from '../../i18n/i18n';
import { nameOf, type ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import { useFormat } from '../../i18n/use-format';
import { Skeleton } from '@/ui/display/empty-state';
import { Checkbox } from '@/ui/fields/choices/choice';
import { cx } from '@/ui/style/cx';
import styles from '@/ui/tables/grid.module.css';
import { Icon } from '@/ui/display/icon';
import { CellContent, plain } from './cell';
import type { CellMark } from '../edit/cell-edits';
import type { GridTableCell, GridTableRow } from '../columns/grid-features';
import { useFieldLabel } from '../columns/grid-head';

/** Returns the element id of a row, by its index in the list. */
export const rowId = (grid: string, index: number): string => `${grid}-row-${index}`;

/** Returns the element id of a cell in a row. */
export const cellId = (row: string, column: number): string => `${row}-${column}`;

/** The cell cursor, marked cells and edits of a row. Keeps its identity until one of them changes. */
export interface RowState {
  /** The column of the cell cursor; -1 if it is not in this row. */
  readonly column: number;
  /** First and last marked column, both included. */
  readonly block: readonly [number, number] | null;
  /** The column in which the marked cells begin, if it is in this row; else -1. */
  readonly anchor: number;
  /** Returns the content of cells that differs from what is stored. */
  readonly cells: ((column: ScreenColumn) => ReactNode) | undefined;
  /** Changes that are not saved, by field. */
  readonly marks: ReadonlyMap<string, CellMark> | undefined;
  /** The column that is being edited, and its editor. */
  readonly editing: {
    readonly key: string;
    /** The edited field. */
    readonly field: string;
    readonly editor: ReactNode;
    readonly typedRow: Row | null;
    readonly isLow: boolean;
  } | null;
}

/** The state of a row without cursor, marks and edits. */
export const idleRow: RowState = {
  column: -1,
  block: null,
  anchor: -1,
  cells: undefined,
  marks: undefined,
  editing: null,
};

/**
 * A row at its position. Memoized: props are primitives and stable references, so that scrolling renders new rows
 * only.
 */
export const GridRow = memo(function GridRow(props: {
  id: string;
  index: number;
  top: number;
  row: GridTableRow;
  /** The row's cells in the visible columns. Keeps its identity until other columns are visible. */
  cells: readonly GridTableCell[];
  resource: string;
  /** Whether the row has a check box. */
  isSelectable: boolean;
  isSelected: boolean;
  isFocused: boolean;
  state: RowState;
  /** Edits a cell by pointer; null if the user may not change the record. */
  onEdit: ((index: number, column: number) => void) | null;
  onToggle: (index: number) => void;
}) {
  const { id, index, top, cells, resource, isSelectable, isSelected, isFocused, state, onEdit, onToggle } =
    props;
  const row = props.row.original;
  const { editing } = state;
  // Only the hovered row renders its edit buttons: rendering them for every row would double the cost of a row.
  const [hovered, setHovered] = useState(false);
  const say = useText();
  const format = useFormat();
  const name = nameOf(useApp().screens[resource] ?? {}, row, format);
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-edited={editing !== null || undefined}
      data-low={editing?.isLow || undefined}
      className={cx(
        styles.row,
        isSelected && styles.sel,
        !row.active && styles.off,
        isFocused && styles.focus,
      )}
      style={{ transform: `translateY(${top}px)` }}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {isSelectable && (
        <div role="gridcell" className={cx(styles.td, styles.box)}>
          <Checkbox
            aria-label={say('list.select', { name })}
            checked={isSelected}
            tabIndex={-1}
            onChange={() => onToggle(index)}
          />
        </div>
      )}
      {cells.map((cell, place) => (
        <Cell
          key={cell.id}
          id={cellId(id, place)}
          place={place}
          cell={cell}
          state={state}
          onEdit={onEdit && (() => onEdit(index, place))}
          hovered={hovered}
          resource={resource}
        />
      ))}
    </div>
  );
});

/** A cell: its value, its editor, or a typed value that is not saved. */
function Cell(props: {
  id: string;
  place: number;
  cell: GridTableCell;
  state: RowState;
  onEdit: (() => void) | null;
  hovered: boolean;
  resource: string;
}) {
  const { id, place, cell, state, hovered, resource } = props;
  const { columnDef } = cell.column;
  const column = columnDef.meta?.column;
  if (!column) return null;
  const row = cell.row.original;
  const onEdit = column.editing && props.onEdit;
  const { block, editing } = state;
  const edited = editing?.key === column.key ? editing.editor : null;
  const mark = column.editing && state.marks?.get(column.editing.field);
  // What follows from the value that is being typed, such as a margin.
  const typedRow = editing && !edited && column.follows?.includes(editing.field) ? editing.typedRow : null;
  return (
    <div
      role="gridcell"
      id={id}
      data-column={place}
      aria-invalid={mark?.why ? true : undefined}
      aria-selected={block ? place >= block[0] && place <= block[1] : undefined}
      className={cx(
        cellClass(column),
        state.column === place && edited === null && styles.cur,
        block !== null && place >= block[0] && place <= block[1] && styles.range,
        state.anchor === place && styles.begun,
        edited !== null && styles.edit,
        mark && edited === null && (mark.why ? styles.unsaved : styles.saving),
        onEdit && edited === null && styles.may,
        typedRow && styles.live,
        column.stands && styles.stands,
      )}
      style={column.stands && { left: `var(--stands-${place})` }}
    >
      {edited ??
        (mark ? (
          <>
            {mark.why && <Icon as={CircleAlert} size="s" />}
            <span>{mark.typed === '' ? '…' : mark.typed}</span>
          </>
        ) : typedRow ? (
          <CellContent column={column} row={typedRow} resource={resource} href={null} />
        ) : (
          (state.cells?.(column) ?? flexRender(columnDef.cell, cell.getContext()))
        ))}
      {onEdit && hovered && !edited && <Pen column={column} row={row} resource={resource} onClick={onEdit} />}
    </div>
  );
}

/** Edit button for pointers; the keyboard has Enter and F2. */
function Pen(props: { column: ScreenColumn; row: Row; resource: string; onClick: () => void }) {
  const { column, row, resource, onClick } = props;
  const say = useText();
  const label = useFieldLabel(resource)(column);
  return (
    <button
      type="button"
      className={styles.pen}
      tabIndex={-1}
      aria-label={say('cell.edit', { field: label, name: plain(row['name']) })}
      onClick={onClick}
    >
      <Icon as={Pencil} size="xs" />
    </button>
  );
}

function cellClass(column: ScreenColumn): string {
  return cx(
    styles.td,
    column.align === 'right' && styles.r,
    column.as === 'name' && styles.main,
    column.as === 'code' && styles.key,
    column.as === 'moment' && styles.digits,
    column.tone === 'strong' && styles.n1,
    column.tone === 'muted' && styles.n2,
  );
}

/** Widths of the skeleton bars, in percent of their column. */
const barWidths = [62, 78, 54, 70, 48];

/** Loading skeleton for one row, with a bar per column. */
export const SkeletonRow = memo(function SkeletonRow(props: {
  index: number;
  /** Selects the widths of the bars, so that neighbouring rows differ. */
  variant: number;
  top: number;
  columns: readonly ScreenColumn[];
  isSelectable: boolean;
}) {
  const { index, variant, top, columns, isSelectable } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy="true"
      className={cx(styles.row, styles.wait)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {isSelectable && (
        <div role="gridcell" className={cx(styles.td, styles.box)}>
          <Skeleton width={16} />
        </div>
      )}
      {columns.map((column, place) => (
        <div key={column.key} role="gridcell" className={cx(styles.td, column.align === 'right' && styles.r)}>
          <Skeleton
            width={`${barWidths[(variant + place) % barWidths.length] ?? 60}%`}
            right={column.align === 'right'}
          />
        </div>
      ))}
    </div>
  );
});
