import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Icon } from '@/ui/display/icon';
import { useTextOf } from '../../i18n/i18n';
import { useApp } from '../../shell/app-context';
import { hasFullHistory } from '@/contract/resource';
import { parametersOf, type Screen } from '../../shell/screen';
import { useColumnLabel } from '../columns/grid-head';
import type { ListState } from '../list-state';
import { FilterButton } from './filter-button';
import { phoneLine } from './phone-line';
import styles from './phone.module.css';
import { lazy } from '@/ui/state/lazy';

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet')).FilterSheet }));

/** The tools of a list on a phone: the search, the filters in a sheet, and a caption. */
export function PhoneTools(props: {
  screen: Screen;
  state: ListState;
  search: ReactNode;
  count: ReactNode;
  onChooseMoment?: () => void;
}) {
  const { screen, state, search, count, onChooseMoment } = props;
  const { query } = state;
  const { current } = useApp();
  const sayOf = useTextOf(screen.contract.name);
  const label = useColumnLabel(screen.contract.name);
  const [open, setOpen] = useState<'filters' | 'sort' | null>(null);
  const set = screen.filters.filter((filter) =>
    parametersOf(filter).some((name) => query.filters[name]),
  ).length;
  const setCount = set + (query.active === 'active' ? 0 : 1);
  const sorted = query.sort.replace(/^-/, '');
  const column = screen.columns.find(({ key }) => key === sorted);
  const canSort = screen.columns.some(({ sortable }) => sortable);
  const { amount, note } = phoneLine(screen);
  return (
    <div className={styles.tools} data-phone-tools>
      {search}
      <FilterButton count={setCount} aria-haspopup="dialog" onClick={() => setOpen('filters')} />
      <div className={styles.caption}>
        <span aria-live="polite">{count}</span>
        {canSort && (
          <button
            type="button"
            className={styles.sort}
            aria-haspopup="dialog"
            onClick={() => setOpen('sort')}
          >
            {column ? label(column) : sayOf(sorted)}
            <Icon as={query.sort.startsWith('-') ? ArrowDown : ArrowUp} size="xs" />
          </button>
        )}
        <span className={styles.means}>
          {[amount, note].flatMap((one) => (one ? [label(one)] : [])).join(' · ')}
        </span>
      </div>
      {open && (
        <FilterSheet
          {...{ screen, state }}
          at={open}
          onAsOf={current.me && hasFullHistory(screen.contract) ? onChooseMoment : undefined}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
