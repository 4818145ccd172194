/** Where today stands in the period of a discount. */
export type DiscountStatus = 'running' | 'planned' | 'ended';

/**
 * Returns whether a discount is running, planned or ended on a day (`YYYY-MM-DD`). Its last day counts as running. A
 * deactivated one has ended. On a generic server the days may have any type; a value that is no day is no limit.
 */
export function discountStatus(
  { active, from, until }: { active: boolean; from: unknown; until: unknown },
  today: string,
): DiscountStatus {
  if (!active || (isDay(until) && until < today)) return 'ended';
  return isDay(from) && from > today ? 'planned' : 'running';
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
