import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { use } from 'react';
import { useApp } from '@/app/shell/app-context';
import { mayReadMargins } from '../../closing/day-roles';
import { TodayContext } from '@/ui/display/ui-strings';
import { comparedDates, comparedUntil, lengthOf, periodBeside, periodOf } from '@/record/period';
import { ofReceipts, receiptDays, salesBys, type SalesBy } from '../answer';
import { marginBys } from '../margin-answer';
import type { SalesParams } from './history-query';

/** What the page shows of the sales: what they come to, or what is left of it after what the goods cost. */
export const figures = ['sales', 'margin'] as const;

/** Returns what the page asks: by product over this month, unless the address says more. */
export function useQuestion() {
  const { me } = useApp().current;
  const today = use(TodayContext)();
  const usual = periodOf('month', today);
  const [{ figures: wanted, ...params }, set] = useQueryStates(
    {
      by: parseAsStringLiteral(salesBys).withDefault('product'),
      from: parseAsString.withDefault(usual.from),
      to: parseAsString.withDefault(usual.to),
      location_id: parseAsArrayOf(parseAsString).withDefault([]),
      currency: parseAsString.withDefault(''),
      plu_id: parseAsString.withDefault(''),
      dpt_id: parseAsString.withDefault(''),
      figures: parseAsStringLiteral(figures).withDefault('sales'),
    },
    { history: 'push', shallow: false, clearOnDefault: false },
  );
  const asked: SalesParams = { ...params, by: possible(params.by, params.plu_id) };
  const isAsked = wanted === 'margin' && mayReadMargins(me);
  const marginBy = isAsked ? marginBys.find((by) => by === asked.by) : undefined;
  return {
    asked,
    /** What the margin is asked of, if that is what is shown. */
    margin: marginBy && { ...asked, by: marginBy },
    /** Only the receipts know, and they are too many. */
    isTooLong: (marginBy !== undefined || ofReceipts.includes(asked.by)) && lengthOf(params) > receiptDays,
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
