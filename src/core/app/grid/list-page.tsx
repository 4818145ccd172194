import { History, Plus } from 'lucide-react';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useNavigate } from 'react-router';
import { isKeptWhole } from '../../contract/resource';
import { useApp } from '../app-context';
import { useDocumentTitle } from '../document-title';
import { useText, useTextOf } from '../i18n';
import { hrefOf, type Row, type Screen } from '../screen';
import { mayCreate, mayWrite } from '../session';
import { useHold } from '../live/refreshes';
import { useFormat } from '../use-format';
import { Button, IconButton } from '../../ui/button';
import { Switch } from '../../ui/choice';
import { ColumnsMenu } from '../../ui/columns-menu';
import { PageHeader, Toolbar } from '../../ui/page';
import { LeaveList, UnsavedCells } from './edit/unsaved-cells';
import { useCellEdits } from './edit/use-cell-edits';
import { FilterChip } from './filter-chip';
import { Grid, headHeight, type GridHandle } from './grid';
import { useColumnLabel } from './grid-head';
import { ListFoot } from './list-foot';
import { ListInstead } from './list-instead';
import { ListSearch } from './list-search';
import { useListState, type ListState } from './list-state';
import { RangeChip } from './range-chip';
import type { Chosen } from './selection';
import { useBulk, type Bulk } from './use-bulk';
import { useKeptPlace } from './use-kept-place';
import { useColumns, type Columns } from './use-columns';
import { useOwnerFilter } from './use-owner-filter';
import { useDensity } from './use-density';
import { ViewsMenu } from './views-menu';
import { usePages } from './use-pages';
import { useSameRow } from './use-same-row';
import { useSelectAll } from './use-select-all';
import { useSelection } from './use-selection';
import { useWindow } from './use-window';

const UsedDialog = lazy(async () => ({ default: (await import('./used-dialog')).UsedDialog }));
/** The list as it was: loaded when somebody looks back. */
const AsOf = lazy(async () => ({ default: (await import('../as-of')).AsOf }));

/**
 * The list of a resource: search, filters, the grid, and in its foot what can be done with what is selected.
 * `actions` stand in the head in the place of "New".
 */
export function ListPage({ screen: given, actions }: { screen: Screen; actions?: ReactNode }) {
  const screen = useOwnerFilter(given);
  const { contract } = screen;
  const { source, current, memory, foreign } = useApp();
  const say = useText();
  const sayOf = useTextOf(contract.name);
  const navigate = useNavigate();
  const state = useListState(screen);
  const columns = useColumns(screen, state.query.sort);
  const density = useDensity();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const [active, setActive] = useState(-1);
  const [lookingBack, setLookingBack] = useState(false);
  const [sight, setSight] = useState({ first: 0, last: 0 });
  const { edits, state: editsState } = useCellEdits(screen);
  const [inCells, setInCells] = useState(false);
  // What is to be deactivated, while it is asked about.
  const [asking, setAsking] = useState<readonly Chosen[] | null>(null);
  const [openCell, setOpenCell] = useState<string | null>(null);
  useHold(openCell !== null);
  const isWorking = inCells || editsState.saving > 0;
  const pages = usePages(source, contract, state.query, sight, { isWorking, rows: editsState.rows });
  useEffect(() => {
    if (!isWorking) edits.forgetRows();
  }, [isWorking, edits]);
  const view = useWindow(scroller, { count: pages.total ?? 0, row: density.row, head: headHeight });
  const { firstSeen: first, lastSeen: last } = view;
  // What is in sight decides what is fetched, and how much was found decides what is in sight.
  // eslint-disable-next-line react/set-state-in-effect
  useEffect(() => setSight({ first, last }), [first, last]);
  const choosing = useSelection(pages.row);
  const all = useSelectAll(source, contract, pages.shown, choosing);
  const bulk = useBulk(contract);
  useDocumentTitle(sayOf('title'));

  // Other rows: from the top, nothing chosen. Only the order changed: what is chosen stays.
  const { clear } = choosing;
  const shownKey = JSON.stringify(pages.shown);
  const foundKey = JSON.stringify({ ...pages.shown, sort: '' });
  const before = useRef({ shownKey, foundKey });
  const { scrollTo } = view;
  useLayoutEffect(() => {
    if (before.current.shownKey !== shownKey) {
      scrollTo(0);
      // Who walks the list by keys goes on from the first of what is there now.
      setActive(grid.current?.isFocused() ? 0 : -1);
    }
    if (before.current.foundKey !== foundKey) clear();
    before.current = { shownKey, foundKey };
  }, [shownKey, foundKey, scrollTo, clear]);

  useSameRow(pages, active, setActive);
  useKeptPlace(`${contract.name}/place`, {
    memory,
    view,
    active,
    ready: pages.total !== null,
    onBack(index) {
      setActive(index);
      grid.current?.focus();
    },
  });

  // How a list was is what our own service knows.
  const asOf = foreign ? undefined : state.query.asOf;
  const isNow = asOf === undefined;
  const writes = mayWrite(current.me, contract.access) && isNow;
  const makes = mayCreate(current.me, contract.access) && isNow;
  const newHref = screen.form && makes ? `${screen.path}/new` : null;
  const leadsTo = useCallback(
    (row: Row) => {
      if (foreign && !foreign.hasId(row)) return null;
      const href = hrefOf(screen, row.id);
      // Forms show a record as it was; what has a page of its own is as it stands.
      return href !== null && asOf && screen.form ? `${href}?as_of=${asOf}` : href;
    },
    [screen, asOf, foreign],
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
  const start = (records: readonly Chosen[], on: boolean) => {
    setAsking(null);
    bulk.run(records, on);
    choosing.clear();
  };
  const act: Bulk = {
    ...bulk,
    run(records, on) {
      const leaving = on ? [] : records.filter((record) => record.active);
      if (screen.usedBy && leaving.length > 0) setAsking(leaving);
      else start(records, on);
    },
  };
  const blank = pages.error !== null || pages.total === 0;
  return (
    <>
      <PageHeader
        title={sayOf('title')}
        actions={
          actions ??
          (newHref && (
            <Button kind="primary" icon={Plus} href={newHref}>
              {sayOf('new')}
            </Button>
          ))
        }
      />
      <Toolbar
        search={
          <ListSearch
            q={state.query.q}
            onSearch={state.search}
            label={sayOf('searchLabel')}
            placeholder={sayOf('search')}
            onDown={() => grid.current?.focus()}
          />
        }
        filters={
          <>
            {screen.filters.map((filter) =>
              filter.range ? (
                <RangeFilter
                  key={filter.name}
                  label={sayOf(filter.name)}
                  range={filter.range}
                  state={state}
                />
              ) : (
                <FilterChip
                  key={filter.name}
                  screen={screen}
                  filter={filter}
                  values={state.query.filters[filter.name] ?? []}
                  onChange={(values) => state.filter(filter.name, values)}
                />
              ),
            )}
            <Switch
              checked={!state.query.active}
              onChange={state.showDeactivated}
              label={say('list.showDeactivated')}
            />
          </>
        }
        count={<Count total={pages.total} all={pages.all} />}
        actions={
          <>
            <ViewsMenu screen={screen} columns={columns} density={density} />
            {current.me && isKeptWhole(contract) && (
              <IconButton icon={History} label={say('list.asOf')} onClick={() => setLookingBack(true)} />
            )}
            <ListColumns columns={columns} screen={screen} />
          </>
        }
      />
      {(asOf !== undefined || lookingBack) && (
        <Suspense>
          <AsOf
            asOf={asOf ?? null}
            choosing={lookingBack}
            onChoosing={setLookingBack}
            onChange={state.showAsOf}
          />
        </Suspense>
      )}
      {foreign && <foreign.ListNotice screen={screen} />}
      <Grid
        ref={grid}
        screen={screen}
        label={sayOf('title')}
        columns={columns}
        pages={pages}
        view={view}
        scroller={scroller}
        choosing={choosing}
        density={density}
        active={active}
        onActive={setActive}
        onSort={state.sortBy}
        hrefOf={leadsTo}
        onOpen={open}
        mayWrite={writes}
        edits={edits}
        editsState={editsState}
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
        mayWrite={writes && screen.deactivates !== false}
        total={pages.total}
        selecting={all.progress}
        notSelected={all.error}
        onSelectAll={all.selectAll}
        onClear={close}
      />
    </>
  );
}

/** From a day to a day, both in the address of the list. */
function RangeFilter(props: { label: string; range: { from: string; until: string }; state: ListState }) {
  const { label, range, state } = props;
  const value = (name: string) => state.query.filters[name]?.[0] ?? '';
  const values = (text: string) => (text === '' ? [] : [text]);
  return (
    <RangeChip
      label={label}
      from={value(range.from)}
      until={value(range.until)}
      onChange={(from, until) => state.filterBy({ [range.from]: values(from), [range.until]: values(until) })}
    />
  );
}

/** "1,482 of 1,500"; one number where they are the same. */
function Count({ total, all }: { total: number | null; all: number | null }) {
  const say = useText();
  const format = useFormat();
  if (total === null) return null;
  return (
    <>
      <b>{format.count(total)}</b>
      {all !== null && all !== total && ` ${say('list.countOf', { all })}`}
    </>
  );
}

function ListColumns({ columns, screen }: { columns: Columns; screen: Screen }) {
  const say = useText();
  const label = useColumnLabel(screen.contract.name);
  const labels = new Map(screen.columns.map((column) => [column.key, label(column)]));
  return (
    <ColumnsMenu
      label={say('list.columns')}
      resetLabel={say('list.columnsReset')}
      columns={columns.choices.map((choice) => ({ ...choice, label: labels.get(choice.id) ?? choice.id }))}
      onShow={columns.show}
      onOrder={columns.order}
      onReset={columns.reset}
    />
  );
}
