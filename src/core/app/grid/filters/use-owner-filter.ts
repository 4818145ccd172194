import { useMemo } from 'react';
import { useApp } from '../../shell/app-context';
import { useText } from '../../i18n/i18n';
import type { Screen } from '../../shell/screen';

/**
 * Adds a filter by owner to the screen of shared records, if the company has a parent. Every list of the wire has
 * this filter (docs/design.md#filters); a company without a parent and a generic server do not need it.
 */
export function useOwnerFilter(declared: Screen): Screen {
  const { me } = useApp().current;
  const say = useText();
  return useMemo(() => {
    const screen = me ? declared : withoutComputed(declared);
    const parent = me?.company.parent;
    if (!me || !parent || !screen.contract.shared) return screen;
    const owner = {
      name: 'company_id',
      label: say('list.owner'),
      values: [me.company.id, parent.id],
      names: { [me.company.id]: me.company.name, [parent.id]: parent.name },
    };
    return { ...screen, filters: [...screen.filters, owner] };
  }, [declared, me, say]);
}

/** Leaves out filters and sorts that our own service computes: those of a generic server are done over its records. */
const withoutComputed = (screen: Screen): Screen => ({
  ...screen,
  filters: screen.filters.filter(
    ({ name, values }) => !values || !Object.hasOwn(screen.contract.extraFilters, name),
  ),
  columns: screen.columns.map((column) => ({
    ...column,
    sortable: column.sortable && screen.contract.sorts.includes(column.key),
  })),
});
