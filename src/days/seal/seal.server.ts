import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { contentsEdition, sealHash, type SealHead, type SealReason } from './contents';
import { figuresOfContents, figuresText } from '../month/sealed-figures';
import { contentsOfDay } from './contents.server';
import { newHasher } from './hasher.server';

export type { SealReason } from './contents';

/** A day to be sealed. `at` and `by` default to those of the write. */
export interface ToSeal {
  readonly id: string;
  readonly reason: SealReason;
  readonly at?: string;
  readonly by?: string;
}

/**
 * Seals days, in the given order, in the transaction of the write. The chain of each location is locked until the commit: of
 * two requests that close days of one location at the same time, the second waits for the seal of the first.
 */
export async function sealDays(tx: Tx, caller: Caller, days: readonly ToSeal[]): Promise<void> {
  for (const day of days) await sealDay(tx, caller, day);
}

async function sealDay(tx: Tx, caller: Caller, { id, reason, ...said }: ToSeal): Promise<void> {
  const [day] = await tx.rows(sql<{ location_id: string; at: string }>`
    select d.location_id, ${trusted(wireTime('d.modified_at'))} as at,
      pg_advisory_xact_lock(hashtextextended('seal ' || d.tenant_id || d.location_id, 0)) as held
    from businessday d where d.tenant_id = ${caller.tenantId} and d.id = ${id}`);
  if (!day) throw new Error(`There is no business day ${id}`);
  const { location_id } = day;
  const [last] = await tx.rows(sql<{ number: number; hash: string }>`
    select s.number, s.hash from businessday_seal s
    where s.tenant_id = ${caller.tenantId} and s.location_id = ${location_id} order by s.number desc limit 1`);
  const contents = await contentsOfDay((statement) => tx.rows(statement), caller.tenantId, id);
  const head: SealHead = {
    businessday_id: id,
    location_id,
    number: (last?.number ?? 0) + 1,
    at: said.at ?? day.at,
    by: said.by ?? caller.keyName ?? '',
    reason,
    contents: contentsEdition,
    content: contents.hash,
    previous: last?.hash ?? null,
  };
  await tx.rows(sql`
    insert into businessday_seal (tenant_id, company_id, location_id, number, businessday_id, at, by, reason, contents, content,
      previous, hash)
    values (${caller.tenantId}, ${caller.companyId}, ${location_id}, ${head.number}, ${id}, ${head.at}, ${head.by},
      ${reason}, ${head.contents}, ${head.content}, ${head.previous}, ${sealHash(newHasher(), head)})`);
  await tx.rows(sql`
    insert into businessday_seal_figures (tenant_id, company_id, location_id, number, businessday_id, figures)
    values (${caller.tenantId}, ${caller.companyId}, ${location_id}, ${head.number}, ${id},
      ${figuresText(figuresOfContents(contents.receipts))}::jsonb)`);
}

/** SQL: the seals of the day `t`, oldest first, in the form of the report. */
export const sealsOf = `coalesce((
  select json_agg(json_build_object('number', s.number, 'hash', s.hash, 'previous', s.previous, 'content', s.content,
    'contents', s.contents, 'at', ${wireTime('s.at')}, 'by', s.by, 'reason', s.reason,
    'businessday_id', s.businessday_id, 'location_id', s.location_id) order by s.seq)
  from businessday_seal s where s.tenant_id = t.tenant_id and s.businessday_id = t.id), '[]')`;
