import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate, NavigationType, useNavigationType, useBlocker } from 'react-router';
import { useApp } from '../../shell/app-context';
import { useUnloadGuard } from '../../shell/unload-guard';
import { useTextOf } from '../../i18n/i18n';
import { useHoldInvalidation } from '../../live/invalidation';
import { hrefOf, listNameOf, type Screen } from '../../shell/screen';
import { hasId, type Row } from '../../data/row';
import { useCellEdits } from '../edit/use-cell-edits';
import { Grid, useHeadHeight, type GridHandle } from '../grid';
import { usePhone } from '@/ui/layout/use-phone';
import { phoneRowHeight } from '../phone/row-height';
import { ListPlaceholder } from '../list-placeholder';
import type { ListState } from '../list-state';
import type { Counts } from '../list-tools';
import type { SelectedRow } from '../selection/selection';
import { isOwnedByParent } from '../selection/owned-by-parent';
import type { BulkChange } from '../selection/bulk';
import { useBulk, type Bulk } from '../selection/use-bulk';
import type { Columns } from '../columns/use-columns';
import type { Density } from './use-density';
import { spanOf, usePages, type OnlyRows, type Pages } from './use-pages';
import { useSelection, type SelectionControls } from '../selection/use-selection';
import { useVirtualRows } from './use-virtual-rows';
import type { RowQuery, RowSource } from '../../data/row-source';
import type { CellMark } from '../edit/cell-edits';
import type { Resource } from '@/contract/resource';
import { lazy } from '@/ui/state/lazy';

/** How many rows up and down a moved record is searched for. */
const searchRange = 200;

/**
 * Keeps the active row on the same record when rows are added or removed before it. In the rows of another query the
 * index is kept.
 */
function useRowTracking(pages: Pages, active: number, onActive: (index: number) => void): void {
  const tracked = useRef<{ shown: RowQuery; index: number; id: string } | null>(null);
  useEffect(() => {
    const before = tracked.current;
    const id = pages.row(active)?.id;
    if (before && before.index === active && before.shown === pages.shown && id !== before.id) {
      const index = indexNear(pages, before.id, active);
      // Not loaded yet, or deleted: decided with the next rows or the next move.
      if (index === null) return;
      tracked.current = { ...before, index };
      onActive(index);
      return;
    }
    tracked.current = id === undefined ? null : { shown: pages.shown, index: active, id };
  });
}

function indexNear(pages: Pages, id: string, near: number): number | null {
  for (let away = 1; away <= searchRange; away += 1) {
    for (const index of [near + away, near - away]) if (pages.row(index)?.id === id) return index;
  }
  return null;
}

// The printed list is loaded after the rows.
const PrintedList = lazy(async () => ({ default: (await import('../../print/printed-list')).PrintedList }));
const UnsavedCells = lazy(async () => ({
  default: (await import('../edit/unsaved-cells')).UnsavedCells,
}));
const ListFoot = lazy(async () => ({ default: (await import('../list-foot')).ListFoot }));
const loadLeaveDialog = () => import('../leave-dialog');
const LeaveDialog = lazy(async () => ({ default: (await loadLeaveDialog()).LeaveDialog }));
const UsedDialog = lazy(async () => ({ default: (await import('../selection/used-dialog')).UsedDialog }));

/**
 * The rows of a list with their actions: opening, selecting, editing in place, (de)activating. A component of its
 * own, because it renders with every scroll step and the toolbar above it must not.
 */
export function ListBody(props: {
  screen: Screen;
  state: ListState;
  columns: Columns;
  density: Density;
  grid: RefObject<GridHandle | null>;
  /** The moment as of which the list is shown; undefined for the present. */
  asOf: string | undefined;
  /** Whether the user may change records here. */
  canWrite: boolean;
  /** The address of the form for a new record; null if the user may not create one. */
  newHref: string | null;
  /** Called when the number of rows changes. */
  onCounts: (counts: Counts) => void;
}) {
  const { screen, state, columns, density, grid, asOf, canWrite, newHref, onCounts } = props;
  const { contract } = screen;
  const { source, current, memory } = useApp();
  const sayOf = useTextOf(contract.name);
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const [span, setSpan] = useState(spanOf({ first: 0, last: 0 }));
  const { edits, state: editsState } = useCellEdits(screen);
  const [isInCells, setIsInCells] = useState(false);
  // The records to deactivate, while the dialog asks for confirmation.
  const [toDeactivate, setToDeactivate] = useState<readonly SelectedRow[] | null>(null);
  const [openCell, setOpenCell] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(0);
  useHoldInvalidation(openCell !== null);
  const isWorking = isInCells || editsState.saving > 0;
  const listed = usePages(source, contract, state.query, span, { isWorking, rows: editsState.rows });
  const [only, setOnly] = useState<OnlyRows | null>(null);
  const pages = only ? only(listed, editsState.rows) : listed;
  const { total, all } = pages;
  const hasFailed = pages.error !== null;
  useEffect(
    () => onCounts(hasFailed ? { total: null, all: null } : { total, all }),
    [onCounts, total, all, hasFailed],
  );
  useEffect(() => {
    if (!isWorking) edits.discardRows();
  }, [isWorking, edits]);
  const isPhone = usePhone();
  const headHeight = useHeadHeight();
  const view = useVirtualRows(scroller, {
    count: total ?? 0,
    row: isPhone ? phoneRowHeight : density.row,
    head: isPhone ? 0 : headHeight,
  });
  const visibleSpan = spanOf({ first: view.firstVisible, last: view.lastVisible });
  // The rows in view decide which pages are fetched, and the total that they return decides which rows are in
  // view.
  // eslint-disable-next-line react/set-state-in-effect
  useEffect(() => setSpan(visibleSpan), [visibleSpan]);
  const selectionControls = useSelection(pages.row, columns.isSelectable);
  const selecting = useSelectAll(source, contract, pages.shown, selectionControls);
  const bulk = useBulk(contract);

  // Other rows: scroll to the top and clear the selection. If only the order changed, the selection stays.
  const { clear } = selectionControls;
  const { scrollTo } = view;
  const queryKey = JSON.stringify(pages.shown);
  const resultsKey = JSON.stringify({ ...pages.shown, sort: '' });
  const before = useRef({ shownKey: queryKey, resultsKey });
  useLayoutEffect(() => {
    if (before.current.shownKey !== queryKey) {
      scrollTo(0);
      setOnly(null);
      // Keyboard navigation continues from the first of the new rows.
      setActive(grid.current?.isFocused() ? 0 : -1);
    }
    if (before.current.resultsKey !== resultsKey) clear();
    before.current = { shownKey: queryKey, resultsKey };
  }, [queryKey, resultsKey, scrollTo, clear, grid]);

  useRowTracking(pages, active, setActive);
  useScrollRestoration(`${listNameOf(screen)}/place`, {
    memory,
    view,
    active,
    isReady: total !== null,
    onRestore(index) {
      setActive(index);
      grid.current?.focus();
    },
  });

  const addressOf = useCallback(
    (row: Row) => {
      if (!hasId(row)) return null;
      const href = hrefOf(screen, row.id);
      // Forms show a record as of the moment; screens with a page of their own show the present.
      return href !== null && asOf && screen.form ? `${href}?as_of=${asOf}` : href;
    },
    [screen, asOf],
  );
  const open = (row: Row) => {
    const href = addressOf(row);
    if (!href) return;
    const writing = state.written();
    if (writing) void writing.then(() => navigate(href));
    else void navigate(href);
  };
  const close = () => {
    if (bulk.state.step === 'done') bulk.close();
    selectionControls.clear();
    grid.current?.focus();
  };
  const start = (records: readonly SelectedRow[], change: BulkChange) => {
    setToDeactivate(null);
    bulk.run(records, change);
    selectionControls.clear();
  };
  const bulkWithDialog: Bulk = {
    ...bulk,
    run(records, change) {
      const own = current.me?.company.id ?? null;
      const isLeaving =
        'active' in change &&
        !change.active &&
        records.some(({ active, company }) => active && !isOwnedByParent(company, own));
      if (screen.usedBy && isLeaving) setToDeactivate(records);
      else start(records, change);
    },
  };
  // The focused button disappears with its step, so the focus returns to the grid.
  const { step } = bulk.state;
  useEffect(() => {
    if (step !== 'idle' && document.activeElement === document.body) grid.current?.focus();
  }, [step, grid]);
  const isEmpty = pages.error !== null || total === 0;
  return (
    <>
      <Grid
        ref={grid}
        {...{ screen, columns, pages, view, scroller, selectionControls, density, active, edits, editsState }}
        isPhone={isPhone}
        label={screen.title ?? sayOf('title')}
        onActive={setActive}
        onSort={state.sortBy}
        hrefOf={addressOf}
        onOpen={open}
        mayWrite={canWrite}
        onEditing={setIsInCells}
        onOnly={(rows) => setOnly(() => rows)}
        onOpenCell={setOpenCell}
        onWaiting={setWaiting}
        onEscape={close}
        placeholder={
          isEmpty ? <ListPlaceholder screen={screen} pages={pages} state={state} newHref={newHref} /> : null
        }
      />
      {total !== null && <PrintedList screen={screen} columns={columns.visible} pages={pages} />}
      {toDeactivate && (
        <UsedDialog
          screen={screen}
          records={toDeactivate}
          onConfirm={() => start(toDeactivate, { active: false })}
          onCancel={() => setToDeactivate(null)}
        />
      )}
      <LeaveList marks={editsState.marks} waiting={waiting} bulk={bulk} />
      {editsState.marks.size > 0 && (
        <UnsavedCells
          screen={screen}
          columns={columns.visible}
          edits={edits}
          marks={editsState.marks}
          rows={editsState.rows}
          openCell={openCell}
        />
      )}
      {(selectionControls.selection.size > 0 || step !== 'idle') && (
        <ListFoot
          screen={screen}
          selection={selectionControls.selection}
          bulk={bulkWithDialog}
          mayWrite={columns.isSelectable}
          total={total}
          selecting={selecting.progress}
          selectError={selecting.error}
          onSelectAll={selecting.selectAll}
          onClear={close}
        />
      )}
    </>
  );
}

interface Place {
  readonly offset: number;
  readonly active: number;
}

/** Restores the scroll position and active row of a list after navigating "back". */
function useScrollRestoration(
  name: string,
  list: {
    memory: Map<string, unknown>;
    view: { scrollTo: (offset: number) => void; offset: () => number };
    active: number;
    isReady: boolean;
    onRestore: (active: number) => void;
  },
): void {
  const { memory, view, active, isReady, onRestore } = list;
  const navigationType = useNavigationType();
  const key = `${name}${location.search}`;
  const isRestored = useRef(false);
  useLayoutEffect(() => {
    if (isRestored.current || !isReady) return;
    isRestored.current = true;
    const saved = memory.get(key) as Place | undefined;
    if (navigationType !== NavigationType.Pop || !saved) return;
    view.scrollTo(saved.offset);
    onRestore(saved.active);
  }, [memory, key, navigationType, isReady, view, onRestore]);
  useEffect(() => {
    if (isRestored.current) memory.set(key, { offset: view.offset(), active } satisfies Place);
  });
}

/** Asks before a list is left with unsaved changes or during a bulk action; leaving stops the action. */
function LeaveList(props: { marks: ReadonlyMap<string, CellMark>; waiting: number; bulk: Bulk }) {
  const { marks, waiting, bulk } = props;
  const count = waiting + [...marks.values()].filter(({ why }) => why !== null).length;
  const isRunning = bulk.state.step === 'running';
  const isOpen = count > 0 || isRunning;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOpen && currentLocation.pathname !== nextLocation.pathname,
  );
  useUnloadGuard(isOpen);
  // Loaded before anybody leaves: its code may not come any more then.
  useEffect(() => {
    if (isOpen) loadLeaveDialog().catch(() => undefined);
  }, [isOpen]);
  // This renders with every scroll step.
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    bulk.stop();
    blocker.proceed();
  };
  return <LeaveDialog count={count} isRunning={isRunning} onStay={() => blocker.reset()} onLeave={leave} />;
}

/** Selects every record that matches a query. All of them are read, because a bulk action names each. */
function useSelectAll(
  source: RowSource,
  resource: Resource,
  query: RowQuery,
  selectionControls: SelectionControls,
): {
  selectAll: () => void;
  progress: { loaded: number; total: number } | null;
  /** Why they could not be read; null after the next attempt. */
  error: Error | null;
} {
  const [error, setError] = useState<Error | null>(null);
  const [progress, setProgress] = useState<{ loaded: number; total: number } | null>(null);
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  });
  const selectAll = () => {
    const stop = new AbortController();
    reading.current = stop;
    setProgress({ loaded: 0, total: 0 });
    setError(null);
    source
      .all(resource, query, {
        signal: stop.signal,
        progress: (loaded, total) => setProgress({ loaded, total }),
      })
      .then((rows) => {
        if (!stop.signal.aborted && latest.current === query) selectionControls.select(rows, true);
      })
      // The selection is unchanged; the foot still offers to select all, which tries again.
      .catch((reason: unknown) => {
        if (!stop.signal.aborted) setError(reason instanceof Error ? reason : new Error(String(reason)));
      })
      .finally(() => setProgress(null));
  };
  return { selectAll, progress, error };
}
