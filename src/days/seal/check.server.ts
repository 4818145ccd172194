import { sql } from 'kysely';
import { trusted } from '@/server/db/db';
import type { StoredFigures } from '@/server/write/rules';
import { wireTime } from '@/server/db/table';
import { sealHash, type SealHead } from './contents';
import { dayFiguresSchema, isOutdated, figuresOfContents, figuresText } from '../month/sealed-figures';
import { contentsOfDays, type Rows } from './contents.server';
import { newHasher } from './hasher.server';

interface SealRow extends SealHead {
  readonly tenant_id: string;
  readonly hash: string;
  /** Receipts of the day if this is the newest seal of a day that is not open, so that its contents must match; else null. */
  readonly stands: number | null;
  /** The figures kept beside it (month/sealed-figures.ts) as JSON text; null for a seal of before there were any. */
  readonly figures: string | null;
}

/** What a day says now: the hash of its contents, and their figures as text. */
interface Now {
  readonly hash: string;
  readonly figures: string;
}

/** Seals that are read at once, and receipts that are read again at once: what is held in memory does not grow. */
interface AtOnce {
  readonly seals: number;
  readonly receipts: number;
}

/**
 * Verifies the seals: the hash of each, its link to the previous one, and, for each closed or exported day, its current
 * contents against its newest seal.
 */
export const sealCheck = (atOnce: AtOnce = { seals: 500, receipts: 2000 }): StoredFigures => ({
  name: 'seals of business days',
  wrong: async (rows) => [...(await brokenSeals(rows, atOnce)), ...(await rows(unsealedDays))],
});

const unsealedDays = sql<{ what: string }>`
  select 'businessday ' || d.id || ' of ' || d.date || ': ' || d.status || ', and has no seal' as what
  from businessday d where d.status <> 'open'
    and not exists (select from businessday_seal s where s.tenant_id = d.tenant_id and s.businessday_id = d.id)`;

async function brokenSeals(rows: Rows, atOnce: AtOnce): Promise<{ what: string }[]> {
  const wrong: { what: string }[] = [];
  let before: SealRow | undefined;
  for (;;) {
    const seals: readonly SealRow[] = await rows(sealsAfter(before, atOnce.seals));
    if (seals.length === 0) return wrong;
    const contents = await contentsOf(rows, seals, atOnce.receipts);
    for (const seal of seals) {
      const faults = faultsOf(seal, before, contents.get(dayKey(seal.tenant_id, seal.businessday_id)));
      wrong.push(
        ...faults.map((fault) => ({
          what: `seal ${seal.number} of location ${seal.location_id}, businessday ${seal.businessday_id}: ${fault}`,
        })),
      );
      before = seal;
    }
  }
}

/** Returns what is wrong with a seal: against the one before it in the table, and the hash of what the day says now. */
function faultsOf(seal: SealRow, before: SealRow | undefined, now: Now | undefined): string[] {
  const isNext = before?.tenant_id === seal.tenant_id && before.location_id === seal.location_id;
  const previous = isNext ? before : undefined;
  const faults: string[] = [];
  if (seal.number !== (previous?.number ?? 0) + 1) faults.push('the seal before it is missing');
  else if (seal.previous !== (previous?.hash ?? null))
    faults.push('it does not follow from the seal before it');
  if (sealHash(newHasher(), seal) !== seal.hash) faults.push('its hash is not that of what it says');
  if (seal.stands !== null && now?.hash !== seal.content)
    faults.push('the day and its receipts are not what was sealed');
  else if (seal.stands !== null && seal.figures !== null && !isSame(seal.figures, now?.figures))
    faults.push('its figures are not those of what was sealed');
  return faults;
}

/** Compares figures as PostgreSQL stores them with those that are computed; what was kept by other rules is not compared. */
function isSame(stored: string, computed: string | undefined): boolean {
  const kept = dayFiguresSchema.parse(JSON.parse(stored));
  return isOutdated(kept) || figuresText(kept) === computed;
}

const sealsAfter = (last: SealRow | undefined, atMost: number) => sql<SealRow>`
  select s.tenant_id, s.location_id, s.number, s.businessday_id, ${trusted(wireTime('s.at'))} as at, s.by, s.reason,
    s.contents, s.content, s.previous, s.hash, f.figures::text as figures,
    case when d.status <> 'open' and s.seq = (
      select max(o.seq) from businessday_seal o where o.tenant_id = s.tenant_id and o.businessday_id = s.businessday_id
    ) then (
      select count(*) from sales r where r.tenant_id = s.tenant_id and r.businessday_id = s.businessday_id
    ) end as stands
  from businessday_seal s join businessday d on d.tenant_id = s.tenant_id and d.id = s.businessday_id
    left join businessday_seal_figures f
      on f.tenant_id = s.tenant_id and f.location_id = s.location_id and f.number = s.number
  ${last ? sql`where (s.tenant_id, s.location_id, s.number) > (${last.tenant_id}, ${last.location_id}, ${last.number})` : sql``}
  order by s.tenant_id, s.location_id, s.number limit ${atMost}`;

/** Tells days apart: two tenants may have one of the same id. */
const dayKey = (tenant: string, day: string): string => `${tenant} ${day}`;

/** Returns what the days of the standing seals say now, by `dayKey`. */
async function contentsOf(
  rows: Rows,
  seals: readonly SealRow[],
  atMost: number,
): Promise<ReadonlyMap<string, Now>> {
  const found = new Map<string, Now>();
  let days: string[] = [];
  let receipts = 0;
  for (const [at, { tenant_id, businessday_id, stands }] of seals.entries()) {
    if (stands !== null) {
      days.push(businessday_id);
      receipts += stands;
    }
    const next = seals[at + 1];
    if (next?.tenant_id === tenant_id && receipts + (next.stands ?? 0) <= atMost) continue;
    if (days.length > 0)
      for (const [day, { hash, receipts: lists }] of await contentsOfDays(rows, tenant_id, days))
        found.set(dayKey(tenant_id, day), { hash, figures: figuresText(figuresOfContents(lists)) });
    days = [];
    receipts = 0;
  }
  return found;
}
