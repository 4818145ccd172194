import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { inScope, sqlState, type Database, type Tx } from '@/server/db/db';
import { StandbyBehind } from '@/server/db/standbys';
import { markOf } from '@/server/read/list-revision';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { NotFinite } from './not-finite.server';

/**
 * Reads in one snapshot. Numbers in receipts are cast; if that fails, or one of them is not finite, everything is read
 * again with `careful` (receipts/server/receipt-lists.server.ts).
 *
 * @param mark of a standby: the revision token that its snapshot must have, or nothing is read.
 * @param resources those that the answer depends on.
 */
export async function inOneSnapshot<Read extends { readonly text: string }>(
  db: Database,
  caller: Caller,
  mark: string | null,
  read: (tx: Tx, parsing: NumberParsing) => Promise<Read>,
  resources = madeOf,
): Promise<Read> {
  const run = (parsing: NumberParsing) =>
    inScope(db, caller, 'one snapshot', async (tx) => {
      await tx.rows(settings);
      if (mark !== null) await requireMark(tx, caller, mark, resources);
      return read(tx, parsing);
    });
  try {
    const answer = await run('cast');
    if (!/"-?(?:NaN|Infinity)"/.test(answer.text)) return answer;
  } catch (error) {
    if (!(error instanceof NotFinite) && !castFails.has(sqlState(error) ?? '')) throw error;
  }
  return run('careful');
}

async function requireMark(
  tx: Tx,
  caller: Caller,
  mark: string,
  resources: readonly string[],
): Promise<void> {
  const [now] = await tx.rows(sql<{ mark: string }>`select ${markOf(caller, resources)} as mark`);
  if (now?.mark !== mark) throw new StandbyBehind();
}

/** Sorts and hashes the receipts of a day in memory; JIT is off, since compiling takes longer than the statement. */
export const settings = sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`;

/** invalid_text_representation: not a number; invalid_parameter_value: not a list of objects. */
const castFails = new Set(['22P02', '22023']);

/** The resources that a report depends on: its ETag is valid until one of them changes. */
export const madeOf: readonly string[] = [
  'businessday',
  'company',
  'location',
  'pos',
  'sales',
  'tax',
  'tender',
];
