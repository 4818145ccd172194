import type { Item } from '@/core/server/http/items';
import type { Day } from './day-state.server';
import { conflict } from './refusals.server';

const columns = ['active', 'name', 'date', 'location_id', 'opened_at', 'closed_at'] as const;

/**
 * Refuses changes to a day that is not open: a change of status may change nothing else, except that reopening may clear
 * `closed_at`. `fixed` are the final keys of `data` that the item changes.
 *
 * @throws 409 `business_day_closed`, naming each field.
 */
export function requireFinal(item: Item, day: Day, next: Day, fixed: readonly string[]): void {
  const changed = columns.filter(
    (name) => next[name] !== day[name] && !(name === 'closed_at' && next.status === 'open'),
  );
  const fields = [...changed.map((name) => [name]), ...fixed.map((key) => ['data', key])];
  if (fields.length === 0) return;
  throw conflict(
    fields.map((field) => [item, field]),
    'business_day_closed',
    day.status === 'exported'
      ? 'The business day is exported: nothing but its note may be added to'
      : 'The business day is closed: reopen it first, in a request of its own',
  );
}
