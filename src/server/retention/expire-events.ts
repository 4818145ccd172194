import { sql } from 'kysely';
import type { Logger } from 'pino';
import { sqlState, type Database } from '../db/db';
import { frozenState } from '../http/problems';
import { openRounds, type Rounds } from '../ops/rounds';
import { masterData } from './master-data';

/** Events that are looked at in one transaction. */
const batch = 1000;

interface Company {
  readonly tenant_id: string;
  readonly company_id: string;
}

/**
 * Returns the horizon of a setting: the first of a month (UTC), `years` years ago. So it moves once a month, and the
 * security log has as many entries.
 */
export const horizonOf = (years: number, now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), 1));

/**
 * Removes the events of master data from before the horizon, of all companies, but what has to stay
 * (docs/decisions/154-retention-of-events.md): a thousand at a time, each batch whole or not at all. A run that was killed
 * is made again from the beginning, and finds less. Company of a tenant that is being moved are left out.
 *
 * @returns whether everything was looked at: false if another process is at work, or a tenant was frozen.
 */
export async function expireEvents(
  db: Database,
  years: number,
  now = new Date(),
  isStopped: () => boolean = () => false,
): Promise<boolean> {
  const until = horizonOf(years, now).toISOString();
  const { rows: companies } = await sql<Company>`select * from event_companies()`.execute(db);
  let isWhole = true;
  for (const company of companies) {
    try {
      if (!(await expireOf(db, company, until, years, isStopped))) isWhole = false;
    } catch (error) {
      if (sqlState(error) !== frozenState) throw error;
      isWhole = false;
    }
    if (isStopped()) return false;
  }
  return isWhole;
}

const beginning = { at_id: '00000000-0000-0000-0000-000000000000', at_time: '-infinity', at_seq: '0' };

async function expireOf(
  db: Database,
  { tenant_id: tenant, company_id: company }: Company,
  until: string,
  years: number,
  isStopped: () => boolean,
): Promise<boolean> {
  for (const resource of masterData) {
    let place: { at_id: string | null; at_time: string; at_seq: string } = beginning;
    while (place.at_id !== null) {
      if (isStopped()) return false;
      const { rows } = await sql<typeof place & { removed: number }>`
        select at_id, at_time::text as at_time, at_seq::text as at_seq, removed from events_expire(${tenant}::uuid, ${company}::uuid,
          ${resource}, ${until}::timestamptz, ${years}::integer, ${batch}::integer, ${place.at_id}::uuid,
          ${place.at_time}::timestamptz, ${place.at_seq}::bigint)`.execute(db);
      const [step] = rows;
      if (!step || step.removed < 0) return false;
      place = step;
    }
  }
  const { rows } = await sql<{ is_over: boolean }>`
    select events_expired(${tenant}::uuid, ${company}::uuid) as is_over`.execute(db);
  return rows[0]?.is_over ?? false;
}

const hour = 3_600_000;

/** Runs `expireEvents` now and every hour until the month's horizon was reached. A close waits for the batch under way. */
export function openEventRetention(db: Database, log: Pick<Logger, 'warn'>, years: number): Rounds {
  let reached = 0;
  const rounds = openRounds({
    every: hour,
    log,
    failing: 'old events of master data could not be removed',
    async round(signal) {
      const now = new Date();
      const horizon = horizonOf(years, now).getTime();
      if (reached !== horizon && (await expireEvents(db, years, now, () => signal.aborted)))
        reached = horizon;
    },
  });
  void rounds.runNow();
  return rounds;
}
