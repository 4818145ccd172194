import { isObject } from '@/record/json';
import type { Row } from '@/app/data/row';
import { businessDateReader } from '../checks/business-date';

/**
 * Returns the proposed date of a new business day: the business date of a moment in the location's time zone with its
 * cutover, or in the company's time zone without a location or if it has none (docs/report.md#shape).
 */
export function proposedDate(
  moment: Date,
  location: Row | undefined,
  companyTimeZone: string | undefined,
): string {
  const data: unknown = location?.data;
  const { timezone, day_cutover }: Record<string, unknown> = isObject(data) ? data : {};
  const [, hour = 0, minute = 0] =
    (typeof day_cutover === 'string' && /^([01]\d|2[0-3]):([0-5]\d)/.exec(day_cutover)) || [];
  const zone = [timezone, companyTimeZone].find(isTimeZone) ?? 'UTC';
  return businessDateReader(zone, Number(hour), Number(minute))(moment.toISOString()) ?? '';
}

function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || name === '') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
