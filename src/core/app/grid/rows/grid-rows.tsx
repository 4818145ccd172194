// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import type { ReactNode } from 'react';
import type { Screen } from '../../shell/screen';
import type { Row } from '../../data/row';
import styles from '../../../ui/tables/grid.module.css';
import type { Editing } from '../edit/use-editing';
import { GridRow, noWork, rowId, WaitingRow, type RowWork } from './grid-row';
import type { Columns } from '../columns/use-columns';
import type { GridTableRow } from '../columns/grid-features';
import type { GridTable } from '../columns/use-grid-table';
import type { Cursor } from './use-cursor';
import type { Pages } from './use-pages';
import { useDebouncedValue, type VirtualRows } from './use-virtual-rows';

/** Milliseconds without scrolling after which the elements are put into the order of their rows. */
const rest = 200;

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
  drawn: ReadonlyMap<number, Row | undefined>;
  pages: Pages;
  view: VirtualRows;
  /** Height of a row in pixels. */
  height: number;
  active: number;
  /** Whether the grid has the keyboard focus. */
  focused: boolean;
  cursor: Cursor;
  editing: Editing;
  onEdit: (index: number, column: number) => void;
  onToggle: (index: number, row: GridTableRow) => void;
}) {
  const { id, screen, columns, table, drawn, pages, view, height, active, focused, editing } = props;
  const first = useDebouncedValue(view.first, rest);
  const isUnknown = pages.total === null;
  return (
    <div role="rowgroup" className={styles.body} style={bodyStyle(pages, view, height)}>
      {isUnknown ? <FirstRows columns={columns} height={height} /> : rows()}
    </div>
  );

  function rows(): ReactNode[] {
    const edited = editing.at?.index;
    const shown = [...drawn.keys()];
    // Elements follow the order of their rows only when scrolling rests: reordering them with every step would
    // cost frames.
    const place = (index: number) => (((index - first) % view.most) + view.most) % view.most;
    shown.sort((one, other) => place(one) - place(other));
    return shown.map((index) => {
      const record = drawn.get(index);
      const row = record && table.rowOf(record);
      const top = view.topOf(index);
      const slot = index % view.most;
      const key = index === edited ? 'edited' : slot;
      if (!row) {
        const at = { index, top, look: slot, columns: columns.visible, selects: columns.selects };
        return <WaitingRow key={`waiting ${key}`} {...at} />;
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
          selects={columns.selects}
          chosen={row.getIsSelected()}
          focused={focused && index === active}
          work={workOf(index, row.original)}
          onEdit={editing.mayEdit(row.original) ? props.onEdit : null}
          onToggle={props.onToggle}
        />
      );
    });
  }

  function workOf(index: number, row: Row): RowWork {
    const marks = editing.marks.get(row.id);
    const at = editing.at?.index === index ? editing.at : null;
    const { block, column } = props.cursor;
    const inBlock = block !== null && index >= block.rows[0] && index <= block.rows[1];
    const hasCursor = focused && index === active && column >= 0;
    if (!marks && !at && !inBlock && !hasCursor) return noWork;
    return {
      column: hasCursor ? column : -1,
      block: inBlock ? block.columns : null,
      marks,
      editing: at && { ...at, isLow: index > view.firstSeen + view.rowsInSight / 2 },
    };
  }
}

/** Returns the indexes of the rows to render. */
export function drawnRows(view: VirtualRows, edited: number | undefined): number[] {
  const drawn = Array.from({ length: Math.max(0, view.end - view.first) }, (_, at) => view.first + at);
  // The row that is being edited stays rendered however far it is scrolled away, so that its text is not lost.
  if (edited !== undefined && !drawn.includes(edited)) drawn.push(edited);
  return drawn;
}

/** Skeletons for the first rows, before the number of rows is known. */
function FirstRows({ columns, height }: { columns: Columns; height: number }) {
  return Array.from({ length: 24 }, (_, index) => (
    <WaitingRow
      key={index}
      index={index}
      look={index}
      top={index * height}
      columns={columns.visible}
      selects={columns.selects}
    />
  ));
}

/**
 * If a list is higher than its element (`tallest`), the last rows can reach beyond the element's end and must not
 * extend the scroll height.
 */
const bodyStyle = (pages: Pages, view: VirtualRows, row: number) =>
  pages.total === null
    ? undefined
    : { height: view.height, overflow: pages.total * row > view.height ? 'clip' : undefined };
