import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/core/server/auth/caller';
import { trusted, type Tx } from '@/core/server/db/db';
import { wireTime } from '@/core/server/db/table';
import { checkCodes } from '../report/schema/check-codes';
import type { Acknowledgement } from '../report/schema/checks';

const stored = z.object({
  businessday_id: z.string(),
  id: z.string(),
  code: z.enum(checkCodes),
  subjects: z.array(z.string()),
  reason: z.string(),
  withdrawn: z.boolean(),
  at: z.string(),
  by: z.string(),
});
/** The latest entry about a check of a day. */
export type StoredAcknowledgement = z.infer<typeof stored>;

/** What stands acknowledged of days: of each check the latest entry, without those that were withdrawn. */
export async function acknowledgementsOf(
  tx: Tx,
  caller: Caller,
  days: readonly string[],
): Promise<StoredAcknowledgement[]> {
  const rows = await tx.rows(sql`
    select distinct on (a.businessday_id, a.code) a.businessday_id, a.id, a.code, a.subjects, a.reason, a.withdrawn,
      ${trusted(wireTime('a.at'))} as at, a.by
    from businessday_acknowledgement a
    where a.tenant_id = ${caller.tenantId} and a.businessday_id = any(${days}::uuid[])
    order by a.businessday_id, a.code, a.seq desc`);
  return z
    .array(stored)
    .parse(rows)
    .filter(({ withdrawn }) => !withdrawn);
}

const stated = z.looseObject({
  code: z.enum(checkCodes),
  ok: z.boolean(),
  transaction_ids: z.array(z.string()),
  faults: z.array(z.looseObject({ transaction_id: z.string().nullish(), pos_id: z.string().nullish() })),
});
/** A check as PostgreSQL worked it out: what entries ask of it. Its sums stay as they are, `NaN` of a first try among them. */
export type StatedCheck = z.infer<typeof stated>;

/** Reads the checks of a report. */
export const readChecks = (json: string): StatedCheck[] => z.array(stated).parse(JSON.parse(json));

/** The receipts and registers of a check that are at fault; `day` for a fault of the day as a whole. */
export const subjectsOf = (check: StatedCheck): string[] => [
  ...new Set([
    ...check.transaction_ids,
    ...check.faults.map(({ transaction_id, pos_id }) => transaction_id ?? pos_id ?? 'day'),
  ]),
];

/** The acknowledgement that covers a failing check whole, or null: one receipt more at fault, and it is not covered. */
export function acknowledged(
  check: StatedCheck,
  entries: readonly StoredAcknowledgement[],
): Acknowledgement | null {
  const entry = entries.find(({ code }) => code === check.code);
  if (check.ok || !entry) return null;
  const known = new Set(entry.subjects);
  if (!subjectsOf(check).every((subject) => known.has(subject))) return null;
  const { id, reason, at, by } = entry;
  return { id, reason, at, by };
}
