import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import type { Database, Tx } from '@/server/db/db';
import { inOneSnapshot } from '../../report/server/one-snapshot.server';
import { asSealed, type Sender } from '../../z-report/z-day.server';
import { monthSchema, type Month, type MonthEntry } from '../schema';
import { monthOf } from '../server/month-answer.server';
import type { MonthQuery } from '../server/read-query.server';

/** What the paper of a month is made of. */
export interface MonthPaper {
  readonly month: Month;
  /** The lock that stands; undefined while the month is not locked. */
  readonly lock: MonthEntry | undefined;
  /** Whose month it is: the company as it was called when the month was locked. */
  readonly sender: Sender;
}

/**
 * Reads a month of a company for its paper, in one snapshot.
 *
 * @param mark of a standby, as in `inOneSnapshot`
 * @throws 400 `several_currencies`, as `GET report/month` does
 */
export async function readMonthPaper(
  db: Database,
  caller: Caller,
  query: Omit<MonthQuery, 'location_ids'>,
  mark: string | null,
): Promise<MonthPaper> {
  const { text, sender } = await inOneSnapshot(db, caller, mark, async (tx, parsing) => {
    const month = await monthOf(tx, caller, { ...query, location_ids: [] }, parsing);
    return { text: JSON.stringify(month), sender: await senderOf(tx, caller, lockOf(month)?.at) };
  });
  const month = monthSchema.parse(JSON.parse(text));
  return { month, lock: lockOf(month), sender };
}

const lockOf = ({ lock }: Month): MonthEntry | undefined =>
  lock.locked ? lock.entries.findLast(({ action }) => action === 'lock') : undefined;

async function senderOf(tx: Tx, caller: Caller, at = 'infinity'): Promise<Sender> {
  const [row] = await tx.rows(sql<Sender>`
    select coalesce(c.record->>'name', '') as company, coalesce(c.record->>'ident', '') as business_id, '' as address
    from (select ${asSealed(caller, 'company', caller.companyId, at)} as record from company o
      where o.tenant_id = ${caller.tenantId} and o.id = ${caller.companyId}) c`);
  if (!row) throw new Error(`There is no company ${caller.companyId}`);
  return row;
}
