import { sql, type RawBuilder } from 'kysely';
import { sqlState, trusted } from '@/server/db/db';
import { serviceCaller } from '@/server/ops/companies';
import type { StoredFigures } from '@/server/write/rules';
import type { CountedDay } from '../ledger/ledger.server';
import type { Rows } from '../seal/contents.server';
import { checkColumns, sliceOf } from './figure-columns.server';
import { figureNames } from './figure-parts.server';
import { hasFigures } from './has-figures.server';
import { dayFigures, sumOfFigures } from './make-figures.server';

interface Row extends CountedDay {
  readonly row: number;
  readonly tenant_id: string;
  readonly company_id: string;
  readonly status: string;
}

interface Sum {
  readonly row: number;
  readonly tenant_id: string;
  readonly company_id: string;
  readonly month: string;
  readonly of: readonly string[];
}

/**
 * Verifies the figures of closed days: each row against the receipts of its day, computed again, and each sum of a month that
 * counts against the rows of its days.
 */
export const figuresCheck: StoredFigures = {
  name: 'figures of closed days',
  wrong: async (rows) => {
    await rows(sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`);
    return [...(await wrongDays(rows)), ...(await wrongSums(rows))];
  },
};

async function wrongDays(rows: Rows): Promise<{ what: string }[]> {
  const wrong: { what: string }[] = [];
  const days = await rows(sql<Row>`
    select f.id as row, f.tenant_id, f.company_id, d.id, d.status, d.location_id, d.date::text as date,
      d.snapshot->>'currency' as currency, d.snapshot->>'timezone' as zone, (d.snapshot->>'cutover_hour')::integer as cutover
    from businessday_figures f join businessday d on d.tenant_id = f.tenant_id and d.id = f.businessday_id
    where ${trusted(hasFigures)} order by f.tenant_id, f.id`);
  for (const day of days) {
    const caller = serviceCaller([day.company_id, day.tenant_id]);
    const made = dayFigures(caller, day);
    const all = ['at_fault', ...figureNames, ...Object.keys(checkColumns)];
    const found = day.status === 'open' ? 'the day is open' : await differences(rows, day, made, all);
    if (found !== '') wrong.push({ what: `businessday ${day.id} of ${day.date}: ${found}` });
  }
  return wrong;
}

async function wrongSums(rows: Rows): Promise<{ what: string }[]> {
  const wrong: { what: string }[] = [];
  const sums = await rows(sql<Sum>`
    select f.id as row, f.tenant_id, f.company_id, f.month::text as month, f."of"::text[] as "of"
    from businessday_figures f
    where f.businessday_id is null and ${trusted(hasFigures)} and not exists (
      select from unnest(f."of") e where not exists (
        select from businessday_figures x where x.tenant_id = f.tenant_id and x.id = e and x.edition = f.edition and not x.left_out))
    order by f.tenant_id, f.id`);
  for (const one of sums) {
    const caller = serviceCaller([one.company_id, one.tenant_id]);
    const found = await differences(rows, one, sumOfFigures(caller, one.of.map(Number)), figureNames);
    if (found !== '') wrong.push({ what: `company ${one.company_id}, ${one.month.slice(0, 7)}: ${found}` });
  }
  return wrong;
}

/** SQL: the products of the row `f`, which a sum has in slices. */
const keptPlus = `coalesce(f.plus, array(
  select e from businessday_figures_plus p cross join unnest(p.plus) e
  where p.tenant_id = f.tenant_id and p.figures_id = f.id and p.slice = ${sliceOf('(e).plu_id')} order by 1))`;

/** Returns what differs between a stored row and its columns made again, in words; '' if nothing does. */
async function differences(
  rows: Rows,
  { tenant_id, row }: { readonly tenant_id: string; readonly row: number },
  made: RawBuilder<unknown>,
  names: readonly string[],
): Promise<string> {
  const differs = names.map(
    (name) =>
      `case when made.${name} is distinct from ${name === 'plus' ? keptPlus : `f.${name}`} then '${name}' end`,
  );
  await rows(sql`savepoint figures`);
  try {
    const [found] = await rows(sql<{ names: string }>`
      select array_to_string(array[${trusted(differs.join(', '))}], ', ') as names
      from (${made}) made, businessday_figures f where f.tenant_id = ${tenant_id} and f.id = ${row}`);
    if (!found) return 'its figures cannot be made again';
    return found.names === '' ? '' : `its figures are not what they are made of: ${found.names}`;
  } catch (error) {
    // A number that cannot be read: a day with one has no figures.
    if (!sqlState(error)?.startsWith('22')) throw error;
    await rows(sql`rollback to savepoint figures`);
    return 'a number in its receipts cannot be read';
  } finally {
    await rows(sql`release savepoint figures`);
  }
}
