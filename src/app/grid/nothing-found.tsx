import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { matchCountQuery } from '../data/queries';
import { useApp } from '../shell/app-context';
import { usePageText, useText, useTextOf } from '../i18n/i18n';
import { isSwitch, parametersOf, type Screen, type ScreenFilter } from '../shell/screen';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { useValueNames } from './filters/use-filter-items';
import { rangeText } from './filters/range-chip';
import { useFormat } from '../i18n/use-format';
import type { ListState } from './list-state';
import { noneTexts } from './none-texts';
import type { Pages } from './rows/use-pages';

/** What an answered list says that has no rows: no matches, all are deactivated, or there are none yet. */
export function NoRows(props: { screen: Screen; pages: Pages; state: ListState; newHref: string | null }) {
  const { screen, pages, state, newHref } = props;
  const sayHere = usePageText('grid/none', noneTexts);
  const sayOf = useTextOf(screen.contract.name);
  if (state.isNarrowed) return <NothingFound screen={screen} pages={pages} state={state} />;
  if (state.query.active === 'deactivated')
    return (
      <EmptyState
        title={sayHere('noneDeactivated')}
        actions={<Button onClick={() => state.showActive('active')}>{sayHere('showActive')}</Button>}
      />
    );
  if (pages.all)
    return (
      <EmptyState
        title={sayHere('allDeactivated')}
        actions={<Button onClick={() => state.showActive('all')}>{sayHere('showDeactivated')}</Button>}
      />
    );
  return (
    <EmptyState
      title={sayOf('none')}
      text={newHref && sayOf('addFirst')}
      actions={
        newHref && (
          <Button kind="primary" icon={Plus} href={newHref}>
            {sayOf('new')}
          </Button>
        )
      }
    />
  );
}

/** What a search and filters that match nothing were, how many deactivated records match, and the ways out. */
function NothingFound({ screen, pages, state }: { screen: Screen; pages: Pages; state: ListState }) {
  const say = useText();
  const sayHere = usePageText('grid/none', noneTexts);
  const sayOf = useTextOf(screen.contract.name);
  const { shown } = pages;
  const { q, filters } = shown;
  const amongDeactivated = useMatchesWithDeactivated(screen, pages);
  const searched = pages.all === null ? '' : sayOf('searched', { count: pages.all });
  return (
    <EmptyState
      title={q.trim() ? sayHere('nothingMatches', { q: q.trim() }) : sayHere('nothingFound')}
      text={
        <>
          {searched}
          {screen.filters.map((filter) =>
            parametersOf(filter).some((name) => filters[name]) ? (
              <SetFilter key={filter.name} screen={screen} filter={filter} filters={filters} />
            ) : null,
          )}
          {shown.active === 'deactivated' &&
            `, ${say('list.with', { filters: `${say('filter.deactivated')} ${say('filter.deactivatedOnly')}` })}`}
          {searched && '.'}
          {amongDeactivated > 0 && ` ${sayHere('amongDeactivated', { count: amongDeactivated })}`}
        </>
      }
      actions={
        <>
          {amongDeactivated > 0 && (
            <Button kind="primary" onClick={() => state.showActive('all')}>
              {sayHere('showDeactivated')}
            </Button>
          )}
          <Button onClick={state.clear}>{sayHere('clear')}</Button>
        </>
      }
    />
  );
}

/** Returns how many deactivated records match what no active one does. */
function useMatchesWithDeactivated(screen: Screen, { shown }: Pages): number {
  const { source } = useApp();
  const query = { ...shown, active: 'deactivated' as const };
  const isHidden = shown.active === 'active';
  const count = useQuery({ ...matchCountQuery(source, screen.contract, query), enabled: isHidden });
  return isHidden ? (count.data ?? 0) : 0;
}

/** ", with Tax 13.5 %": one active filter, as part of the sentence about no matches. */
function SetFilter(props: {
  screen: Screen;
  filter: ScreenFilter;
  filters: Readonly<Record<string, readonly string[]>>;
}) {
  const { screen, filter, filters } = props;
  const say = useText();
  const sayOf = useTextOf(screen.contract.name);
  const format = useFormat();
  const names = useValueNames(screen, filters)(filter);
  const text = filter.range
    ? rangeText(filters[filter.range.from]?.[0] ?? '', filters[filter.range.until]?.[0] ?? '', format, say)
    : names.join(', ');
  const label = filter.label ?? sayOf(filter.name);
  // A filter with one value is only set or not.
  const words = isSwitch(filter) ? label : `${label} ${text}`;
  return <>, {say('list.with', { filters: words })}</>;
}
