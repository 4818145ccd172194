import { readsHistory } from '@/contract/history';
import type { Caller } from '@/server/auth/caller';
import { plu } from '../../contract';
import type { LowestPriceAnswer } from '../answer';
import type { LowestPrice } from '../rule/lowest-price';
import { dayText, type ZoneClock } from '../rule/zone-clock';

/** Whether a caller may read the events of products, as in the audit trail. */
export const mayReadEvents = (caller: Caller): boolean => readsHistory(caller, plu);

const iso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();

/** Returns what was computed of a price as it is answered. */
export function wireOf(
  { price, reduced, reduced_since, fallen_since, looked_at, lowest, percent }: LowestPrice,
  clock: ZoneClock,
): Pick<LowestPriceAnswer, 'price' | 'reduced' | 'reduced_since' | 'fallen_since' | 'lowest' | 'percent'> {
  const { from, until } = looked_at;
  return {
    price,
    reduced,
    reduced_since: iso(reduced_since),
    fallen_since: iso(fallen_since),
    lowest: lowest && {
      amount: lowest.amount,
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
      last_day: dayText(clock.dayOf(Math.min(lowest.until, until) - 1)),
    },
    percent,
  };
}
