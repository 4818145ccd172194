import { Plus } from 'lucide-react';
import { useMemo, useRef, useState, useEffect, type ReactNode } from 'react';
import { useApp } from '../shell/app-context';
import { useDocumentTitle } from '../shell/document-title';
import { useTextOf, useText } from '../i18n/i18n';
import type { Screen, SetFilters } from '../shell/screen';
import { mayCreate, mayWrite } from '../session/session';
import { Button } from '@/ui/display/button';
import { PageHeader } from '@/ui/layout/page';
import type { GridHandle } from './grid';
import { ListBody } from './rows/list-body';
import { useListState } from './list-state';
import { ListTools, type Counts } from './list-tools';
import { useColumns } from './columns/use-columns';
import { useDensity } from './rows/use-density';
import { seenScreen } from './seen-screen';
import { lazy } from '@/ui/state/lazy';

/** Milliseconds after the rows for which a page that is never idle waits before it loads the form's code all the same. */
const patience = 3000;

/**
 * Loads the code of the record's form once the list is shown and the page has nothing else to do, so that a record opens
 * at once. Not for people who save data.
 */
function useFormAhead({ form }: Screen, isShown: boolean): void {
  useEffect(() => {
    if (!isShown || !form || savesData()) return undefined;
    // Whoever opens a record loads it again, and learns then why it failed.
    const load = () => void form().catch(() => undefined);
    if (typeof requestIdleCallback === 'function') {
      const request = requestIdleCallback(load, { timeout: patience });
      return () => cancelIdleCallback(request);
    }
    const timer = setTimeout(load, patience);
    return () => clearTimeout(timer);
  }, [form, isShown]);
}

/** Whether the browser is told to save data; not every browser says. */
const savesData = (): boolean =>
  'connection' in navigator &&
  (navigator.connection as { readonly saveData?: boolean } | undefined)?.saveData === true;

/** Banner for a list as of a moment, in its own chunk. */
const AsOf = lazy(async () => ({ default: (await import('../shell/as-of')).AsOf }));

/** Import and export, in their own chunk. */
const ListFiles = lazy(async () => ({ default: (await import('../files/list-files')).ListFiles }));

/**
 * The page of a resource's list: search, filters, grid, and a foot with the actions on selected rows. `actions`
 * replace the buttons in the header; `more` stands before them.
 */
export function ListPage(props: { screen: Screen; actions?: ReactNode; more?: ReactNode }) {
  const { screen: declared, actions, more } = props;
  const owned = useOwnerFilter(declared);
  const { contract } = declared;
  const { current, fallback } = useApp();
  const { can } = current.server;
  const sayOf = useTextOf(contract.name);
  const state = useListState(owned);
  const screen = useFilteredColumns(owned, state.query.filters);
  const density = useDensity();
  const grid = useRef<GridHandle>(null);
  const [isChoosingMoment, setIsChoosingMoment] = useState(false);
  const [counts, setCounts] = useState<Counts>({ total: null, all: null });
  // Files come after the rows: their code is larger than the first rows are.
  const [hasRows, setHasRows] = useState(false);
  if (counts.total !== null && !hasRows) setHasRows(true);
  const heading = screen.title ?? sayOf('title');
  useDocumentTitle(heading);
  useFormAhead(declared, hasRows);

  const asOf = can.asOf ? state.query.asOf : undefined;
  const canWrite = mayWrite(current.me, contract.access) && asOf === undefined;
  const columns = useColumns(screen, state.query.sort, canWrite && screen.deactivates !== false);
  const canCreate = mayCreate(current.me, contract.access) && asOf === undefined;
  const newHref = screen.form && canCreate ? `${screen.path}/new` : null;
  return (
    <>
      <PageHeader
        title={heading}
        actions={
          actions ?? (
            <>
              {more}
              {hasRows && screen.files && can.files && <ListFiles {...{ screen, state, columns }} />}
              {newHref && (
                <Button kind="primary" icon={Plus} href={newHref}>
                  {sayOf('new')}
                </Button>
              )}
            </>
          )
        }
      />
      <ListTools
        {...{ screen, state, columns, density, counts, grid }}
        hasCells={canWrite && columns.visible.some((column) => column.editing)}
        onChooseMoment={() => setIsChoosingMoment(true)}
      />
      {(asOf !== undefined || isChoosingMoment) && (
        <AsOf
          asOf={asOf ?? null}
          choosing={isChoosingMoment}
          onChoosing={setIsChoosingMoment}
          onChange={state.showAsOf}
        />
      )}
      {fallback && <fallback.ListNotice screen={screen} />}
      <ListBody
        {...{ screen, state, columns, density, grid, asOf, canWrite, newHref }}
        onCounts={setCounts}
      />
    </>
  );
}

/** Returns the screen with the columns that it shows while these filters are set. */
function useFilteredColumns(screen: Screen, filters: SetFilters): Screen {
  const { me } = useApp().current;
  return useMemo(
    () =>
      screen.columnsFor
        ? seenScreen({ ...screen, columns: screen.columnsFor(screen.columns, filters) }, me)
        : screen,
    [screen, filters, me],
  );
}

/**
 * Adds a filter by owner to the screen of shared records, if the company has a parent. Every list of the wire has
 * this filter (docs/design.md#filters); a company without a parent does not need it.
 */
function useOwnerFilter(declared: Screen): Screen {
  const { me, server } = useApp().current;
  const say = useText();
  return useMemo(() => {
    const screen = seenScreen(server.can.listQueries ? declared : withoutComputed(declared), me);
    const parent = me?.company.parent;
    if (!me || !parent || !screen.contract.shared) return screen;
    const owner = {
      name: 'company_id',
      label: say('list.owner'),
      values: [me.company.id, parent.id],
      names: { [me.company.id]: me.company.name, [parent.id]: parent.name },
    };
    return { ...screen, filters: [...screen.filters, owner] };
  }, [declared, me, server, say]);
}

/**
 * Leaves out filters and sorts that only a server computes: where the server does not filter, the browser compares what
 * the records say.
 */
const withoutComputed = (screen: Screen): Screen => ({
  ...screen,
  filters: screen.filters.filter(({ name, references, range }) =>
    range
      ? range.from === `${name}_from`
      : references !== undefined || !Object.hasOwn(screen.contract.extraFilters, name),
  ),
  columns: screen.columns.map((column) => ({
    ...column,
    sortable: column.sortable && screen.contract.sorts.includes(column.key),
  })),
});
