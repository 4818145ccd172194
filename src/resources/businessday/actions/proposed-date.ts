import { isObject } from '@/core/app/record/json';
import type { Row } from '@/core/app/data/row';
import { businessDateReader } from '../checks/business-date';

/**
 * The date proposed for a new business day: that of a moment by the clock of the location and its cutover, or by the
 * company's where there is no location yet or it has no clock of its own (docs/report.md#shape).
 */
export function proposedDate(
  moment: Date,
  location: Row | undefined,
  companyTimeZone: string | undefined,
): string {
  const data: unknown = location?.data;
  const { timezone, day_cutover }: Record<string, unknown> = isObject(data) ? data : {};
  const hour = typeof day_cutover === 'string' ? /^([01]\d|2[0-3]):/.exec(day_cutover)?.[1] : undefined;
  const zone = [timezone, companyTimeZone].find(isTimeZone) ?? 'UTC';
  return businessDateReader(zone, Number(hour ?? 0))(moment.toISOString()) ?? '';
}

function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || name === '') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
