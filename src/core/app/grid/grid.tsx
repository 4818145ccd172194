// Rows stand anywhere in a tall element, so the table is the ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { Row, Screen } from '../screen';
import styles from '../../ui/grid.module.css';
import { GridHead } from './grid-head';
import { GridRow, rowId, WaitingRow } from './grid-row';
import { keyAction } from './keys';
import type { Columns } from './use-columns';
import type { Pages } from './use-pages';
import type { ListWindow } from './use-window';
import type { Choosing } from './use-selection';

/** Row and head heights in pixels, as the look sets them (`--row`, `--row-head`). */
export const rowHeight = 36;
export const headHeight = 32;

/** What stands around a grid may ask of it. */
export interface GridHandle {
  focus: () => void;
  /** Whether the keys go to it. */
  isFocused: () => boolean;
}

/**
 * The table of a list, an ARIA grid of which only the rows in sight exist. The grid holds the focus and
 * names its active row; rows are opened, chosen and walked by key or by pointer.
 */
export function Grid(props: {
  screen: Screen;
  label: string;
  columns: Columns;
  pages: Pages;
  view: ListWindow;
  scroller: Ref<HTMLDivElement>;
  choosing: Choosing;
  active: number;
  onActive: (index: number) => void;
  onSort: (field: string) => void;
  /** Where a row leads; null where records are listed and not opened. */
  hrefOf: (row: Row) => string | null;
  onOpen: (row: Row) => void;
  /** Escape: lets go of what is selected, or of what came of the last action. */
  onLeave: () => void;
  /** Stands in the place of the rows: nothing there, nothing found, an error. */
  instead: ReactNode;
  ref?: Ref<GridHandle>;
}) {
  const { screen, label, columns, pages, view, scroller, choosing, active, onActive, hrefOf, instead, ref } =
    props;
  const { selection, toggle, extendTo, choose } = choosing;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const shift = useRef(false);
  const opening = useRef(false);
  const [focused, setFocused] = useState(false);
  const count = pages.total ?? 0;
  useImperativeHandle(
    ref,
    () => ({
      focus: () => grid.current?.focus(),
      isFocused: () => grid.current !== null && grid.current === document.activeElement,
    }),
    [],
  );

  useEffect(() => {
    if (pages.changing || !opening.current) return;
    opening.current = false;
    const found = pages.row(0);
    if (found) props.onOpen(found);
  });

  const loaded = pages.loaded();
  const chosenHere = loaded.filter((row) => selection.has(row.id)).length;
  const chosen = chosenHere === 0 ? 'none' : chosenHere === loaded.length ? 'all' : 'some';

  const move = (to: number) => {
    onActive(to);
    view.reveal(to);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current) return;
    const action = keyAction(event, { active, count, page: view.rowsInSight });
    if (!action) return;
    event.preventDefault();
    // Rows of another query are on their way: what is meant is what that query finds.
    if (pages.changing && action.do === 'open') {
      opening.current = true;
      return;
    }
    const row = pages.row(active);
    if (action.do === 'move') {
      if (action.extend && !selection.size) toggle(Math.max(active, 0));
      move(action.to);
      if (action.extend) extendTo(action.to);
    } else if (action.do === 'open') {
      if (row) props.onOpen(row);
    } else if (action.do === 'toggle') toggle(active);
    else if (action.do === 'selectLoaded') choose(loaded, true);
    else props.onLeave();
  };
  const onToggle = useCallback(
    (index: number) => {
      onActive(index);
      if (shift.current) extendTo(index);
      else toggle(index);
    },
    [onActive, extendTo, toggle],
  );
  const click = (event: MouseEvent) => {
    const index = placeOf(event);
    if (index === undefined) return;
    const row = pages.row(index);
    if (!row || event.defaultPrevented) return;
    onActive(index);
    if (event.target instanceof Element && event.target.closest('label, button, input')) return;
    // The name is a true link, for a new tab; a plain click on it opens the row like any other.
    const onLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (onLink && (event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey) extendTo(index);
    else if (event.ctrlKey || event.metaKey) toggle(index);
    else if (!getSelection()?.toString()) props.onOpen(row);
  };

  const rows: ReactNode[] = [];
  for (let index = view.first; index < (instead ? 0 : view.end); index++) {
    const row = pages.row(index);
    const top = view.topOf(index);
    rows.push(
      row ? (
        <GridRow
          key={index}
          id={rowId(id, index)}
          index={index}
          top={top}
          row={row}
          columns={columns.visible}
          resource={screen.contract.name}
          href={hrefOf(row)}
          chosen={selection.has(row.id)}
          focused={focused && index === active}
          onToggle={onToggle}
        />
      ) : (
        <WaitingRow key={index} index={index} top={top} columns={columns.visible} />
      ),
    );
  }
  const inSight = active >= view.first && active < view.end && pages.row(active) !== undefined;
  return (
    <div className={styles.scroll} ref={scroller}>
      <div
        ref={grid}
        id={id}
        role="grid"
        tabIndex={0}
        className={styles.grid}
        style={{ '--cols': columns.template, '--width': `${columns.width}px` } as object}
        aria-label={label}
        aria-rowcount={pages.total === null ? -1 : count + 1}
        aria-colcount={columns.shown.length + 1}
        aria-multiselectable="true"
        aria-busy={pages.changing || pages.total === null}
        aria-activedescendant={inSight && !instead ? rowId(id, active) : undefined}
        onKeyDown={keyDown}
        onFocus={(event) => {
          const here = event.target === grid.current;
          setFocused(here);
          if (here && active < 0 && count > 0 && grid.current?.matches(':focus-visible'))
            onActive(view.firstSeen);
        }}
        onBlur={() => setFocused(false)}
        onPointerDownCapture={(event) => (shift.current = event.shiftKey)}
        onClick={click}
      >
        <GridHead
          columns={columns.shown}
          resource={screen.contract.name}
          sort={pages.shown.sort}
          onSort={props.onSort}
          chosen={chosen}
          onChoose={(on) => choose(loaded, on)}
        />
        {instead ?? (
          <div role="rowgroup" className={styles.body} style={bodyStyle(pages, view)}>
            {pages.total === null ? <FirstRows columns={columns} /> : rows}
          </div>
        )}
      </div>
    </div>
  );
}

/** Bars in the place of the first rows, before anything is known. */
function FirstRows({ columns }: { columns: Columns }) {
  return Array.from({ length: 24 }, (_, index) => (
    <WaitingRow key={index} index={index} top={index * rowHeight} columns={columns.visible} />
  ));
}

/** Rows of a list that outgrew its element stand beyond the element's end near the last one: they must not lengthen it. */
const bodyStyle = (pages: Pages, view: ListWindow) =>
  pages.total === null
    ? undefined
    : { height: view.height, overflow: pages.total * rowHeight > view.height ? 'clip' : undefined };

/** The place of the row that was clicked. */
function placeOf(event: MouseEvent): number | undefined {
  const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
  const index = row?.getAttribute('data-index');
  return index === null || index === undefined ? undefined : Number(index);
}
