import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowLeft, ArrowUp, ChevronRight, History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { BottomSheet } from '@/ui/overlays/bottom-sheet';
import { cx } from '@/ui/style/cx';
import { matchCountQuery } from '../../data/queries';
import type { RowQuery } from '../../data/row-source';
import { usePageText, useText, useTextOf } from '../../i18n/i18n';
import { useApp } from '../../shell/app-context';
import type { Screen } from '../../shell/screen';
import { useColumnLabel } from '../columns/grid-head';
import { useFilterItems } from '../filters/use-filter-items';
import { nextSort, type ListState } from '../list-state';
import styles from './phone.module.css';
import { texts } from './texts';

/** Where the sheet is: at the filters, at the order, or at the values of one filter, by its name. */
type Place = 'filters' | 'sort' | { readonly filter: string };

/** Filters and order of a list on a phone, in a sheet from below: nothing changes before its button is pressed. */
export function FilterSheet(props: {
  screen: Screen;
  state: ListState;
  at: 'filters' | 'sort';
  onAsOf: (() => void) | undefined;
  onClose: () => void;
}) {
  const { screen, state, onAsOf, onClose } = props;
  const { source } = useApp();
  const say = useText();
  const sayPhone = usePageText('grid/phone', texts);
  const [place, setPlace] = useState<Place>(props.at);
  const [draft, setDraft] = useState<RowQuery>(state.query);
  const items = useFilterItems(screen, {
    query: draft,
    filterBy: (values) => setDraft((was) => withFilters(was, values)),
    showActive: (active) => setDraft((was) => ({ ...was, active })),
  });
  const count = useQuery({
    ...matchCountQuery(source, screen.contract, draft),
    // Lists of another shape say their count in another way.
    enabled: screen.contract.answer === undefined,
  });
  const open = typeof place === 'object' ? items.find(({ name }) => name === place.filter) : undefined;
  const title = open?.label ?? sayPhone(place === 'sort' ? 'sortBy' : 'title');
  return (
    <BottomSheet label={title} onClose={onClose}>
      <div className={styles.sheet}>
        <header className={styles.head}>
          {open && (
            <button type="button" aria-label={sayPhone('title')} onClick={() => setPlace('filters')}>
              <Icon as={ArrowLeft} />
            </button>
          )}
          <h2 key={title} ref={focusHeading} tabIndex={-1}>
            {title}
          </h2>
          {place === 'filters' && (
            <button
              type="button"
              onClick={() => setDraft((was) => ({ ...was, filters: {}, active: 'active' }))}
            >
              {sayPhone('clearAll')}
            </button>
          )}
        </header>
        {open ? (
          <div className={styles.values}>{open.menu}</div>
        ) : place === 'sort' ? (
          <SortRows screen={screen} sort={draft.sort} onSort={(sort) => setDraft({ ...draft, sort })} />
        ) : (
          <div className={styles.rows}>
            {items.map((item) => (
              <button
                key={item.name}
                type="button"
                aria-pressed={item.toggle ? item.text !== undefined : undefined}
                onClick={() => (item.toggle ? item.toggle() : setPlace({ filter: item.name }))}
              >
                <span>{item.label}</span>
                <span className={cx(styles.value, item.text !== undefined && styles.set)}>
                  {item.text === undefined ? sayPhone('any') : item.text || say('list.yes')}
                </span>
                {!item.toggle && <Icon as={ChevronRight} size="s" />}
              </button>
            ))}
            {screen.columns.some(({ sortable }) => sortable) && (
              <SortRow screen={screen} sort={draft.sort} onOpen={() => setPlace('sort')} />
            )}
            {onAsOf && (
              <button
                type="button"
                onClick={() => {
                  onClose();
                  onAsOf();
                }}
              >
                <span>{say('list.asOf')}</span>
                <Icon as={History} size="s" />
              </button>
            )}
          </div>
        )}
        <footer className={styles.foot}>
          <Button
            kind="primary"
            onClick={() => {
              state.apply(draft);
              onClose();
            }}
          >
            {count.data === undefined ? sayPhone('apply') : sayPhone('showCount', { count: count.data })}
          </Button>
        </footer>
      </div>
    </BottomSheet>
  );
}

/** The heading of another place gets the focus, as that of a page does. */
const focusHeading = (heading: HTMLElement | null): void => heading?.focus();

/** Returns the query with these filters; empty values remove one. */
function withFilters(query: RowQuery, values: Readonly<Record<string, readonly string[]>>): RowQuery {
  const filters = Object.entries({ ...query.filters, ...values }).filter(([, some]) => some.length > 0);
  return { ...query, filters: Object.fromEntries(filters) };
}

function SortRow({ screen, sort, onOpen }: { screen: Screen; sort: string; onOpen: () => void }) {
  const sayPhone = usePageText('grid/phone', texts);
  const sayOf = useTextOf(screen.contract.name);
  const label = useColumnLabel(screen.contract.name);
  const key = sort.replace(/^-/, '');
  const column = screen.columns.find((one) => one.key === key);
  return (
    <button type="button" onClick={onOpen}>
      <span>{sayPhone('sortBy')}</span>
      <span className={styles.value}>{column ? label(column) : sayOf(key)}</span>
      <Icon as={ChevronRight} size="s" />
    </button>
  );
}

/** The fields to sort by; the chosen one turns the order round when it is chosen again. */
function SortRows(props: { screen: Screen; sort: string; onSort: (sort: string) => void }) {
  const { screen, sort, onSort } = props;
  const label = useColumnLabel(screen.contract.name);
  const key = sort.replace(/^-/, '');
  return (
    <div className={styles.rows}>
      {screen.columns
        .filter(({ sortable }) => sortable)
        .map((column) => (
          <button
            key={column.key}
            type="button"
            aria-pressed={column.key === key}
            onClick={() => onSort(nextSort(sort, column.key))}
          >
            <span>{label(column)}</span>
            {column.key === key && <Icon as={sort.startsWith('-') ? ArrowDown : ArrowUp} size="s" />}
          </button>
        ))}
    </div>
  );
}
