import { sql } from 'kysely';
import { trusted } from '@/core/server/db/db';
import type { StoredFigures } from '@/core/server/write/rules';
import { wireTime } from '@/core/server/db/table';
import { sealHash, type SealHead } from './contents';
import { hashOfDay, type Rows } from './contents.server';
import { newHasher } from './hasher.server';

interface SealRow extends SealHead {
  readonly tenant_id: string;
  readonly hash: string;
  /** Whether it is the newest seal of a day that is not open, so that its contents must match. */
  readonly stands: boolean;
}

/**
 * Verifies the seals: the hash of each, its link to the previous one, and, for each closed or exported day, its current
 * contents against its newest seal.
 */
export const sealCheck: StoredFigures = {
  name: 'seals of business days',
  wrong: async (rows) => [...(await brokenSeals(rows)), ...(await rows(unsealedDays))],
};

const unsealedDays = sql<{ what: string }>`
  select 'businessday ' || d.id || ' of ' || d.date || ': ' || d.status || ', and has no seal' as what
  from businessday d where d.status <> 'open' and not d.before_seals
    and not exists (select from businessday_seal s where s.tenant_id = d.tenant_id and s.businessday_id = d.id)`;

async function brokenSeals(rows: Rows): Promise<{ what: string }[]> {
  const seals = await rows(sql<SealRow>`
    select s.tenant_id, s.location_id, s.number, s.businessday_id, ${trusted(wireTime('s.at'))} as at, s.by, s.reason,
      s.contents, s.content, s.previous, s.hash,
      d.status <> 'open' and s.seq = max(s.seq) over (partition by s.tenant_id, s.businessday_id) as stands
    from businessday_seal s join businessday d on d.tenant_id = s.tenant_id and d.id = s.businessday_id
    order by s.tenant_id, s.location_id, s.number`);
  const wrong: { what: string }[] = [];
  let before: SealRow | undefined;
  for (const seal of seals) {
    const say = (what: string) =>
      wrong.push({
        what: `seal ${seal.number} of location ${seal.location_id}, businessday ${seal.businessday_id}: ${what}`,
      });
    const isNext = before?.tenant_id === seal.tenant_id && before.location_id === seal.location_id;
    const previous = isNext ? before : undefined;
    if (seal.number !== (previous?.number ?? 0) + 1) say(`the seal before it is missing`);
    else if (seal.previous !== (previous?.hash ?? null)) say('it does not follow from the seal before it');
    if (sealHash(newHasher(), seal) !== seal.hash) say('its hash is not that of what it says');
    if (seal.stands && (await hashOfDay(rows, seal.tenant_id, seal.businessday_id)) !== seal.content) {
      say('the day and its receipts are not what was sealed');
    }
    before = seal;
  }
  return wrong;
}
