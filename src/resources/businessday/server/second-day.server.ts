import { sql } from 'kysely';
import type { Tx } from '@/core/server/db/db';
import type { Change } from '@/core/server/write/rules';
import { conflict } from './refusals.server';

interface Standing {
  readonly id: string;
  /** The ids of the other active days of its location and date. */
  readonly others: readonly string[];
}

/**
 * Refuses a second day of a location and date unless the request has `second`: for a new day, one that is moved, and one
 * that is reactivated. Within an array, the later item is refused.
 *
 * @throws 409 `business_day_exists`, naming the other day.
 */
export async function requireOneDay(
  tx: Tx,
  { caller, items }: Change,
  coming: ReadonlySet<string>,
): Promise<void> {
  if (coming.size === 0) return;
  const rows = await tx.rows(sql<Standing>`
    select d.id, array_agg(o.id order by o.seq) as others
    from businessday d join businessday o on o.tenant_id = d.tenant_id and o.company_id = d.company_id
      and o.location_id = d.location_id and o.date = d.date and o.id <> d.id and o.active
    where d.tenant_id = ${caller.tenantId} and d.active and d.id = any(${[...coming]}::uuid[])
    group by d.id`);
  const places = new Map(items.map(({ id }, place) => [id, place]));
  const placeOf = (id: string) => places.get(id) ?? -1;
  for (const { id, others } of rows) {
    const mine = items.filter((item) => item.id === id);
    const item = mine.at(-1);
    if (!item || mine.some(({ writeOnly }) => writeOnly['second'] === true)) continue;
    const other = others.find((one) => !coming.has(one) || placeOf(one) < placeOf(id));
    if (other === undefined) continue;
    throw conflict(
      [[item, ['date']]],
      'business_day_exists',
      `The location has the business day ${other} on this date; "second": true asks for another one`,
    );
  }
}
