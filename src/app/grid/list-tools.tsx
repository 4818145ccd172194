import { useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { hasFullHistory } from '@/contract/resource';
import { useChangeOfMany } from '../changes/use-change-of-many';
import { useApp } from '../shell/app-context';
import { useText, useTextOf } from '../i18n/i18n';
import { listNameOf, type Screen } from '../shell/screen';
import { useFormat } from '../i18n/use-format';
import { ColumnsMenu } from '@/ui/tables/columns-menu';
import { Toolbar } from '@/ui/layout/page';
import { useFit } from '@/ui/layout/use-fit';
import { usePhone } from '@/ui/layout/use-phone';
import { FilterBar, fitSteps, lastStep } from './filters/filter-bar';
import { useFilterItems } from './filters/use-filter-items';
import type { GridHandle } from './grid';
import { useColumnLabel } from './columns/grid-head';
import { ListSearch } from './filters/list-search';
import type { ListState } from './list-state';
import type { Columns } from './columns/use-columns';
import type { Density } from './rows/use-density';
import { ViewsMenu } from './views-menu';
import { lazy } from '@/ui/state/lazy';

const CollectSwitch = lazy(async () => ({
  default: (await import('./sheet/collect-switch')).CollectSwitch,
}));

const PhoneTools = lazy(
  async () => ({ default: (await import('./phone/phone-tools')).PhoneTools }),
  ({ search }) => <Toolbar search={search} />,
);

/** How many records match and how many there are in all; null while unknown. */
export interface Counts {
  readonly total: number | null;
  readonly all: number | null;
}

/** Toolbar of a list: search, filters, counts, and display settings. */
export function ListTools(props: {
  screen: Screen;
  state: ListState;
  columns: Columns;
  density: Density;
  counts: Counts;
  grid: RefObject<GridHandle | null>;
  /** Whether the user edits cells here, so that their changes can be collected. */
  hasCells: boolean;
  /** Opens the choice of the moment to show the list as of. */
  onChooseMoment: () => void;
}) {
  const { screen, state, columns, density, counts, grid, hasCells, onChooseMoment } = props;
  const { contract } = screen;
  const { current } = useApp();
  const say = useText();
  const sayOf = useTextOf(contract.name);
  const openOnly = useOpenOnly(screen, state);
  const isPhone = usePhone();
  const items = useFilterItems(screen, state);
  const shown = items.map(({ name, text }) => `${name}=${text}`).join(' ');
  const { can } = current.server;
  const canCollect = useChangeOfMany() === 'set' && hasCells && counts.total !== null;
  // The switch takes room only once it is loaded.
  const [hasSwitch, setHasSwitch] = useState(false);
  const [line, step] = useFit(
    lastStep(items),
    `${shown} ${canCollect && hasSwitch} ${counts.total} ${counts.all} ${say('filter.button')}`,
  );
  const search = (
    <ListSearch
      q={state.query.q}
      onSearch={state.search}
      label={sayOf('searchLabel')}
      placeholder={sayOf('search')}
      onDown={() => grid.current?.focus()}
      onEnter={openOnly}
    />
  );
  if (isPhone)
    return <PhoneTools {...{ screen, state, search, onChooseMoment }} count={<Count {...counts} />} />;
  return (
    <Toolbar
      ref={line}
      isLine
      isTight={step >= fitSteps.icons}
      search={search}
      filters={
        <>
          <FilterBar
            items={items}
            step={step}
            onAsOf={can.asOf && hasFullHistory(contract) ? onChooseMoment : undefined}
            onClear={state.clearFilters}
          />
          {canCollect && (
            <CollectSwitch
              resource={listNameOf(screen)}
              room={step >= fitSteps.fewer ? 'none' : step >= fitSteps.icons ? 'icon' : 'words'}
              onShown={setHasSwitch}
            />
          )}
        </>
      }
      count={<Count {...counts} />}
      actions={
        <>
          <ViewsMenu screen={screen} columns={columns} density={density} />
          <ListColumns columns={columns} screen={screen} />
        </>
      }
    />
  );
}

/** Returns a function that opens the record that a search finds, if it is the only one: a code was scanned or typed. */
function useOpenOnly({ contract, form, path }: Screen, { query, written }: ListState) {
  const { source } = useApp();
  const navigate = useNavigate();
  return (q: string) => {
    if (!form) return;
    const open = async () => {
      const { rows, total } = await source.page(contract, { ...query, q }, 0);
      const [only] = rows;
      await written();
      if (only && total === 1) await navigate(`${path}/${encodeURIComponent(only.id)}`);
    };
    // The list asks for the same rows, and says why they could not be read.
    open().catch(() => undefined);
  };
}

/** "1,482 of 1,500", or one number if both are equal. */
function Count({ total, all }: Counts) {
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
