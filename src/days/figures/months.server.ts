import { dayMs } from '@/record/calendar';
import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { inScope, trusted, type Database, type Tx } from '@/server/db/db';
import { settings } from '../report/server/one-snapshot.server';
import { storeSum } from './make-figures.server';
import { hasFigures } from './has-figures.server';

/** A row of figures: of a day, or the sum of the days `of`. Rows are numbers. */
interface Row {
  readonly id: number;
  readonly is_day: boolean;
  readonly has_figures: boolean;
  readonly month: string;
  readonly currency: string;
  readonly location_id: string | null;
  readonly date: string | null;
  readonly of: readonly number[];
}

/** Days that are added up, and the sums of some of them: those of a month, of a month at one location, or of one date. */
interface Group {
  readonly month: string;
  readonly currency: string;
  readonly location_id: string | null;
  readonly date: string | null;
  readonly days: readonly number[];
  readonly sums: readonly Row[];
  /** Whether no further day of it is expected: then every day is added at once. */
  readonly isOver: boolean;
}

/**
 * Adds the days of a company's months up: days that are not in the sums of their month, of their location in the month, and of
 * their date yet are added to these. A sum of a day that is not as it was does not count (stored-figures.server.ts) and is removed.
 * One process at a time does, under a lock of the company.
 *
 * @param beside so many days may stand beside a sum to which more are expected.
 * @param months those with something to add; null: all that the company has.
 */
export async function addUpMonths(
  db: Database,
  caller: Caller,
  beside: number,
  months: readonly string[] | null,
): Promise<void> {
  const found = await inScope(db, caller, 'read only', (tx) => monthsToAdd(tx, caller, beside, months));
  for (const month of found)
    await inScope(db, caller, 'read write', async (tx) => {
      if (!(await lockFigures(tx, caller))) return;
      await tx.rows(settings);
      for (const group of groupsOf(await readRows(tx, caller, [month])))
        if (!isDone(group, beside)) await addUp(tx, caller, group, beside);
    });
}

async function monthsToAdd(tx: Tx, caller: Caller, beside: number, months: readonly string[] | null) {
  const groups = groupsOf(await readRows(tx, caller, months));
  return [...new Set(groups.filter((group) => !isDone(group, beside)).map(({ month }) => month))];
}

async function addUp(tx: Tx, caller: Caller, group: Group, beside: number): Promise<void> {
  const { base, fresh } = standing(group);
  const old = new Set(group.sums.map(({ id }) => id));
  if (fresh.length > besideOf(group, beside)) {
    const add = [...(base ? [base.id] : []), ...fresh];
    const [stored] = await tx.rows(
      storeSum(caller, { ...group, add, of: [...(base?.of ?? []), ...fresh].toSorted((a, b) => a - b) }),
    );
    // Nothing is stored if a day was opened again meanwhile.
    if (!stored && base) old.delete(base.id);
  } else if (base) old.delete(base.id);
  await tx.rows(sql`
    delete from businessday_figures f where f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId}
      and f.businessday_id is null and f.id = any(${[...old]}::bigint[])`);
}

const besideOf = ({ isOver, days }: Group, beside: number): number =>
  days.length < 2 ? 1 : isOver ? 0 : beside;

/** The sum that counts, the largest one, and the days that are not in it. */
function standing({ days, sums }: Group) {
  const known = new Set(days);
  const [base] = sums
    .filter(({ has_figures, of }) => has_figures && of.every((id) => known.has(id)))
    .toSorted((one, other) => other.of.length - one.of.length);
  const inBase = new Set(base?.of);
  return { base, fresh: days.filter((id) => !inBase.has(id)) };
}

function isDone(group: Group, beside: number): boolean {
  const { base, fresh } = standing(group);
  return fresh.length <= besideOf(group, beside) && group.sums.length === (base ? 1 : 0);
}

/** Takes the lock of a company's sums until the end of the transaction; false if another process has it. */
async function lockFigures(tx: Tx, { tenantId, companyId }: Caller): Promise<boolean> {
  const [lock] = await tx.rows(sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('figures ' || ${tenantId} || ${companyId}, 0)) as held`);
  return lock?.held === true;
}

const readRows = (tx: Tx, { tenantId, companyId }: Caller, months: readonly string[] | null) =>
  tx.rows(sql<Row>`
    select f.id, f.businessday_id is not null as is_day, ${trusted(hasFigures)} as has_figures, f.month::text as month, f.currency,
      f.location_id, f.date::text as date, to_jsonb(f."of") as "of"
    from businessday_figures f
    where f.tenant_id = ${tenantId} and f.company_id = ${companyId}
      and ${months === null ? sql`true` : sql`f.month = any(${months}::date[])`}
    order by f.id`);

/** Days after its end on which a month or date is over: the last shops have closed by then. */
const settledAfter = 2;

function groupsOf(rows: readonly Row[]): Group[] {
  const groups = new Map<string, Group & { readonly days: number[]; readonly sums: Row[] }>();
  const groupOf = ({ month, currency }: Row, location_id: string | null, date: string | null) => {
    const key = JSON.stringify([month, currency, location_id, date]);
    const group = groups.get(key) ?? {
      month,
      currency,
      location_id,
      date,
      days: [],
      sums: [],
      isOver: isOver(date ?? lastOf(month)),
    };
    groups.set(key, group);
    return group;
  };
  for (const row of rows) {
    if (!row.is_day) groupOf(row, row.location_id, row.date).sums.push(row);
    else if (row.has_figures) {
      groupOf(row, null, null).days.push(row.id);
      groupOf(row, row.location_id, null).days.push(row.id);
      groupOf(row, null, row.date).days.push(row.id);
    }
  }
  // What is the month itself, as of a company with one shop, or one day itself, needs no sum of its own.
  const days = new Map<string, number>();
  for (const { month, currency, location_id, date, days: own } of groups.values())
    if (location_id === null && date === null) days.set(`${month} ${currency}`, own.length);
  return [...groups.values()].filter(
    ({ month, currency, location_id, date, days: own, sums }) =>
      sums.length > 0 ||
      (location_id === null && date === null) ||
      own.length < (days.get(`${month} ${currency}`) ?? 0),
  );
}

const isOver = (last: string): boolean => Date.parse(last) + (settledAfter + 1) * dayMs <= Date.now();

const lastOf = (month: string): string => {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10);
};
