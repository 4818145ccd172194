// Rows stand anywhere in a tall element, so the table is the ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import { flexRender } from '@tanstack/react-table';
import { CircleAlert, Pencil } from 'lucide-react';
import { memo, useState, type ReactNode } from 'react';
import { useApp } from '../../shell/app-context';
import { useText, useTextOf } from '../../i18n/i18n';
import { nameOf, type ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import { useFormat } from '../../i18n/use-format';
import { Skeleton } from '../../../ui/display/empty-state';
import { Checkbox } from '../../../ui/fields/choices/choice';
import { cx } from '../../../ui/style/cx';
import styles from '../../../ui/tables/grid.module.css';
import { Icon } from '../../../ui/display/icon';
import { plain } from './cell';
import type { CellMark } from '../edit/cell-edits';
import type { GridTableCell, GridTableRow } from '../columns/grid-features';

/** The element id of a row, by its place in the list. */
export const rowId = (grid: string, index: number): string => `${grid}-row-${index}`;

/** The element id of a cell in a row. */
export const cellId = (row: string, column: number): string => `${row}-${column}`;

/** What somebody does in the cells of a row; the same object until that changes. */
export interface RowWork {
  /** The cell that the keys are on; -1: none of this row. */
  readonly column: number;
  /** Marked cells, both ends included. */
  readonly block: readonly [number, number] | null;
  /** Changes that are not saved, by their field. */
  readonly marks: ReadonlyMap<string, CellMark> | undefined;
  /** The column whose cell is a field now, and that field. */
  readonly editing: { readonly key: string; readonly box: ReactNode; readonly isLow: boolean } | null;
}

/** Nobody does anything in the cells. */
export const noWork: RowWork = { column: -1, block: null, marks: undefined, editing: null };

/** A row in its place. Props are plain values and lasting functions, so that scrolling renders new rows alone. */
export const GridRow = memo(function GridRow(props: {
  id: string;
  index: number;
  top: number;
  row: GridTableRow;
  /** The row's cells in the shown columns: the same array until others are shown. */
  cells: readonly GridTableCell[];
  resource: string;
  /** Whether it has a box to choose it by. */
  selects: boolean;
  chosen: boolean;
  focused: boolean;
  work: RowWork;
  /** Edits a cell by pointer; null where the record is not ours to change. */
  onEdit: ((index: number, column: number) => void) | null;
  onToggle: (index: number, row: GridTableRow) => void;
}) {
  const { id, index, top, cells, resource, selects, chosen, focused, work, onEdit, onToggle } = props;
  const row = props.row.original;
  const { editing } = work;
  // Nobody sees the pens of other rows, and making them for each costs as much as all the rest of it.
  const [hovered, setHovered] = useState(false);
  const say = useText();
  const format = useFormat();
  const name = nameOf(useApp().screens[resource] ?? {}, row, format);
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      data-index={index}
      data-edited={editing !== null || undefined}
      data-low={editing?.isLow || undefined}
      className={cx(styles.row, chosen && styles.sel, !row.active && styles.off, focused && styles.focus)}
      style={{ transform: `translateY(${top}px)` }}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {selects && (
        <div role="gridcell" className={cx(styles.td, styles.box)}>
          <Checkbox
            aria-label={say('list.select', { name })}
            checked={chosen}
            tabIndex={-1}
            onChange={() => onToggle(index, props.row)}
          />
        </div>
      )}
      {cells.map((cell, place) => (
        <Cell
          key={cell.id}
          id={cellId(id, place)}
          place={place}
          cell={cell}
          work={work}
          onEdit={onEdit && (() => onEdit(index, place))}
          hovered={hovered}
          resource={resource}
        />
      ))}
    </div>
  );
});

/** A cell: its value, the field that it became, or what somebody typed into it that is not saved. */
function Cell(props: {
  id: string;
  place: number;
  cell: GridTableCell;
  work: RowWork;
  onEdit: (() => void) | null;
  hovered: boolean;
  resource: string;
}) {
  const { id, place, cell, work, hovered, resource } = props;
  const { columnDef } = cell.column;
  const column = columnDef.meta?.column;
  if (!column) return null;
  const row = cell.row.original;
  const onEdit = column.editing && props.onEdit;
  const { block, editing } = work;
  const edited = editing?.key === column.key ? editing.box : null;
  const mark = column.editing && work.marks?.get(column.editing.field);
  return (
    <div
      role="gridcell"
      id={id}
      data-column={place}
      aria-invalid={mark?.why ? true : undefined}
      aria-selected={block ? place >= block[0] && place <= block[1] : undefined}
      className={cx(
        cellClass(column),
        work.column === place && edited === null && styles.cur,
        block !== null && place >= block[0] && place <= block[1] && styles.range,
        edited !== null && styles.edit,
        mark && edited === null && (mark.why ? styles.unsaved : styles.saving),
        onEdit && edited === null && styles.may,
      )}
    >
      {edited ??
        (mark ? (
          <>
            {mark.why && <Icon as={CircleAlert} size="s" />}
            <span>{mark.typed === '' ? '…' : mark.typed}</span>
          </>
        ) : (
          flexRender(columnDef.cell, cell.getContext())
        ))}
      {onEdit && hovered && !edited && <Pen column={column} row={row} resource={resource} onClick={onEdit} />}
    </div>
  );
}

/** Edits a cell by pointer; the keyboard has Enter and F2. */
function Pen(props: { column: ScreenColumn; row: Row; resource: string; onClick: () => void }) {
  const { column, row, resource, onClick } = props;
  const say = useText();
  const label = useTextOf(resource)(column.key);
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

/** How wide the bars of rows that have not come are, in percent of their column. */
const shares = [62, 78, 54, 70, 48];

/** A row that has not come yet: still bars at the columns' widths. */
export const WaitingRow = memo(function WaitingRow(props: {
  index: number;
  /** Which of the looks it has: the bars of other rows are of other widths. */
  look: number;
  top: number;
  columns: readonly ScreenColumn[];
  selects: boolean;
}) {
  const { index, look, top, columns, selects } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy="true"
      className={cx(styles.row, styles.wait)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {selects && (
        <div role="gridcell" className={cx(styles.td, styles.box)}>
          <Skeleton width={16} />
        </div>
      )}
      {columns.map((column, place) => (
        <div key={column.key} role="gridcell" className={cx(styles.td, column.align === 'right' && styles.r)}>
          <Skeleton
            width={`${shares[(look + place) % shares.length] ?? 60}%`}
            right={column.align === 'right'}
          />
        </div>
      ))}
    </div>
  );
});
