import { sql } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import type { Tx } from '@/core/server/db/db';
import { badQuery } from '@/core/server/http/problems';
import type { SalesQuestion } from './question.server';

/** A file of the archive with days that a question is about. */
export interface AskedFile {
  readonly name: string;
  readonly month: string;
  /** Days in the file that count no longer; days are numbers (`businessday.seq`). */
  readonly without: readonly number[];
  /** Whether every day of the file is asked for and counts, so that its sums are what is asked for. */
  readonly is_whole: boolean;
  /** Whether what was sold together is summed beside it; files of an older version have only the lines. */
  readonly has_pairs: boolean;
}

/** Where the days of a question are: each in one file of the archive, or in PostgreSQL. */
export interface AskedDays {
  readonly files: readonly AskedFile[];
  /** The ids of the days that PostgreSQL answers for: open ones, and those that are not in the archive yet. */
  readonly rows: readonly string[];
  readonly currency: string;
  readonly currencies: readonly string[];
}

/**
 * Decides, in one snapshot, where each day of a question is: never in two places, never in none, whatever is opened,
 * closed or archived meanwhile.
 *
 * @throws 400 `reference_not_found` for a location that is not in sight, `several_currencies` where none is chosen.
 */
export async function askedDays(
  tx: Tx,
  caller: Caller,
  question: SalesQuestion,
  withArchive: boolean,
): Promise<AskedDays> {
  await requireLocations(tx, caller, question.location_ids);
  const files = withArchive ? await askedFiles(tx, caller, question) : [];
  const kept = await currenciesIn(tx, caller, question, files);
  const open = await daysOutside(tx, caller, question, withArchive);
  const currencies = [...new Set([...kept, ...open.map((day) => day.currency)])].toSorted();
  const currency = question.currency ?? currencies[0] ?? (await usualCurrency(tx, caller));
  if (question.currency === null && currencies.length > 1) {
    // One problem per currency, so that a client can offer them as choices.
    throw badQuery(
      currencies.map((code) => ({ pointer: '?currency', code: 'several_currencies', detail: code })),
    );
  }
  return {
    files,
    rows: open.filter((day) => day.currency === currency).map(({ id }) => id),
    currency,
    currencies,
  };
}

interface OutsideDay {
  readonly id: string;
  readonly currency: string;
}

/**
 * Returns the days that are not in the archive. Every archived day is a closed one (a trigger), so if there are as many closed
 * days as archived ones, these are the open days: two counts in place of a hundred thousand comparisons.
 */
async function daysOutside(
  tx: Tx,
  { tenantId, companyId }: Caller,
  { from, to, location_ids }: SalesQuestion,
  withArchive: boolean,
): Promise<readonly OutsideDay[]> {
  const asked = (table: 'd' | 'a') => {
    const t = sql.ref(table);
    return sql`${t}.tenant_id = ${tenantId} and ${t}.company_id = ${companyId} and ${t}.date between ${from}::date and ${to}::date
      and ${location_ids.length > 0 ? sql`${t}.location_id = any(${location_ids}::uuid[])` : sql`true`}`;
  };
  if (withArchive) {
    const [counted] = await tx.rows(sql<{ open: OutsideDay[]; closed: number; archived: number }>`
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'currency', d.snapshot->>'currency')) filter (where d.status = 'open'),
          '[]') as open, count(*) filter (where d.status <> 'open')::integer as closed,
        (select count(*) from archive_day a where ${asked('a')})::integer as archived
      from businessday d where ${asked('d')} and d.active`);
    if (counted && counted.closed === counted.archived) return counted.open;
  }
  const isOutside = sql`not exists (select from archive_day a where a.tenant_id = d.tenant_id and a.businessday_id = d.id)`;
  return tx.rows(sql<OutsideDay>`
    select d.id, d.snapshot->>'currency' as currency from businessday d
    where ${asked('d')} and d.active and ${withArchive ? isOutside : sql`true`}`);
}

/** `without` comes from a comparison of what is in a file with the days that have their place there. */
const askedFiles = (tx: Tx, { tenantId, companyId }: Caller, { from, to }: SalesQuestion) =>
  tx.rows(sql<AskedFile & { readonly currencies: readonly string[] }>`
    select f.name, to_char(f.month, 'YYYY-MM') as month, f.currencies,
      case when f.is_stale then array(select x::integer from unnest(f.days) x except
        select a.day::integer from archive_day a
        where a.tenant_id = f.tenant_id and a.company_id = f.company_id and a.file_id = f.id) else '{}' end as without,
      not f.is_stale and f.first >= ${from}::date and f.last <= ${to}::date as is_whole,
      f.parts ? 'pairs' as has_pairs
    from archive_file f
    where f.tenant_id = ${tenantId} and f.company_id = ${companyId} and f.replaced_at is null
      and f.first <= ${to}::date and f.last >= ${from}::date
    order by f.month, f.id`);

/** Returns the currencies of the archived days: what the files say, unless that is of more days than the question. */
async function currenciesIn(
  tx: Tx,
  { tenantId, companyId }: Caller,
  { from, to, location_ids }: SalesQuestion,
  files: readonly { readonly currencies: readonly string[]; readonly is_whole: boolean }[],
): Promise<readonly string[]> {
  const all = [...new Set(files.flatMap(({ currencies }) => currencies))];
  if (
    all.length === 0 ||
    (all.length === 1 && location_ids.length === 0 && files.some(({ is_whole }) => is_whole))
  )
    return all;
  const within = location_ids.length > 0 ? sql`d.location_id = any(${location_ids}::uuid[])` : sql`true`;
  const rows = await tx.rows(sql<{ currency: string }>`
    select distinct d.currency from archive_day d
    where d.tenant_id = ${tenantId} and d.company_id = ${companyId}
      and d.date between ${from}::date and ${to}::date and ${within}`);
  return rows.map(({ currency }) => currency);
}

async function requireLocations(tx: Tx, caller: Caller, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx.rows(sql<{ id: string }>`
    select t.id from location t where t.tenant_id = ${caller.tenantId}
      and t.company_id = ${caller.companyId} and t.id = any(${ids}::uuid[])`);
  const unknown = ids.find((id) => !found.some((location) => location.id === id));
  if (unknown === undefined) return;
  throw badQuery([
    { pointer: '?location_id', code: 'reference_not_found', detail: `There is no location ${unknown}` },
  ]);
}

/** Returns the currency of the caller's company, own or inherited. */
async function usualCurrency(tx: Tx, { tenantId, lineage }: Caller): Promise<string> {
  const [row] = await tx.rows(sql<{ currency: string }>`
    select c.data->>'currency' as currency from company c
    where c.tenant_id = ${tenantId} and c.id = any(${lineage}::uuid[]) and c.data->>'currency' is not null
    order by array_position(${lineage}::uuid[], c.id) limit 1`);
  return row?.currency ?? 'EUR';
}
