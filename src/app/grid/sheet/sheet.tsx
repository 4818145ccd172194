import { useQueryClient } from '@tanstack/react-query';
import {
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { useChangeSets } from '../../changes/use-change-sets';
import { useMostUnapproved } from '../../changes/use-most-at-once';
import { listPageQuery } from '../../data/queries';
import { pageSize } from '../../data/row-source';
import type { Row } from '../../data/row';
import { usePageText } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { useApp } from '../../shell/app-context';
import type { Screen, ScreenColumn } from '../../shell/screen';
import { cellKey, cellValue, type CellEdits, type CellEditsState } from '../edit/cell-edits';
// Here, so that the editor of references is loaded before a cell is opened.
import '../edit/reference-editor';
import type { Editing } from '../edit/use-editing';
import type { Cursor } from '../rows/use-cursor';
import type { OnlyRows, Pages } from '../rows/use-pages';
import type { VirtualRows } from '../rows/use-virtual-rows';
import { cx } from '@/ui/style/cx';
import { isOwnedByParent } from '../selection/owned-by-parent';
import { dragFill } from './range/range-ring';
import { readClipboard, type ClipboardTable } from './reading/clipboard';
import { fillTo, pasteBlock, sourceOf, tiled, type Fill } from './range/fill';
import { asItWouldBe, pendingCells, without } from './pending';
import { asShown, planCells, withRefused, type Refusal, type RefusedCells, type Source } from './plan';
import { around, blockOf, cellCount, isInBlock, sizeOf, type CellBlock, type CellPlace } from './range/range';
import { boxOf, RangeRing, standingWidth, useTracks } from './range/range-ring';
import { SheetBarContext, type Live, type SheetAccess } from './sheet-bar';
import { SheetFoot } from './sheet-foot';
import { sheetKey, toBar } from './sheet-keys';
import { collectedCount, isCollected, recordsOf } from './sheet-store';
import { SheetStrip, type Outcome } from './sheet-strip';
import type { SheetView } from './sheet-view';
import { figuresOf } from './range/summary';
import styles from './sheet.module.css';
import { texts } from './texts';
import { revealField, useCursorColumns } from './use-cursor-columns';
import { useFacets } from './use-facets';
import { useSheetReading } from './use-sheet-reading';
import { useSheetStore } from './use-sheet-store';
import { useSheetView } from './use-sheet-view';

/**
 * Makes a sheet of a list whose cells are edited: ranges, paste and fill, and changes that are collected. Loaded after the
 * rows; it hands the grid a `SheetView`, and renders what stands over and under the rows.
 */
export function Sheet(props: {
  screen: Screen;
  columns: readonly ScreenColumn[];
  /** Whether rows can be selected. */
  isSelectable: boolean;
  pages: Pages;
  view: VirtualRows;
  cursor: Cursor;
  /** The row with the cursor. */
  active: number;
  editing: Editing;
  grid: RefObject<HTMLElement | null>;
  isFocused: boolean;
  /** The value of `grid-template-columns`. */
  template: string;
  rowHeight: number;
  headHeight: number;
  edits: CellEdits;
  editsState: CellEditsState;
  /** Whether the foot is free: the petrol bar of a selection is never shown together with it. */
  hasFoot: boolean;
  onActive: (index: number) => void;
  onBegin: (isWorking: boolean) => void;
  onView: (view: SheetView | null) => void;
  /** Shows some rows alone; null shows those of the list again. */
  onOnly: (only: OnlyRows | null) => void;
  /** Called with how many changed cells wait that are lost when the list is left. */
  onWaiting: (cells: number) => void;
  /** Where its bar stands, over the rows. */
  barSlot: HTMLElement | null;
}) {
  const { screen, columns, pages, view, cursor, active, grid, edits, editsState, onActive, onView } = props;
  const { contract } = screen;
  const { source, current } = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sets = useChangeSets();
  const mostUnapproved = useMostUnapproved();
  const say = usePageText('grid/sheet', texts);
  const format = useFormat();
  const isOwned = (row: Row) => isOwnedByParent(row['company_id'], current.me?.company.id ?? null);
  const reading = useSheetReading(screen);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [refused, setRefused] = useState<RefusedCells>(new Map());
  const [fill, setFill] = useState<Fill | null>(null);
  const store = useSheetStore(screen, edits, {
    hasStrip: () => latest.current.actions.hasStrip,
    onRefused: (items) => setRefused((was) => withRefused(was, items, columns)),
  });
  const state = useSyncExternalStore(store.subscribe, store.get);
  const { pending } = state;
  const { onWaiting } = props;
  const waiting = current.server.can.changeSets ? 0 : pendingCells(pending);
  useEffect(() => onWaiting(waiting), [onWaiting, waiting]);
  const [live, setLive] = useState<Live | null>(null);
  const rowOf = (row: Row) => asItWouldBe(row, pending.get(row.id));
  const { column } = cursor;
  const lastColumn = useCursorColumns(grid, cursor, columns);
  const at: CellPlace | null = column >= 0 && active >= 0 ? { row: active, column } : null;
  const block: CellBlock | null = cursor.block ?? (at && blockOf({ anchor: at, focus: at }));
  const bounds = { rows: pages.total ?? 0, columns: columns.length };

  const select = (to: CellBlock) => {
    const [last, right] = [to.rows[1], to.columns[1]];
    const begun = { row: to.rows[0], column: to.columns[0] };
    cursor.put(right, cellCount(to) === 1 ? undefined : begun, true);
    onActive(last);
  };

  /** Returns the rows of a block; those that are not loaded are read. */
  const rowsOf = async ([first, last]: readonly [number, number]): Promise<
    (index: number) => Row | undefined
  > => {
    const read = new Map<number, readonly Row[]>();
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      const from = Math.max(first, page * pageSize);
      const until = Math.min(last, page * pageSize + pageSize - 1);
      if (pages.row(from) && pages.row(until)) continue;
      // eslint-disable-next-line no-await-in-loop
      const { rows } = await queries.fetchQuery(listPageQuery(source, contract, pages.shown, page));
      read.set(page, rows);
    }
    return (index) => pages.row(index) ?? read.get(Math.floor(index / pageSize))?.[index % pageSize];
  };

  async function run(
    action: Outcome['action'],
    target: CellBlock,
    sourceAt: (place: CellPlace, row: (index: number) => Row | undefined) => Source | undefined,
    taken: CellBlock = target,
  ): Promise<void> {
    props.onBegin(true);
    const within: CellBlock = {
      rows: [target.rows[0], Math.min(target.rows[1], bounds.rows - 1)],
      columns: [target.columns[0], Math.min(target.columns[1], bounds.columns - 1)],
    };
    const near = around(taken, within);
    const rowAt = await rowsOf(near.rows);
    const isSmall = !isCollected(state, sizeOf(within).rows);
    const plan = await planCells(within, (place) => sourceAt(place, rowAt), {
      row: rowAt,
      columns,
      isOwned,
      read: reading.read,
      check: await reading.checker(isSmall),
    });
    setRefused((was) => {
      const next = new Map(was);
      for (const { row, editing } of plan.values) next.delete(cellKey(row.id, editing.field));
      for (const refusal of plan.refusals)
        next.set(cellKey(refusal.id, refusal.field), { why: whyOf(refusal), place: refusal.place });
      return next;
    });
    const beyond = cellCount(target) - cellCount(within);
    setOutcome({ action, plan, stored: null, block: within, near, beyond });
    const stored = plan.values.length > 0 ? await store.change(plan.values) : 'applied';
    setOutcome((now) => (now?.plan === plan ? { ...now, stored } : now));
  }

  const whyOf = ({ reason, typed }: Refusal) =>
    reason.kind === 'refused' ? reason.text : say(`why_${reason.kind}`, { typed });

  const paste = (table: ClipboardTable, into: CellBlock) => {
    const size = { rows: table.length, columns: table[0]?.length ?? 0 };
    const target = pasteBlock(size, into);
    const origin = { row: target.rows[0], column: target.columns[0] };
    select({
      rows: [target.rows[0], Math.min(target.rows[1], bounds.rows - 1)],
      columns: [target.columns[0], Math.min(target.columns[1], bounds.columns - 1)],
    });
    void run('paste', target, (place) => {
      const from = tiled(place, origin, size);
      return table[from.row]?.[from.column];
    });
  };

  const fillCells = (what: Fill) =>
    void run(
      'fill',
      what.target,
      (place, rowAt) => {
        const from = sourceOf(what, place);
        const row = rowAt(from.row);
        const taken = columns[from.column];
        if (!row || !taken?.editing) return undefined;
        const mark = editsState.marks.get(cellKey(row.id, taken.editing.field));
        if (mark) return asShown(mark);
        const value = cellValue(rowOf(row), taken.editing.field);
        return { field: taken.editing.field, value, cell: reading.clipOf(taken, value) };
      },
      what.source,
    );

  const showFirst = (places: readonly (CellPlace | null)[]) => {
    const here = places.findIndex((place) => place?.row === active && place.column === column);
    const next = places[(here + 1) % places.length];
    if (!next) return;
    cursor.put(next.column);
    onActive(next.row);
    view.reveal(next.row);
    grid.current?.focus();
  };
  const openDraft = async () => {
    const draft = await store.flush();
    if (draft === null) return;
    // Its page says what it would come to; if that cannot be told, it says so and offers it again.
    await sets.move(draft, 'preview').catch(() => undefined);
    await navigate(`/changes/${draft}`);
  };
  const saveAll = async () => {
    setRefused(new Map());
    setOutcome(null);
    await store.save();
  };
  const preview = () => void (current.server.can.changeSets ? openDraft() : saveAll());
  // The strip speaks of its range, and would cover the cells that the user has gone on to.
  if (outcome && at && !isInBlock(outcome.near, at)) setOutcome(null);
  const closeStrip = () => {
    setOutcome(null);
    if (collectedCount(state).cells === 0) setRefused(new Map());
  };

  const actions = {
    at,
    block: cursor.block,
    anchor: cursor.anchor,
    bounds,
    hasStrip: outcome !== null,
    hasDraft: collectedCount(state).cells > 0,
    extend(to: CellPlace, from: CellPlace) {
      onActive(to.row);
      cursor.put(to.column, from);
      view.reveal(to.row);
    },
    select,
    fill: fillCells,
    clear: (what: CellBlock) => void run('clear', what, () => ({ text: '' })),
    edit(place: CellPlace, typed?: string) {
      onActive(place.row);
      cursor.put(place.column);
      const to = columns[place.column];
      if (typed !== undefined && to?.editing?.kind === 'flag') return false;
      return props.editing.open(place.row, to, typed);
    },
    undo() {
      setOutcome(null);
      store.undo();
    },
    redo: store.redo,
    preview,
    closeStrip,
  };
  /** Where rows are not selected, Shift marks cells also after they were left: in the column of the cursor before. */
  const markAgain = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
    const left = lastColumn.current;
    if (by === 0 || !shiftKey || ctrlKey || metaKey || props.isSelectable) return false;
    if (column >= 0 || left < 0 || active < 0) return false;
    const row = Math.min(Math.max(active + by, 0), bounds.rows - 1);
    actions.extend({ row, column: left }, { row: active, column: left });
    return true;
  };
  const { barSlot: bar } = props;
  const now = {
    actions,
    paste,
    block,
    reading,
    loaded: pages.loaded,
    key: (event: KeyboardEvent) => toBar(event, bar) || markAgain(event) || sheetKey(event, actions),
  };
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });

  // A paste goes to where the text selection is, or to the body: never to an element that only has the focus.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { block: into, paste: put, actions: does } = latest.current;
      if (!into || !event.clipboardData || document.activeElement !== grid.current) return;
      const table = readClipboard({
        text: event.clipboardData.getData('text/plain'),
        html: event.clipboardData.getData('text/html'),
      });
      if (!table) return;
      event.preventDefault();
      const single = table.length === 1 && table[0]?.length === 1 ? table[0][0] : undefined;
      // A single value is typed into a single cell, where a person sees it before it is stored.
      if (single && cellCount(into) === 1 && does.at) does.edit(does.at, single.text);
      else put(table, into);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [grid]);

  const sheetView = useSheetView({
    screen,
    store,
    pending,
    live,
    refused,
    edits,
    editsState,
    latest,
    onCollected: (cell) => setRefused((was) => without(was, cell)),
  });
  useLayoutEffect(() => onView(sheetView), [onView, sheetView]);
  useLayoutEffect(() => () => onView(null), [onView]);

  const tracks = useTracks(grid, props.template);
  const scrolled = { headHeight: props.headHeight, rowHeight: props.rowHeight, positionOf: view.positionOf };
  const box = block && boxOf(block, tracks, scrolled);
  const isSingle = cursor.block === null || cellCount(cursor.block) === 1;
  const scroller = grid.current?.parentElement;
  const canFill =
    block !== null && columns.slice(block.columns[0], block.columns[1] + 1).some((one) => one.editing);
  const isShown = box !== null && props.editing.at === null && (!isSingle || props.isFocused);
  /** The strip of a range that reaches beyond the window stands at its lower edge. */
  const stripBoxOf = (of: CellBlock) => {
    const lastWhole = view.firstVisible + view.visibleCount - 2;
    const row = Math.min(of.rows[1], Math.max(lastWhole, of.rows[0]));
    return boxOf({ ...of, rows: [of.rows[0], row] }, tracks, scrolled);
  };
  const stripBox = outcome && stripBoxOf(outcome.block);
  const range = useMemo(
    () =>
      cursor.block && cellCount(cursor.block) > 1
        ? figuresOf(
            cursor.block,
            columns,
            pages,
            (row) => asItWouldBe(row, pending.get(row.id)),
            format.scale,
          )
        : null,
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `pages` is a new object with each scroll step
    [cursor.block, columns, pending, editsState.rows, pages.total],
  );
  const facets = useFacets(pending, {
    resource: contract.name,
    loaded: pages.loaded,
    onOnly(only) {
      props.onOnly(only);
      view.scrollTo(0);
      onActive(-1);
    },
    isOnly: pages.only !== undefined,
  });

  /** Returns what a fill or a paste into a block would do with its cells. */
  const storingText = (of: CellBlock): string =>
    say(
      !isCollected(state, sizeOf(of).rows)
        ? 'willSave'
        : sizeOf(of).rows > mostUnapproved
          ? 'willAsk'
          : 'willCollect',
      { count: editable(of) },
    );
  const editable = (of: CellBlock) => cellCount(of, (at) => columns[at]?.editing !== undefined);

  const fillShown = (filled: Fill) => {
    select(around(filled.source, filled.target));
    fillCells(filled);
    grid.current?.focus({ preventScroll: true });
  };
  const fillToEnd = block && fillTo(block, { row: bounds.rows - 1, column: block.columns[0] });

  /** Returns where a cell stands now: rows may have moved since. */
  const placeOf = (id: string, field: string): CellPlace | null => {
    const row = Array.from({ length: bounds.rows }, (_, index) => index).find(
      (index) => pages.row(index)?.id === id,
    );
    const to = columns.findIndex(({ editing }) => editing?.field === field);
    return row === undefined || to < 0 ? null : { row, column: to };
  };
  const refusedPlaces = () =>
    [...refused].map(
      ([key, { place }]) => place ?? placeOf(key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)),
    );

  const Bar = use(SheetBarContext);
  const access: SheetAccess = {
    block,
    at: cursor.anchor ?? at,
    columns,
    query: pages.shown,
    only: pages.only ?? null,
    total: bounds.rows,
    all: pages.all,
    row: pages.row,
    asItWouldBe: rowOf,
    rowsOf,
    isOwned,
    show: (next) => setLive(() => next),
    async change(values, made) {
      props.onBegin(true);
      setOutcome(null);
      return store.change(values, made);
    },
    collects: (values) => isCollected(state, recordsOf(values), values),
    reveal: (field) => revealField(grid.current, columns, field),
    undo: () => actions.undo(),
    below(content) {
      const under = block && !outcome ? stripBoxOf(block) : null;
      if (!under || !scroller) return null;
      const at = { top: under.top + under.height + 8, left: under.left + under.width };
      return createPortal(
        <output className={cx(styles.strip, styles.steps)} style={at}>
          {content}
        </output>,
        scroller,
      );
    },
    preview,
    focus: () => grid.current?.focus(),
  };
  return (
    <>
      {Bar && props.barSlot && createPortal(<Bar sheet={access} />, props.barSlot)}
      {scroller &&
        createPortal(
          <>
            {isShown && block && (
              <RangeRing
                box={box}
                standing={standingWidth(tracks)}
                isSingle={isSingle}
                fillBox={fill && boxOf(fill.target, tracks, scrolled)}
                fillSays={fill && storingText(fill.target)}
                handle={canFill ? say('handle') : null}
                onFill={(event) => dragFill(event, block, setFill, fillShown)}
                onFillToEnd={() => fillToEnd && fillShown(fillToEnd)}
              />
            )}
            {outcome && stripBox && (
              <SheetStrip
                outcome={outcome}
                top={stripBox.top + stripBox.height + 8}
                left={stripBox.left}
                onShow={() => showFirst(refusedPlaces())}
                onUndo={() => {
                  closeStrip();
                  store.undo();
                  grid.current?.focus();
                }}
                onClose={() => {
                  closeStrip();
                  grid.current?.focus();
                }}
              />
            )}
          </>,
          scroller,
        )}
      {props.hasFoot && (
        <SheetFoot
          state={state}
          range={range}
          storing={block && editable(block) > 0 ? storingText(block) : null}
          refused={refused.size}
          facets={facets}
          isPrimary={screen.listName !== undefined}
          owner={current.me?.user?.name ?? current.me?.key?.name ?? null}
          onShowRefused={() => showFirst(refusedPlaces())}
          onDiscard={async () => {
            await store.discard();
            setRefused(new Map());
            setOutcome(null);
            grid.current?.focus();
          }}
          onPreview={preview}
          onRetry={() => void store.flush()}
        />
      )}
    </>
  );
}
