import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { useNavigate } from 'react-router';
import { useApp } from '../../shell/app-context';
import { useTextOf } from '../../i18n/i18n';
import { useHoldInvalidation } from '../../live/invalidation';
import { hrefOf, type Screen } from '../../shell/screen';
import type { Row } from '../../data/row';
import { LeaveList, UnsavedCells } from '../edit/unsaved-cells';
import { useCellEdits } from '../edit/use-cell-edits';
import { Grid, headHeight, type GridHandle } from '../grid';
import { ListFoot } from '../list-foot';
import { ListInstead } from '../list-instead';
import type { ListState } from '../list-state';
import type { Counts } from '../list-tools';
import type { ChosenRow } from '../selection/selection';
import { isOwnedByParent } from '../selection/bulk';
import { useBulk, type Bulk } from '../selection/use-bulk';
import type { Columns } from '../columns/use-columns';
import type { Density } from './use-density';
import { useScrollRestoration } from './use-scroll-restoration';
import { spanOf, usePages } from './use-pages';
import { useRowTracking } from './use-row-tracking';
import { useSelectAll } from '../selection/use-select-all';
import { useSelection } from '../selection/use-selection';
import { useVirtualRows } from './use-virtual-rows';

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
  writes: boolean;
  /** The address of the form for a new record; null if the user may not create one. */
  newHref: string | null;
  /** Called when the number of rows changes. */
  onCounts: (counts: Counts) => void;
}) {
  const { screen, state, columns, density, grid, asOf, writes, newHref, onCounts } = props;
  const { contract } = screen;
  const { source, current, memory, genericServer } = useApp();
  const sayOf = useTextOf(contract.name);
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const [span, setSpan] = useState(spanOf({ first: 0, last: 0 }));
  const { edits, state: editsState } = useCellEdits(screen);
  const [inCells, setInCells] = useState(false);
  // The records to deactivate, while the dialog asks for confirmation.
  const [asking, setAsking] = useState<readonly ChosenRow[] | null>(null);
  const [openCell, setOpenCell] = useState<string | null>(null);
  useHoldInvalidation(openCell !== null);
  const isWorking = inCells || editsState.saving > 0;
  const pages = usePages(source, contract, state.query, span, { isWorking, rows: editsState.rows });
  const { total, all } = pages;
  const hasFailed = pages.error !== null;
  useEffect(
    () => onCounts(hasFailed ? { total: null, all: null } : { total, all }),
    [onCounts, total, all, hasFailed],
  );
  useEffect(() => {
    if (!isWorking) edits.forgetRows();
  }, [isWorking, edits]);
  const view = useVirtualRows(scroller, { count: total ?? 0, row: density.row, head: headHeight });
  const inSight = spanOf({ first: view.firstSeen, last: view.lastSeen });
  // The rows in view decide which pages are fetched, and the total that they return decides which rows are in
  // view.
  // eslint-disable-next-line react/set-state-in-effect
  useEffect(() => setSpan(inSight), [inSight]);
  const choosing = useSelection(pages.row, columns.selects);
  const selecting = useSelectAll(source, contract, pages.shown, choosing);
  const bulk = useBulk(contract);

  // Other rows: scroll to the top and clear the selection. If only the order changed, the selection stays.
  const { clear } = choosing;
  const shownKey = JSON.stringify(pages.shown);
  const foundKey = JSON.stringify({ ...pages.shown, sort: '' });
  const before = useRef({ shownKey, foundKey });
  const { scrollTo } = view;
  useLayoutEffect(() => {
    if (before.current.shownKey !== shownKey) {
      scrollTo(0);
      // A keyboard user goes on from the first of the new rows.
      setActive(grid.current?.isFocused() ? 0 : -1);
    }
    if (before.current.foundKey !== foundKey) clear();
    before.current = { shownKey, foundKey };
  }, [shownKey, foundKey, scrollTo, clear, grid]);

  useRowTracking(pages, active, setActive);
  useScrollRestoration(`${contract.name}/place`, {
    memory,
    view,
    active,
    ready: total !== null,
    onBack(index) {
      setActive(index);
      grid.current?.focus();
    },
  });

  const leadsTo = useCallback(
    (row: Row) => {
      if (genericServer && !genericServer.hasId(row)) return null;
      const href = hrefOf(screen, row.id);
      // Forms show a record as of the moment; screens with a page of their own show the present.
      return href !== null && asOf && screen.form ? `${href}?as_of=${asOf}` : href;
    },
    [screen, asOf, genericServer],
  );
  const open = (row: Row) => {
    const href = leadsTo(row);
    if (href) void navigate(href);
  };
  const close = () => {
    if (bulk.state.step === 'done') bulk.close();
    choosing.clear();
    grid.current?.focus();
  };
  const start = (records: readonly ChosenRow[], on: boolean) => {
    setAsking(null);
    bulk.run(records, on);
    choosing.clear();
  };
  const act: Bulk = {
    ...bulk,
    run(records, on) {
      const own = current.me?.company.id ?? null;
      const isLeaving =
        !on && records.some(({ active, company }) => active && !isOwnedByParent(company, own));
      if (screen.usedBy && isLeaving) setAsking(records);
      else start(records, on);
    },
  };
  // The focused button disappears with its step, so a keyboard user goes on from the list.
  const { step } = bulk.state;
  useEffect(() => {
    if (step !== 'idle' && document.activeElement === document.body) grid.current?.focus();
  }, [step, grid]);
  const blank = pages.error !== null || total === 0;
  return (
    <>
      <Grid
        ref={grid}
        {...{ screen, columns, pages, view, scroller, choosing, density, active, edits, editsState }}
        label={sayOf('title')}
        onActive={setActive}
        onSort={state.sortBy}
        hrefOf={leadsTo}
        onOpen={open}
        mayWrite={writes}
        onWork={setInCells}
        onOpenCell={setOpenCell}
        onLeave={close}
        instead={blank ? <ListInstead screen={screen} pages={pages} state={state} newHref={newHref} /> : null}
      />
      {asking && (
        <Suspense>
          <UsedDialog
            screen={screen}
            records={asking}
            onGo={() => start(asking, false)}
            onStay={() => setAsking(null)}
          />
        </Suspense>
      )}
      <LeaveList marks={editsState.marks} bulk={bulk} />
      <UnsavedCells screen={screen} edits={edits} marks={editsState.marks} openCell={openCell} />
      <ListFoot
        selection={choosing.selection}
        bulk={act}
        mayWrite={columns.selects}
        total={total}
        selecting={selecting.progress}
        notSelected={selecting.error}
        onSelectAll={selecting.selectAll}
        onClear={close}
      />
    </>
  );
}
