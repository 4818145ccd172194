import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { newId } from '@/server/write/uuid';
import { newHasher } from '../../seal/hasher.server';
import { monthEntry, type MonthEntry } from '../schema';
import { monthEntryHash, textHash, type MonthEntryHead } from '../seal';

/** A month to lock or unlock, by whom, in which request. */
export interface MonthCommand {
  readonly caller: Caller;
  readonly month: string;
  readonly requestId: string;
}

/** An entry as it is answered. */
export type Entry = MonthEntry;

/** What is new in an entry. */
interface NewEntry {
  readonly action: 'lock' | 'unlock';
  readonly reason: string | null;
  /** The text that is hashed; null for an unlock. */
  readonly contents: string | null;
}

/**
 * Appends an entry to the chain of the company's months, with an event. The chain is locked until the commit.
 */
export async function appendEntry(
  tx: Tx,
  { caller, month, requestId }: MonthCommand,
  { action, reason, contents }: NewEntry,
): Promise<Entry> {
  const { tenantId, companyId } = caller;
  const [now] = await tx.rows(sql<{ at: string }>`
    select ${trusted(wireTime('n.at'))} as at, pg_advisory_xact_lock(hashtextextended('months ' || ${tenantId} || ${companyId}, 0)) as held
    from (select clock_timestamp()::timestamptz(3) as at) n`);
  const [last] = await tx.rows(sql<{ number: number; hash: string }>`
    select m.number, m.hash from businessday_month m
    where m.tenant_id = ${tenantId} and m.company_id = ${companyId} order by m.number desc limit 1`);
  const head: MonthEntryHead = {
    action,
    at: now?.at ?? '',
    by: caller.keyName ?? '',
    company_id: companyId,
    content: contents === null ? null : textHash(newHasher(), contents),
    month,
    number: (last?.number ?? 0) + 1,
    previous: last?.hash ?? null,
    reason,
  };
  const hash = monthEntryHash(newHasher(), head);
  const id = newId();
  await tx.rows(sql`
    insert into businessday_month (tenant_id, company_id, number, id, month, action, at, by, reason, contents, content, previous, hash)
    values (${tenantId}, ${companyId}, ${head.number}, ${id}, ${month}, ${action}, ${head.at}, ${head.by}, ${reason}, ${contents},
      ${head.content}, ${head.previous}, ${hash})`);
  const said = JSON.stringify({ id, name: month, month, action, reason, hash, at: head.at, by: head.by });
  await tx.rows(sql`
    insert into event (tenant_id, company_id, at, action, entity, entity_id, user_id, key_id, who, request_id, payload, after)
    values (${tenantId}, ${companyId}, ${head.at}, 'create', 'month', ${id}, ${caller.userId}::uuid, ${caller.keyId}::uuid,
      ${caller.keyName}, ${requestId}, ${said}::jsonb, ${said}::jsonb)`);
  const { number, at, by, previous, content } = head;
  return { number, action, at, by, reason, hash, previous, content, ...coveredBy(contents) };
}

const covered = monthEntry
  .pick({ missing: true, questions: true })
  .extend({ days: z.array(z.unknown()).transform(({ length }) => length) });

/** Returns how many days a lock covers, and what was stated with it. */
const coveredBy = (contents: string | null): Pick<MonthEntry, 'days' | 'missing' | 'questions'> =>
  contents === null ? { days: null, missing: [], questions: null } : covered.parse(JSON.parse(contents));
