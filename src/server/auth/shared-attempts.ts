import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/db';

/** What is counted: a key within its kind, for how long, and how often at most. */
export interface Counted {
  readonly kind: string;
  /** What strangers choose: an address, an e-mail, a key. Its hash alone is stored. */
  readonly of: string;
  readonly seconds: number;
  readonly most: number;
}

/** Returns the stored key of what is counted. */
export const attemptKey = ({ kind, of }: Pick<Counted, 'kind' | 'of'>): string =>
  `${kind}:${createHash('sha256').update(of).digest('base64url')}`;

/** The last of the counts that was raised. */
export interface LastCount {
  /** Its place among those given. */
  readonly place: number;
  readonly count: number;
  /** Seconds until its window ends, at least 1. */
  readonly seconds: number;
  /** Whether it is beyond its most; those behind it were not counted. */
  readonly isOver: boolean;
}

/**
 * Counts one attempt in the database, for all processes together (schema/attempts.sql): for each of `counts` in turn, up
 * to the first that is beyond its most.
 */
export async function addAttempt(db: Database, counts: readonly Counted[]): Promise<LastCount> {
  const { rows } = await sql<{ place: number; count: number; seconds_left: number }>`
    select * from attempt_add(${counts.map(attemptKey)}::text[], ${counts.map(({ seconds }) => seconds)}::integer[],
      ${counts.map(({ most }) => most)}::integer[])`.execute(db);
  const [last] = rows;
  if (!last) throw new Error('An attempt was not counted');
  const { place, count, seconds_left: seconds } = last;
  return { place: place - 1, count, seconds, isOver: count > (counts[place - 1]?.most ?? 0) };
}

/** Takes an attempt back that was right. */
export async function takeAttemptBack(db: Database, counts: readonly Counted[]): Promise<void> {
  await sql`select attempt_back(${counts.map(attemptKey)}::text[])`.execute(db);
}

/** Returns whether something was remembered, or counted, within its time. */
export async function isRemembered(db: Database, what: Pick<Counted, 'kind' | 'of'>): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select attempt_count(${attemptKey(what)}) as n`.execute(db);
  return (rows[0]?.n ?? 0) > 0;
}

/** Remembers something for 30 days. */
export async function remember(db: Database, what: Pick<Counted, 'kind' | 'of'>): Promise<void> {
  await sql`select attempt_remember(${attemptKey(what)}, 30)`.execute(db);
}
