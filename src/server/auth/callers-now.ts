import { sql } from 'kysely';
import { batched } from '../db/batch';
import { readAtLarge, type Database } from '../db/db';
import { callerFrom, type Caller, type CallerRow } from './caller';

/** Whose request it is, and what its answer depends on. */
export interface CallerQuestion {
  /** The SHA-256 of the API key or session token. */
  readonly hash: Buffer;
  readonly by: 'key' | 'session';
  /** The resources whose revisions are asked for along with the caller (read/list-revision.ts). */
  readonly revisionsOf: readonly string[];
}

/** A caller as it stands now. */
export interface StandingCaller {
  readonly caller: Caller;
  /** The revision token of the resources asked for; null if none of them was ever written. */
  readonly mark: string | null;
  /** Whether the use of the session was last recorded more than a minute ago. */
  readonly isUseUnrecorded: boolean;
}

/**
 * Returns the caller of a key or session, or null if it is unknown, has ended or was revoked. Requests that come at the
 * same moment are answered by one statement, which begins after all of them came: a revocation holds from the next
 * request on, and a revision token is never older than its request.
 */
export const callerNow = (db: Database, question: CallerQuestion): Promise<StandingCaller | null> => {
  const ask = batches.get(db) ?? batched((questions) => callersNow(db, questions), keyOf);
  batches.set(db, ask);
  return ask(question);
};

const batches = new WeakMap<Database, (question: CallerQuestion) => Promise<StandingCaller | null>>();

const keyOf = ({ hash, by, revisionsOf }: CallerQuestion): string =>
  `${by} ${hash.toString('latin1')} ${revisionsOf.join(' ')}`;

type Row = Omit<CallerRow, 'session_id' | 'confirmed' | 'second' | 'lacks_second'> & {
  n: number;
  session_id: string | null;
  confirmed: boolean | null;
  second: string | null;
  lacks_second: boolean;
  unused: boolean;
  mark: string | null;
};

async function callersNow(
  db: Database,
  questions: readonly CallerQuestion[],
): Promise<(StandingCaller | null)[]> {
  const statement = sql<Row>`
    select c.*, caller_held(c.tenant_id, c.user_id, c.key_id) as held from callers_standing(${questions.map(({ hash }) => hash)}::bytea[],
      ${questions.map(({ by }) => by === 'session')}::boolean[],
      ${questions.map(({ revisionsOf }) => revisionsOf.join(' '))}::text[]) c`;
  const { rows } = await readAtLarge(() => statement.execute(db));
  const answers = questions.map((): StandingCaller | null => null);
  for (const { n, session_id, confirmed, unused, second, lacks_second, mark, ...row } of rows) {
    const session =
      session_id === null ? {} : { session_id, confirmed: confirmed === true, second, lacks_second };
    const caller = callerFrom({ ...row, ...session });
    answers[n - 1] = caller && { caller, mark, isUseUnrecorded: unused };
  }
  return answers;
}
