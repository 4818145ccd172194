import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { invalid } from '@/server/http/problems';
import type { Change } from '@/server/write/rules';
import { fieldProblem } from '../../model/refusals.server';
import type { CountedDay } from '../../ledger/ledger.server';
import { hasRows } from '../voucher';
import { readSources } from './sources.server';

/**
 * Returns the ids of the days whose vouchers have rows. A day without rows has nothing to book, and is exported without a number:
 * a number without lines would be a gap in the files of bookkeeping (docs/report.md#voucher-numbers).
 */
export async function daysWithRows(
  tx: Tx,
  caller: Caller,
  days: readonly CountedDay[],
): Promise<ReadonlySet<string>> {
  // A failed cast would end the transaction of the write.
  const sources = await readSources(tx, caller, days, 'careful');
  return new Set([...sources].flatMap(([id, source]) => (hasRows(source) ? [id] : [])));
}

/**
 * Requires that the days which were exported without a voucher number have no rows. Called after the write: what a request
 * counts, closes and exports at once is in the rows.
 *
 * @throws 422 `required` at the number of the first such day.
 */
export async function requireNumbers(
  tx: Tx,
  { caller, items }: Change,
  exported: ReadonlySet<string>,
): Promise<void> {
  if (exported.size === 0) return;
  const days = await tx.rows(sql<CountedDay>`
    select t.id, t.location_id, t.date::text as date, t.snapshot->>'currency' as currency, t.snapshot->>'timezone' as zone,
      (t.snapshot->>'cutover_hour')::integer as cutover
    from businessday t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = any(${[...exported]}::uuid[])`);
  const withRows = await daysWithRows(tx, caller, days);
  const item = items.find(({ id, fields }) => withRows.has(id) && fields['status'] === 'exported');
  if (!item) return;
  throw invalid([
    fieldProblem(
      item,
      ['data', 'voucher_num'],
      'required',
      'From closed to exported a business day goes with data.voucher_num, unless its voucher has no rows',
    ),
  ]);
}
