import { useQueries } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { canExclude } from '@/contract/paging';
import { recordLabelQuery } from '../../data/queries';
import { useText, useTextOf, type Say } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { useApp } from '../../shell/app-context';
import {
  chosenOf,
  isSwitch,
  nameOf,
  withChosen,
  type Chosen,
  type Screen,
  type ScreenFilter,
  type SetFilters,
} from '../../shell/screen';
import type { ActiveFilter } from '../../data/row-source';
import type { ListState } from '../list-state';
import { choiceText } from '../rows/cell';
import { rangeText } from './range-chip';
import { lazy } from '@/ui/state/lazy';

const FilterValues = lazy(async () => ({ default: (await import('./filter-values')).FilterValues }));
const ActiveChoice = lazy(async () => ({ default: (await import('./active-choice')).ActiveChoice }));
const RangeDays = lazy(async () => ({ default: (await import('./range-days')).RangeDays }));

/** A filter of a list, as its chip and its row in the menu show it. */
export interface FilterItem {
  readonly name: string;
  readonly label: string;
  /** What is set, in words; undefined if nothing is. */
  readonly text: string | undefined;
  /** How many values are set. */
  readonly count: number;
  readonly clear: () => void;
  /** Sets the filter, which has no other value; absent if there is something to choose. */
  readonly toggle: (() => void) | undefined;
  /** The values to choose from. */
  readonly menu: ReactNode;
}

/** The name of the filter of deactivated records, which lists have beside those of their screen. */
const activeName = 'active';

/** Returns the filters of a list's screen, and that of deactivated records, with what is set in its address. */
export function useFilterItems(
  screen: Screen,
  state: Pick<ListState, 'query' | 'filterBy' | 'showActive'>,
): readonly FilterItem[] {
  const { query } = state;
  const say = useText();
  const sayOf = useTextOf(screen.contract.name);
  const format = useFormat();
  const namesOf = useValueNames(screen, query.filters);
  const items = screen.filters.map((filter): FilterItem => {
    const { name, range } = filter;
    const label = filter.label ?? sayOf(name);
    if (range) {
      const [from = '', until = ''] = [query.filters[range.from]?.[0], query.filters[range.until]?.[0]];
      const set = (first: string, last: string) =>
        state.filterBy({ [range.from]: some(first), [range.until]: some(last) });
      const isSet = from !== '' || until !== '';
      return {
        name,
        label,
        text: isSet ? rangeText(from, until, format, say) : undefined,
        count: isSet ? 1 : 0,
        clear: () => set('', ''),
        toggle: undefined,
        menu: <RangeDays from={from} until={until} onChange={set} />,
      };
    }
    const chosen = chosenOf(filter, query.filters);
    const { values } = chosen;
    const [only] = isSwitch(filter) ? (filter.values ?? []) : [];
    const onChange = (next: Chosen) => state.filterBy(withChosen(filter, next));
    return {
      name,
      label,
      text: values.length === 0 ? undefined : only === undefined ? namesOf(filter).join(', ') : '',
      count: values.length,
      clear: () => onChange({ values: [], isExcluding: false }),
      toggle:
        only === undefined
          ? undefined
          : () => onChange({ values: values.length > 0 ? [] : [only], isExcluding: false }),
      menu: (
        <FilterValues
          {...{ screen, filter, chosen, onChange, label }}
          mayExclude={canExclude(screen.contract)}
          // Lists of another shape are not counted value by value.
          query={screen.contract.answer === undefined ? query : undefined}
        />
      ),
    };
  });
  // Receipts and logs show the deactivated ones always.
  if (screen.contract.paging === 'cursor' || screen.contract.answer !== undefined) return items;
  const label = say('filter.deactivated');
  return [
    ...items,
    {
      name: activeName,
      label,
      text: activeText(query.active, say),
      count: 1,
      clear: () => state.showActive('active'),
      toggle: undefined,
      menu: <ActiveChoice {...{ screen, query, label }} onChange={state.showActive} />,
    },
  ];
}

/** Returns what is set of the filter of deactivated records, in words; undefined if they are hidden. */
export const activeText = (active: ActiveFilter, say: Say): string | undefined =>
  ({ active: undefined, all: say('filter.all'), deactivated: say('filter.deactivatedOnly') })[active];

const some = (text: string): readonly string[] => (text === '' ? [] : [text]);

/**
 * Returns a function for the names of a filter's values that are set, as far as they are loaded: "not Bakery", "Lunch"
 * where records must have none of them.
 */
export function useValueNames(
  screen: Screen,
  filters: SetFilters,
): (filter: ScreenFilter) => readonly string[] {
  const { source, screens } = useApp();
  const say = useText();
  const sayOf = useTextOf(screen.contract.name);
  const format = useFormat();
  const records = screen.filters.flatMap((filter) => {
    const target = screens[filter.references ?? ''];
    return target ? chosenOf(filter, filters).values.map((id) => ({ id, target })) : [];
  });
  const labels = useQueries({
    queries: records.map(({ id, target }) => recordLabelQuery(source, target.contract, id)),
  });
  return (filter) => {
    const { values, isExcluding } = chosenOf(filter, filters);
    const target = screens[filter.references ?? ''];
    const nameOfValue = (value: string): string => {
      if (!target) return filter.names?.[value] ?? choiceText(sayOf, filter.name, value);
      const row = labels[records.findIndex((one) => one.id === value && one.target === target)]?.data;
      return row ? nameOf(target, row, format) : '…';
    };
    const [first, ...others] = values.map(nameOfValue);
    if (first === undefined) return [];
    return [isExcluding ? say('filter.not', { value: first }) : first, ...others];
  };
}
