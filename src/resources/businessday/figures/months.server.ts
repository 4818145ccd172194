import { sql } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { inScope, trusted, type Database, type Tx } from '@/core/server/db/db';
import { settings } from '../server/report/one-snapshot.server';
import { storeMonth } from './make-figures.server';
import { hasFigures } from './has-figures.server';

/** The days of a month in one currency that have figures, and the sums of some of them; each is the number of its row. */
interface Month {
  readonly month: string;
  readonly currency: string;
  readonly days: readonly number[];
  readonly sums: readonly { readonly id: number; readonly of: readonly number[] }[];
}

/**
 * Adds the days of a company's months up: days that are not in a month's sum yet are added to it. A sum of a day that is not as it
 * was does not count (stored-figures.server.ts) and is removed. One process at a time does, under a lock of the company.
 *
 * @param beside so many days may stand beside the sum of their month.
 */
export async function addUpMonths(db: Database, caller: Caller, beside: number): Promise<void> {
  const months = await inScope(db, caller, 'read only', (tx) => readMonths(tx, caller));
  for (const month of months.filter((one) => !isDone(one, beside)))
    await inScope(db, caller, 'read write', (tx) => addUp(tx, caller, month, beside));
}

async function addUp(tx: Tx, caller: Caller, of: Month, beside: number): Promise<void> {
  if (!(await lockFigures(tx, caller))) return;
  await tx.rows(settings);
  const [month] = (await readMonths(tx, caller)).filter(
    (one) => one.month === of.month && one.currency === of.currency,
  );
  if (!month || isDone(month, beside)) return;
  const { base, fresh } = standing(month);
  const old = new Set(month.sums.map(({ id }) => id));
  if (fresh.length > beside) {
    const add = [...(base ? [base.id] : []), ...fresh];
    const [stored] = await tx.rows(
      storeMonth(caller, { ...month, add, of: [...(base?.of ?? []), ...fresh] }),
    );
    // Nothing is stored if a day was opened again meanwhile.
    if (!stored && base) old.delete(base.id);
  } else if (base) old.delete(base.id);
  await tx.rows(sql`
    delete from businessday_figures f where f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId}
      and f.businessday_id is null and f.id = any(${[...old]}::bigint[])`);
}

/** The sum that counts, the largest one, and the days that are not in it. */
function standing({ days, sums }: Month) {
  const known = new Set(days);
  const [base] = sums
    .filter(({ of }) => of.every((id) => known.has(id)))
    .toSorted((one, other) => other.of.length - one.of.length);
  const inBase = new Set(base?.of);
  return { base, fresh: days.filter((id) => !inBase.has(id)) };
}

function isDone(month: Month, beside: number): boolean {
  const { base, fresh } = standing(month);
  return fresh.length <= beside && month.sums.length === (base ? 1 : 0);
}

/** Takes the lock of a company's sums until the end of the transaction; false if another process has it. */
async function lockFigures(tx: Tx, { tenantId, companyId }: Caller): Promise<boolean> {
  const [lock] = await tx.rows(sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('figures ' || ${tenantId} || ${companyId}, 0)) as held`);
  return lock?.held === true;
}

async function readMonths(tx: Tx, { tenantId, companyId }: Caller): Promise<Month[]> {
  const rows = await tx.rows(sql<{ month: string; currency: string; days: string[]; sums: Month['sums'] }>`
    select f.month::text as month, f.currency,
      coalesce(array_agg(f.id::text) filter (where f.businessday_id is not null and ${trusted(hasFigures)}), '{}') as days,
      coalesce(json_agg(json_build_object('id', f.id, 'of',
        case when ${trusted(hasFigures)} then f."of" else '{0}' end)) filter (where f.businessday_id is null), '[]') as sums
    from businessday_figures f where f.tenant_id = ${tenantId} and f.company_id = ${companyId}
    group by f.month, f.currency`);
  return rows.map((row) => ({ ...row, days: row.days.map(Number) }));
}
