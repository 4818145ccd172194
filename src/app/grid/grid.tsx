// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import {
  use,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { Screen, ScreenColumn } from '../shell/screen';
import type { Row } from '../data/row';
import styles from '@/ui/tables/grid.module.css';
import { GridHead } from './columns/grid-head';
import { useGridTable } from './columns/use-grid-table';
import { renderedIndexes, GridRows } from './rows/grid-rows';
import type { CellEdits, CellEditsState } from './edit/cell-edits';
import { useEditing } from './edit/use-editing';
import { cellId, rowId } from './rows/grid-row';
import type { CellBlock } from './sheet/range/range';
import { SheetBarContext } from './sheet/sheet-bar';
import type { SheetView } from './sheet/sheet-view';
import { useCursor } from './rows/use-cursor';
import type { Columns } from './columns/use-columns';
import type { Density } from './rows/use-density';
import { useGridKeys } from './rows/use-grid-keys';
import { useGridPointer } from './rows/use-grid-pointer';
import type { OnlyRows, Pages } from './rows/use-pages';
import type { VirtualRows } from './rows/use-virtual-rows';
import type { SelectionControls } from './selection/use-selection';
import { lazy } from '@/ui/state/lazy';
import { useChangeOfMany } from '../changes/use-change-of-many';
import { useCoarsePointer } from '@/ui/layout/use-phone';

/** Returns the height of the header row in pixels, as in the stylesheet (`--row-head`): where a finger sorts, it is higher. */
export const useHeadHeight = (): number => (useCoarsePointer() ? 44 : 32);
/** Left padding of a cell in pixels. */
const cellPadding = 10;

// Rows of two lines, for phones alone.
const PhoneRows = lazy(async () => ({ default: (await import('./phone/phone-rows')).PhoneRows }));

// Ranges, paste and fill, and the changes that are collected.
const Sheet = lazy(async () => ({ default: (await import('./sheet/sheet')).Sheet }));

// Who gave a cell its value.
const GridWhoseChange = lazy(async () => ({
  default: (await import('../whose-change/grid-whose-change')).GridWhoseChange,
}));

const CopyCells = lazy(async () => ({ default: (await import('./selection/copy-cells')).CopyCells }));

const noColumns: readonly ScreenColumn[] = [];

/** Imperative handle for the elements around a grid. */
export interface GridHandle {
  focus: () => void;
  /** Whether the grid has the keyboard focus. */
  isFocused: () => boolean;
}

/**
 * The table of a list: a virtualized ARIA grid. The grid element has the focus and names the active row or cell by
 * `aria-activedescendant`; rows are opened, selected and walked by keyboard or pointer.
 */
export function Grid(props: {
  screen: Screen;
  label: string;
  columns: Columns;
  pages: Pages;
  view: VirtualRows;
  scroller: Ref<HTMLDivElement>;
  selectionControls: SelectionControls;
  active: number;
  onActive: (index: number) => void;
  density: Density;
  /** Rows of two lines, without columns and cells. */
  isPhone: boolean;
  onSort: (field: string) => void;
  /** Returns the address of a row's record; null if it cannot be opened. */
  hrefOf: (row: Row) => string | null;
  onOpen: (row: Row) => void;
  /** Whether the user's role may change records here, and the list shows the present and not the past. */
  mayWrite: boolean;
  edits: CellEdits;
  editsState: CellEditsState;
  /** Shows some rows alone; null shows those of the list again. */
  onOnly: (only: OnlyRows | null) => void;
  /** Called with how many changed cells wait that are lost when the list is left. */
  onWaiting: (cells: number) => void;
  /** Called when the user begins to edit cells, and when the focus leaves the list. */
  onEditing: (isWorking: boolean) => void;
  /** Called with the key of the open cell (`keyOf`), or null. */
  onOpenCell: (key: string | null) => void;
  /** Escape: clears the selection, or closes the result of the last bulk action. */
  onEscape: () => void;
  /** Replaces the rows: an empty state, no results, or an error. */
  placeholder: ReactNode;
  ref?: Ref<GridHandle>;
}) {
  const {
    screen,
    label,
    columns,
    pages,
    view,
    scroller,
    selectionControls,
    active,
    onActive,
    onOpen,
    placeholder,
    ref,
  } = props;
  const { select, selection } = selectionControls;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [isFocused, setIsFocused] = useState(false);
  const [copying, setCopying] = useState<CellBlock | null>(null);
  const headHeight = useHeadHeight();
  const count = pages.total ?? 0;
  const { isPhone } = props;
  // A row of a phone is one target, whose cells are neither walked nor edited.
  const visible = isPhone ? noColumns : columns.visible;
  const cursor = useCursor(active, visible.length);
  const { column } = cursor;
  const { onEditing } = props;
  const [sheet, setSheet] = useState<SheetView | null>(null);
  const [barSlot, setBarSlot] = useState<HTMLElement | null>(null);
  const { edits, state: editsState } = sheet ?? { edits: props.edits, state: props.editsState };
  const hasCells = props.mayWrite && visible.some((one) => one.editing);
  const mayChangeMany = useChangeOfMany() !== null;
  const focusGrid = () => grid.current?.focus({ preventScroll: true });
  const editing = useEditing({
    screen,
    mayWrite: props.mayWrite,
    edits,
    state: editsState,
    row(index) {
      const row = pages.row(index);
      return row && sheet ? sheet.rowOf(row) : row;
    },
    columns: visible,
    count,
    onBegin: () => onEditing(true),
    onMove(index, to) {
      onActive(index);
      cursor.put(to);
      view.reveal(index);
    },
    onClose: focusGrid,
  });
  useImperativeHandle(
    ref,
    () => ({
      focus: () => grid.current?.focus(),
      isFocused: () => grid.current !== null && grid.current === document.activeElement,
    }),
    [],
  );
  const keyDown = useGridKeys({
    active,
    column,
    columns: visible,
    pages,
    view,
    selectionControls,
    cursor,
    editing,
    edits,
    sheet,
    onActive,
    onOpen,
    onCopy: setCopying,
    onEscape: props.onEscape,
  });
  const rendered = new Map(
    renderedIndexes(view, editing.at?.index).map((index) => [index, pages.row(index)]),
  );
  const table = useGridTable({
    screen,
    columns,
    records: [...rendered.values()].filter((record) => record !== undefined),
    hrefOf: props.hrefOf,
    widths: sheet?.widths,
  });
  const pointer = useGridPointer({
    row: pages.row,
    selectionControls,
    cursor,
    active,
    hasCells,
    onActive,
    onOpen,
    isPhone,
    onEdit: (index, place) => editing.open(index, visible[place]),
    focusGrid,
  });
  const { onOpenCell } = props;
  const openKey = editing.at?.cell ?? null;
  useEffect(() => onOpenCell(openKey), [onOpenCell, openKey]);
  const hasBar = use(SheetBarContext) !== null;
  const latest = useRef({ open: editing.open, loaded: pages.loaded });
  useEffect(() => {
    latest.current = { open: editing.open, loaded: pages.loaded };
  });
  const onEdit = useCallback(
    (index: number, place: number) => void latest.current.open(index, visible[place]),
    [visible],
  );
  const onSelectLoaded = useCallback((on: boolean) => select(latest.current.loaded(), on), [select]);

  const row = rowId(id, active);
  const activeId = column >= 0 ? cellId(row, column) : row;
  const isActiveVisible = active >= view.first && active < view.end && pages.row(active) !== undefined;
  return (
    <>
      {hasBar && <div ref={setBarSlot} />}
      <div
        className={styles.scroll}
        ref={scroller}
        data-density={!isPhone && props.density.isCompact ? 'compact' : undefined}
        data-phone={isPhone || undefined}
        style={
          {
            '--blank-left': isPhone ? 'var(--gutter)' : `${table.nameOffset + cellPadding}px`,
          } as object
        }
      >
        <div
          ref={grid}
          id={id}
          role="grid"
          tabIndex={0}
          className={styles.grid}
          style={
            {
              '--cols': isPhone ? 'minmax(0, 1fr) 96px' : table.template,
              '--width': isPhone ? '100%' : `${table.width}px`,
              ...table.standing,
            } as object
          }
          aria-label={label}
          aria-rowcount={pages.total === null ? -1 : count + 1}
          aria-colcount={isPhone ? 2 : visible.length + (columns.isSelectable ? 1 : 0)}
          aria-multiselectable="true"
          aria-busy={pages.isChanging || pages.total === null}
          data-dragging={pointer.isDragging || undefined}
          aria-activedescendant={isActiveVisible && !placeholder ? activeId : undefined}
          onKeyDown={keyDown}
          onFocus={(event) => {
            const isOnGrid = event.target === grid.current;
            setIsFocused(isOnGrid);
            if (isOnGrid && active < 0 && count > 0 && grid.current?.matches(':focus-visible'))
              onActive(view.firstVisible);
          }}
          onBlur={(event) => {
            setIsFocused(false);
            if (hasLeft(event)) onEditing(false);
          }}
          onPointerDownCapture={pointer.press}
          onPointerMove={pointer.drag}
          onPointerUp={pointer.release}
          onPointerCancel={pointer.release}
          onClick={pointer.click}
        >
          {!isPhone && (
            <GridHead
              headers={table.headers}
              resizing={table.resizing}
              isSelectable={columns.isSelectable}
              sort={pages.shown.sort}
              onSort={props.onSort}
              marked={cursor.block?.columns}
              selected={selectedShare(pages, selectionControls)}
              onSelect={onSelectLoaded}
            />
          )}
          {!placeholder &&
            (isPhone ? (
              <PhoneRows
                {...{ id, screen, table, rendered, pages, view, active, selection, isFocused }}
                hrefOf={props.hrefOf}
              />
            ) : (
              <GridRows
                {...{
                  id,
                  screen,
                  columns,
                  table,
                  rendered,
                  pages,
                  view,
                  active,
                  selection,
                  isFocused,
                  cursor,
                  editing,
                  sheet,
                }}
                height={props.density.row}
                onEdit={onEdit}
                onToggle={pointer.toggleRow}
              />
            ))}
        </div>
        {/* Beside the grid, whose children are rows. */}
        {placeholder}
        {copying && (
          <CopyCells
            block={copying}
            row={(index) => pages.row(index)}
            columns={visible}
            resource={screen.contract.name}
            marks={editing.marks}
            onCopied={() => setCopying(null)}
          />
        )}
      </div>
      {!isPhone && count > 0 && (
        <GridWhoseChange
          {...{ screen, grid, active, column, edits }}
          columns={visible}
          row={pages.row}
          mayEdit={editing.mayEdit}
        />
      )}
      {hasCells && mayChangeMany && count > 0 && (
        <Sheet
          {...{ screen, pages, view, cursor, active, editing, grid, isFocused, onActive, barSlot }}
          columns={visible}
          isSelectable={columns.isSelectable}
          template={table.template}
          rowHeight={props.density.row}
          headHeight={headHeight}
          edits={props.edits}
          editsState={props.editsState}
          hasFoot={selection.size === 0}
          onBegin={onEditing}
          onOnly={props.onOnly}
          onWaiting={props.onWaiting}
          onView={setSheet}
        />
      )}
    </>
  );
}

/** Whether the focus left the list, and not only the window. */
const hasLeft = (event: FocusEvent): boolean =>
  !event.currentTarget.contains(event.relatedTarget) && document.activeElement !== event.target;

/** Returns how many of the loaded rows are selected. */
function selectedShare(pages: Pages, { selection }: SelectionControls): 'none' | 'some' | 'all' {
  if (selection.size === 0) return 'none';
  const loaded = pages.loaded();
  const isOnGrid = loaded.filter((row) => selection.has(row.id)).length;
  return isOnGrid === 0 ? 'none' : isOnGrid === loaded.length ? 'all' : 'some';
}
