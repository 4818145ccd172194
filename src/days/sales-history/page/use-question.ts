import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { use } from 'react';
import { TodayContext } from '@/ui/display/ui-strings';
import { comparedDates, comparedUntil, periodBeside, periodOf } from '@/record/period';
import { salesBys, type SalesBy } from '../answer';
import type { SalesParams } from './history-query';

/** Returns what the page asks: by product over this month, unless the address says more. */
export function useQuestion() {
  const today = use(TodayContext)();
  const usual = periodOf('month', today);
  const [params, set] = useQueryStates(
    {
      by: parseAsStringLiteral(salesBys).withDefault('product'),
      from: parseAsString.withDefault(usual.from),
      to: parseAsString.withDefault(usual.to),
      location_id: parseAsArrayOf(parseAsString).withDefault([]),
      currency: parseAsString.withDefault(''),
      plu_id: parseAsString.withDefault(''),
      dpt_id: parseAsString.withDefault(''),
    },
    { history: 'push', shallow: false, clearOnDefault: false },
  );
  const asked: SalesParams = { ...params, by: possible(params.by, params.plu_id) };
  return {
    asked,
    compared: comparedDates(params, comparedUntil(params, today)),
    beside: periodBeside(params),
    today,
    set,
  };
}

/** The address and how it is changed. */
export type Question = ReturnType<typeof useQuestion>;

/** What is sold together is asked of a product. */
const possible = (by: SalesBy, plu: string): SalesBy => (by === 'together' && plu === '' ? 'product' : by);
