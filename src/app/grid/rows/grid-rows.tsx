// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import type { ReactNode } from 'react';
import type { Screen, ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import styles from '@/ui/tables/grid.module.css';
import type { Editing } from '../edit/use-editing';
import { GridRow, idleRow, rowId, SkeletonRow, type RowState } from './grid-row';
import type { Columns } from '../columns/use-columns';
import type { GridTable } from '../columns/use-grid-table';
import type { Selection } from '../selection/selection';
import type { SheetView } from '../sheet/sheet-view';
import type { Cursor } from './use-cursor';
import type { Pages } from './use-pages';
import { useDebouncedValue, type VirtualRows } from './use-virtual-rows';

/** Milliseconds without scrolling after which the elements are put into the order of their rows. */
const restDelay = 200;

/**
 * The rendered rows, in an element as high as the whole list. A row that scrolls out of view passes its elements on
 * to one that scrolls into view: updating them costs a fraction of creating them.
 */
export function GridRows(props: {
  /** The grid's element id. */
  id: string;
  screen: Screen;
  columns: Columns;
  table: GridTable;
  /** The rendered records by their index; undefined while loading. */
  rendered: ReadonlyMap<number, Row | undefined>;
  pages: Pages;
  view: VirtualRows;
  /** Height of a row in pixels. */
  height: number;
  active: number;
  selection: Selection;
  /** Whether the grid has the keyboard focus. */
  isFocused: boolean;
  cursor: Cursor;
  editing: Editing;
  sheet: SheetView | null;
  onEdit: (index: number, column: number) => void;
  onToggle: (index: number) => void;
}) {
  const { id, screen, columns, table, rendered, pages, view, height, active, isFocused, editing } = props;
  const { selection } = props;
  const first = useDebouncedValue(view.first, restDelay);
  const isUnknown = pages.total === null;
  return (
    <div role="rowgroup" className={styles.body} style={bodyStyle(pages, view, height)}>
      {isUnknown ? (
        <SkeletonRows columns={columns.visible} isSelectable={columns.isSelectable} height={height} />
      ) : (
        rows()
      )}
    </div>
  );

  function rows(): ReactNode[] {
    const edited = editing.at?.index;
    const shown = [...rendered.keys()];
    // Elements follow the order of their rows only when scrolling rests: reordering them with every step would
    // cost frames.
    const place = (index: number) =>
      (((index - first) % view.maxRendered) + view.maxRendered) % view.maxRendered;
    shown.sort((one, other) => place(one) - place(other));
    return shown.map((index) => {
      const record = rendered.get(index);
      const row = record && table.rowOf(record);
      const top = view.positionOf(index);
      const slot = index % view.maxRendered;
      const key = index === edited ? 'edited' : slot;
      if (!row) {
        const at = {
          index,
          top,
          variant: slot,
          columns: columns.visible,
          isSelectable: columns.isSelectable,
        };
        return <SkeletonRow key={`waiting ${key}`} {...at} />;
      }
      return (
        <GridRow
          key={key}
          id={rowId(id, index)}
          index={index}
          top={top}
          row={row}
          cells={row.getVisibleCells()}
          resource={screen.contract.name}
          isSelectable={columns.isSelectable}
          isSelected={selection.has(row.id)}
          isFocused={isFocused && index === active}
          state={rowState(index, row.original)}
          onEdit={editing.mayEdit(row.original) ? props.onEdit : null}
          onToggle={props.onToggle}
        />
      );
    });
  }

  function rowState(index: number, row: Row): RowState {
    const marks = editing.marks.get(row.id);
    const at = editing.at?.index === index ? editing.at : null;
    const { block, anchor, column } = props.cursor;
    const cells = props.sheet?.cellsOf(row);
    const inBlock = block !== null && index >= block.rows[0] && index <= block.rows[1];
    const hasCursor = isFocused && index === active && column >= 0;
    if (!marks && !at && !inBlock && !hasCursor) return cells ? { ...idleRow, cells } : idleRow;
    return {
      cells,
      anchor: anchor?.row === index ? anchor.column : -1,
      column: hasCursor ? column : -1,
      block: inBlock ? block.columns : null,
      marks,
      editing: at && { ...at, isLow: index > view.firstVisible + view.visibleCount / 2 },
    };
  }
}

/** Returns the indexes of the rows to render. */
export function renderedIndexes(view: VirtualRows, edited: number | undefined): number[] {
  const rendered = Array.from({ length: Math.max(0, view.end - view.first) }, (_, at) => view.first + at);
  // The row that is being edited stays rendered however far it is scrolled away, so that its text is not lost.
  if (edited !== undefined && !rendered.includes(edited)) rendered.push(edited);
  return rendered;
}

/** Skeletons for the first rows, before the number of rows is known. */
export function SkeletonRows(props: {
  columns: readonly ScreenColumn[];
  isSelectable: boolean;
  height: number;
}) {
  const { columns, isSelectable, height } = props;
  return Array.from({ length: 24 }, (_, index) => (
    <SkeletonRow
      key={index}
      index={index}
      variant={index}
      top={index * height}
      columns={columns}
      isSelectable={isSelectable}
    />
  ));
}

/**
 * If a list is higher than its element (`tallest`), the last rows can reach beyond the element's end and must not
 * extend the scroll height.
 */
export const bodyStyle = (pages: Pages, view: VirtualRows, row: number) =>
  pages.total === null
    ? undefined
    : { height: view.height, overflow: pages.total * row > view.height ? 'clip' : undefined };
