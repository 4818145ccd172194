import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { inScope, type Database } from '@/server/db/db';
import { badQuery, notFound } from '@/server/http/problems';
import { monthDays, readZDay } from './z-day.server';

/** The most days of one file: a location may have several on one date. */
const mostDays = 100;

/** Reads which days a month has. @throws 404 for a location that is not visible; 400 for too many days. */
export async function monthOf(db: Database, caller: Caller, location_id: string, month: string) {
  return inScope(db, caller, 'one snapshot', async (tx) => {
    const [place] = await tx.rows(sql<{ name: string; company: string }>`
      select l.name, c.name as company from location l join company c on c.tenant_id = l.tenant_id and c.id = l.company_id
      where l.tenant_id = ${caller.tenantId} and l.company_id = ${caller.companyId} and l.id = ${location_id}`);
    if (!place) throw notFound();
    const days = await monthDays(tx, caller, location_id, month);
    if (days.length > mostDays) {
      const detail = `The month has ${days.length} business days of this location; a file has at most ${mostDays}`;
      throw badQuery([{ pointer: '?month', code: 'too_large', detail }]);
    }
    return { place, days };
  });
}

/** Reads days one after the other, each in a snapshot of its own: no connection is held while pages are laid out. */
export async function* daysInTurn(db: Database, caller: Caller, days: readonly { readonly id: string }[]) {
  for (const { id } of days) yield await readZDay(db, caller, id);
}
