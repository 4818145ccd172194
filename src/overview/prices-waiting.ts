import { useQueries } from '@tanstack/react-query';
import { usePageText } from '@/core/app/i18n/i18n';
import { useApp } from '@/core/app/shell/app-context';
import { mayWrite } from '@/core/app/session/session';
import { plu } from '@/resources/plu/contract';
import { overviewTexts } from './texts';
import type { Waiting } from './waiting';

/** Filters of products that tell what is to look at; the percentage is that of the service. */
const watched = ['below_cost', 'low_margin'] as const;
const lowMargin = 20;

/** Returns how many active products are sold below cost or at a low margin. */
export function usePricesWaiting(): Waiting[] {
  const say = usePageText('overview', overviewTexts);
  const { source, screens, current } = useApp();
  const { me } = current;
  const path = screens[plu.name]?.path ?? '';
  const known = watched.filter((filter) => Object.hasOwn(plu.extraFilters, filter));
  const totals = useQueries({
    queries: known.map((filter) => ({
      queryKey: [plu.name, 'overview', filter],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        source.total(plu, { q: '', sort: '', active: true, filters: { [filter]: ['true'] } }, signal),
      enabled: mayWrite(me, plu.access),
    })),
  });
  return known.flatMap((filter, at): Waiting[] => {
    const count = totals[at]?.data ?? 0;
    if (count === 0) return [];
    return [
      {
        kind: 'prices',
        key: filter,
        count,
        isRisk: filter === 'below_cost',
        what: say(`todo.${filter}`, { percent: lowMargin }),
        where: '',
        action: say('do.prices'),
        href: `${path}?${filter}=true`,
      },
    ];
  });
}
