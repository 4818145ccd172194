import { History } from 'lucide-react';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { hasFullHistory } from '../../contract/resource';
import { useApp } from '../shell/app-context';
import { useText, useTextOf } from '../i18n/i18n';
import type { Screen } from '../shell/screen';
import { useFormat } from '../i18n/use-format';
import { IconButton } from '../../ui/display/button';
import { Switch } from '../../ui/fields/choices/choice';
import { ColumnsMenu } from '../../ui/tables/columns-menu';
import { Toolbar } from '../../ui/layout/page';
import { FilterChip } from './filters/filter-chip';
import type { GridHandle } from './grid';
import { useColumnLabel } from './columns/grid-head';
import { ListSearch } from './filters/list-search';
import type { ListState } from './list-state';
import { RangeChip } from './filters/range-chip';
import type { Columns } from './columns/use-columns';
import type { Density } from './rows/use-density';
import { ViewsMenu } from './views-menu';

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
  /** Opens the choice of the moment to show the list as of. */
  onChooseMoment: () => void;
}) {
  const { screen, state, columns, density, counts, grid, onChooseMoment } = props;
  const { contract } = screen;
  const { current } = useApp();
  const say = useText();
  const sayOf = useTextOf(contract.name);
  const openOnly = useOpenOnly(screen, state);
  return (
    <Toolbar
      search={
        <ListSearch
          q={state.query.q}
          onSearch={state.search}
          label={sayOf('searchLabel')}
          placeholder={sayOf('search')}
          onDown={() => grid.current?.focus()}
          onEnter={openOnly}
        />
      }
      filters={
        <>
          {screen.filters.map((filter) =>
            filter.range ? (
              <RangeFilter key={filter.name} label={sayOf(filter.name)} range={filter.range} state={state} />
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
      count={<Count {...counts} />}
      actions={
        <>
          <ViewsMenu screen={screen} columns={columns} density={density} />
          {current.me && hasFullHistory(contract) && (
            <IconButton icon={History} label={say('list.asOf')} onClick={onChooseMoment} />
          )}
          <ListColumns columns={columns} screen={screen} />
        </>
      }
    />
  );
}

/** Returns a function that opens the record that a search finds, if it is the only one: a code was scanned or typed. */
function useOpenOnly({ contract, form, path }: Screen, { query }: ListState) {
  const { source } = useApp();
  const navigate = useNavigate();
  return (q: string) => {
    if (!form) return;
    const open = async () => {
      const { rows, total } = await source.page(contract, { ...query, q }, 0);
      const [only] = rows;
      if (only && total === 1) await navigate(`${path}/${encodeURIComponent(only.id)}`);
    };
    // The list asks for the same rows, and says why they could not be read.
    open().catch(() => undefined);
  };
}

/** Date range filter, stored in two query parameters of the address. */
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
