import { sql } from 'kysely';
import { trusted } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import type { StoredFigures } from '@/server/write/rules';
import type { Rows } from '../../seal/contents.server';
import { newHasher } from '../../seal/hasher.server';
import { monthEntryHash, textHash, type MonthEntryHead } from '../seal';

interface EntryRow extends MonthEntryHead {
  readonly tenant_id: string;
  readonly hash: string;
  readonly contents: string | null;
}

/** Entries that are read at once. */
const atOnce = 100;

/**
 * Verifies the seals of months: the hash of each entry, its link to the one before it, the hash of what a lock covers; that the
 * seals which a lock names are those of its days, and that a locked month has no other days and no other seals now.
 */
export const monthCheck: StoredFigures = {
  name: 'seals of months',
  wrong: async (rows) => [
    ...(await brokenEntries(rows)),
    ...(await rows(foreignSeals)),
    ...(await rows(changedMonths)),
  ],
};

async function brokenEntries(rows: Rows): Promise<{ what: string }[]> {
  const wrong: { what: string }[] = [];
  let before: EntryRow | undefined;
  for (;;) {
    const entries: readonly EntryRow[] = await rows(entriesAfter(before));
    if (entries.length === 0) return wrong;
    for (const entry of entries) {
      wrong.push(
        ...faultsOf(entry, before).map((fault) => ({
          what: `entry ${entry.number} of the months of company ${entry.company_id}, ${entry.month}: ${fault}`,
        })),
      );
      before = entry;
    }
  }
}

function faultsOf(entry: EntryRow, before: EntryRow | undefined): string[] {
  const isNext = before?.tenant_id === entry.tenant_id && before.company_id === entry.company_id;
  const previous = isNext ? before : undefined;
  const faults: string[] = [];
  if (entry.number !== (previous?.number ?? 0) + 1) faults.push('the entry before it is missing');
  else if (entry.previous !== (previous?.hash ?? null))
    faults.push('it does not follow from the entry before it');
  if (monthEntryHash(newHasher(), entry) !== entry.hash) faults.push('its hash is not that of what it says');
  const content = entry.contents === null ? null : textHash(newHasher(), entry.contents);
  if (content !== entry.content) faults.push('what it covers is not what was hashed');
  return faults;
}

const entriesAfter = (last: EntryRow | undefined) => sql<EntryRow>`
  select m.tenant_id, m.company_id, m.number, m.month, m.action, ${trusted(wireTime('m.at'))} as at, m.by, m.reason, m.contents,
    m.content, m.previous, m.hash
  from businessday_month m
  ${last ? sql`where (m.tenant_id, m.company_id, m.number) > (${last.tenant_id}, ${last.company_id}, ${last.number})` : sql``}
  order by m.tenant_id, m.company_id, m.number limit ${atOnce}`;

/** SQL: the days that locks name, as rows. */
const namedDays = `businessday_month m cross join lateral jsonb_to_recordset(m.contents::jsonb->'days')
  d(businessday_id uuid, location_id uuid, date date, seal text, seal_number integer, content text)`;

const foreignSeals = sql<{ what: string }>`
  select 'month ' || m.month || ' of company ' || m.company_id || ': the seal of businessday ' || d.businessday_id
    || ' is not the one that the lock names' as what
  from ${trusted(namedDays)}
  left join businessday_seal s on s.tenant_id = m.tenant_id and s.location_id = d.location_id and s.number = d.seal_number
  where d.seal is not null and (s.hash, s.content, s.businessday_id) is distinct from (d.seal, d.content, d.businessday_id)`;

const changedMonths = sql<{ what: string }>`
  with standing as (
    select distinct on (m.tenant_id, m.company_id, m.month) m.* from businessday_month m
    order by m.tenant_id, m.company_id, m.month, m.number desc
  ), named as (
    select m.tenant_id, m.company_id, m.month, d.businessday_id as id, d.seal, true as is_named
    from standing m cross join lateral jsonb_to_recordset(m.contents::jsonb->'days') d(businessday_id uuid, seal text)
    where m.action = 'lock'
  ), there as (
    select m.tenant_id, m.company_id, m.month, b.id, b.status,
      (select s.hash from businessday_seal s where s.tenant_id = b.tenant_id and s.businessday_id = b.id order by s.seq desc limit 1) as seal
    from standing m join businessday b on b.tenant_id = m.tenant_id and b.company_id = m.company_id and b.active
      and b.date >= to_date(m.month, 'YYYY-MM') and b.date < to_date(m.month, 'YYYY-MM') + interval '1 month'
    where m.action = 'lock'
  )
  select 'month ' || month || ' of company ' || company_id || ': businessday ' || id || ' is not as it was locked' as what
  from named full join there using (tenant_id, company_id, month, id)
  where there.status is null or there.status = 'open' or named.is_named is null or named.seal is distinct from there.seal`;
