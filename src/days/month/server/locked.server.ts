import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import type { Item } from '@/server/http/items';
import type { Day } from '../../model/day-state.server';
import { conflict } from '../../model/refusals.server';
import { lockedMonths } from './entries.server';

/** The month of a date. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** Reads which months that the items of a write touch are locked: those of their days, and those of the dates that are sent. */
export function lockedMonthsOf(
  tx: Tx,
  caller: Caller,
  items: readonly Item[],
  days: ReadonlyMap<string, Day>,
): Promise<ReadonlySet<string>> {
  const sent = items.flatMap(({ fields: { date } }) => (typeof date === 'string' ? [monthOf(date)] : []));
  return lockedMonths(tx, caller, [...sent, ...[...days.values()].map(({ date }) => monthOf(date))]);
}

const columns = ['active', 'name', 'date', 'location_id', 'opened_at', 'closed_at'] as const;

/**
 * Refuses what would change a locked month: a day that comes to it or leaves it, and any change of one of its days but its note
 * and its export (docs/report.md#locked-months).
 *
 * @param changed the keys of `data` that the item changes.
 * @throws 409 `month_locked`, naming each field.
 */
export function requireUnlocked(
  item: Item,
  day: Day | undefined,
  next: Day,
  changed: readonly string[],
  locked: ReadonlySet<string>,
): void {
  const fields: string[][] = [];
  if (day && locked.has(monthOf(day.date))) {
    if (next.status !== day.status && !(day.status === 'closed' && next.status === 'exported'))
      fields.push(['status']);
    fields.push(...columns.filter((name) => next[name] !== day[name]).map((name) => [name]));
    fields.push(
      ...changed
        .filter((key) => !['note', 'voucher_num', 'modified_at'].includes(key))
        .map((key) => ['data', key]),
    );
  } else if (day?.date !== next.date && locked.has(monthOf(next.date))) fields.push(['date']);
  if (fields.length === 0) return;
  const month = monthOf(day && locked.has(monthOf(day.date)) ? day.date : next.date);
  throw conflict(
    fields.map((field) => [item, field]),
    'month_locked',
    `The month ${month} is locked: none of its business days changes, comes or goes until an administrator unlocks it`,
  );
}
