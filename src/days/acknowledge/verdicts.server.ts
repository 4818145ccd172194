import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { checkCodes } from '../report/schema/check-codes';
import type { Acknowledgement } from '../report/schema/checks';

/** An entry about the faults of a check: as stored, and as the route answers it. */
export const acknowledgementEntry = z.object({
  id: z.guid(),
  businessday_id: z.guid(),
  code: z.enum(checkCodes),
  subjects: z.array(z.string()),
  reason: z.string(),
  withdrawn: z.boolean(),
  at: z.string(),
  by: z.string(),
});
/** The latest acknowledgement entry of a check of a day. */
export type StoredAcknowledgement = z.infer<typeof acknowledgementEntry>;

/** Reads the acknowledgements in force of days: the latest entry per check, without withdrawn ones. */
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
    .array(acknowledgementEntry)
    .parse(rows)
    .filter(({ withdrawn }) => !withdrawn);
}

const stated = z.looseObject({
  code: z.enum(checkCodes),
  ok: z.boolean(),
  transaction_ids: z.array(z.string()),
  faults: z.array(z.looseObject({ transaction_id: z.string().nullish(), pos_id: z.string().nullish() })),
});
/**
 * The fields of a check computed by PostgreSQL that acknowledgements need. Sums are not parsed: the `cast` pass may
 * give `NaN`.
 */
export type StatedCheck = z.infer<typeof stated>;

/** Parses the checks of a report from JSON text. */
export const readChecks = (json: string): StatedCheck[] => z.array(stated).parse(JSON.parse(json));

/** Returns the ids of a check's receipts and registers with faults; `day` for a fault of the whole day. */
export const subjectsOf = (check: StatedCheck): string[] => [
  ...new Set([
    ...check.transaction_ids,
    ...check.faults.map(({ transaction_id, pos_id }) => transaction_id ?? pos_id ?? 'day'),
  ]),
];

/**
 * Returns the acknowledgement that covers all faults of a failing check, or null: one further faulty receipt is not
 * covered.
 */
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
