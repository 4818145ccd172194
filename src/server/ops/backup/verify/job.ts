import { sql, type RawBuilder } from 'kysely';
import { sqlState, trusted } from '../../../db/db';
import type { StoredFigures } from '../../../write/rules';

/** The result of one check. */
export interface Verified {
  readonly name: string;
  /** The number of faults. */
  readonly wrong: number;
  /** The first faults, in words. */
  readonly examples: readonly string[];
}

/** Runs one statement in the snapshot that is verified. */
export type Rows = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>;

/** Checks that are made together. */
export interface Job {
  /** What is said of it while it takes long. */
  readonly name: string;
  readonly run: (rows: Rows) => Promise<Verified[]>;
}

const examplesAtMost = 5;

/** Returns the job of a single check. */
export const jobOf = (check: StoredFigures): Job => ({
  name: check.name,
  run: async (rows) => [
    check.doubtful && (await findsNothing(rows, check.doubtful))
      ? { name: check.name, wrong: 0, examples: [] }
      : await foundBy(rows, check),
  ],
});

/** Runs the statement of a check that says what is wrong. */
export async function foundBy(rows: Rows, { name, wrong }: StoredFigures): Promise<Verified> {
  if (typeof wrong === 'function') {
    const whats = await wrong(rows);
    return { name, wrong: whats.length, examples: whats.map(({ what }) => what).slice(0, examplesAtMost) };
  }
  const [found] = await rows(sql<{ wrong: number; examples: string[] | null }>`
    select count(*) as wrong, (array_agg(w.what order by w.what))[1:${trusted(String(examplesAtMost))}] as examples
    from (${wrong}) w`);
  return { name, wrong: found?.wrong ?? 0, examples: found?.examples ?? [] };
}

/** Returns whether a statement has no row. One that fails on a value (SQLSTATE class 22) does not say that. */
async function findsNothing(rows: Rows, statement: RawBuilder<unknown>): Promise<boolean> {
  await rows(sql`savepoint doubtful`);
  try {
    const [found] = await rows(sql<{ some: boolean }>`select exists (${statement}) as some`);
    return found?.some === false;
  } catch (error) {
    if (!sqlState(error)?.startsWith('22')) throw error;
    await rows(sql`rollback to savepoint doubtful`);
    return false;
  } finally {
    await rows(sql`release savepoint doubtful`);
  }
}
