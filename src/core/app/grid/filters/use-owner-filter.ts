import { useMemo } from 'react';
import { useApp } from '../../shell/app-context';
import { useText } from '../../i18n/i18n';
import type { Screen } from '../../shell/screen';

/**
 * The screen with one filter more, where records of a parent company stand among ours: whose they are. The wire has
 * it for every list (docs/design.md#filters); a company without a parent, and the bare interface, have no use for it.
 */
export function useOwnerFilter(screen: Screen): Screen {
  const { me } = useApp().current;
  const say = useText();
  return useMemo(() => {
    const parent = me?.company.parent;
    if (!me || !parent || !screen.contract.shared) return screen;
    const owner = {
      name: 'company_id',
      label: say('list.owner'),
      values: [me.company.id, parent.id],
      names: { [me.company.id]: me.company.name, [parent.id]: parent.name },
    };
    return { ...screen, filters: [...screen.filters, owner] };
  }, [screen, me, say]);
}
