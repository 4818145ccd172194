import type { Logger } from 'pino';
import { connectionsOf, poolCounts, type Database } from './db';
import { hostsOf, placeOf } from './hosts';
import type { Link } from './pooler';
import { createStandby, leaveOut, inspect, probe, type Standby, type StandbyGroup } from './standby-watch';

/** What the answer of a standby has to match. */
export interface Freshness {
  /** What the token is of: the tenant and the resources. */
  readonly of: string;
  /**
   * The primary's revision token (read/list-revision.ts), read with this request. Null if what is read has none: then
   * the primary answers.
   */
  readonly mark: string | null;
  /** Whether the read may take long: a standby that is alive is waited for. */
  readonly isLong?: boolean;
}

/** How many reads the standbys took, and why they did not take others. */
export interface StandbyCounts {
  readonly answered: number;
  /** The standby's token was another one: the primary answered. */
  readonly behind: number;
  /** The query failed on the standby: cancelled, the connection lost, a server that starts. */
  readonly failed: number;
  /** No answer within the time that a request waits. */
  readonly slow: number;
  /** How many standbys may be asked now. */
  readonly ready: number;
}

/** Thrown by a read on a standby as soon as its token shows that it is behind, before anything expensive is read. */
export class StandbyBehind extends Error {
  override readonly name = 'StandbyBehind';
}

/** Milliseconds. */
const times = {
  /** How long a request waits for a standby before the primary is asked. */
  hedge: 300,
  /** How long it is not asked again for something that it was behind in, doubled each time. */
  behind: { first: 20, longest: 300 },
  /** How long one that was too slow, and is alive, is left out, doubled each time until it is not. */
  slow: { first: 50, longest: 2000 },
};
const behindAtMost = 1000;

const groups = new WeakMap<Database, StandbyGroup>();

/**
 * Lets standbys of a database answer reads (`readFresh`). One that does not answer now is tried again later.
 *
 * @returns how to close their connections.
 * @throws an Error that names DATABASE_READ_URL, if a server that answers is no copy of the same database.
 */
export async function openStandbys(
  db: Database,
  parts: {
    primary: string;
    urls: readonly string[];
    log: Pick<Logger, 'warn'>;
    statements?: Link['statements'] | undefined;
  },
): Promise<() => Promise<void>> {
  const group: StandbyGroup = {
    primary: parts.primary,
    log: parts.log,
    standbys: parts.urls.map(createStandby),
    counts: { answered: 0, behind: 0, failed: 0, slow: 0 },
    statements: parts.statements,
    next: 0,
    isClosed: false,
  };
  const close = async () => {
    group.isClosed = true;
    groups.delete(db);
    for (const one of group.standbys) clearTimeout(one.timer);
    await Promise.all(group.standbys.map(async (one) => one.db?.destroy()));
  };
  groups.set(db, group);
  const found = await Promise.all(group.standbys.map((one) => probe(group, one)));
  const foreign = group.standbys.filter((_, n) => found[n] === 'foreign');
  if (foreign.length === 0) return close;
  await close();
  throw new Error(
    `DATABASE_READ_URL: ${foreign.map(({ url }) => hostsOf(url).urls.map(placeOf).join(', ')).join('; ')} is no copy ` +
      'of the database of DATABASE_URL. Name standbys of the same server, and the same database.',
  );
}

/** Returns what the standbys of a database have done since the start. */
export function standbyCounts(db: Database): StandbyCounts {
  const group = groups.get(db);
  const ready = group?.standbys.filter(({ isReady }) => isReady).length ?? 0;
  return { answered: 0, behind: 0, failed: 0, slow: 0, ...group?.counts, ready };
}

/**
 * Answers a read from a standby if the answer is of the same revision as the primary; else from the primary. `read`
 * returns the token of the very snapshot that it has read (`markNow`), so nothing stale is ever answered: a standby
 * that is behind, paused, frozen, gone or promoted changes nothing but who answers.
 *
 * @param read runs on the database that it is given, and writes nothing.
 */
export async function readFresh<Answer extends { readonly mark: string | null }>(
  db: Database,
  fresh: Freshness,
  read: (on: Database) => Promise<Answer>,
): Promise<Answer> {
  const group = groups.get(db);
  if (!group || fresh.mark === null) return read(db);
  const standby = choose(group, fresh.of);
  if (!standby?.db) return read(db);
  return (await ask(group, standby, standby.db, fresh, read)) ?? read(db);
}

/** Takes turns among the standbys that are ready, have a free connection and are not known to be behind. */
function choose(group: StandbyGroup, of: string): Standby | null {
  const now = performance.now();
  const { standbys } = group;
  for (let n = 0; n < standbys.length; n += 1) {
    const one = standbys[(group.next + n) % standbys.length];
    if (!one?.isReady || !one.db || isBusy(one.db)) continue;
    if (now < (one.behind.get(of)?.until ?? 0)) continue;
    group.next = (group.next + n + 1) % standbys.length;
    return one;
  }
  return null;
}

async function ask<Answer extends { readonly mark: string | null }>(
  group: StandbyGroup,
  standby: Standby,
  on: Database,
  { of, mark, isLong = false }: Freshness,
  read: (on: Database) => Promise<Answer>,
): Promise<Answer | null> {
  const answer = read(on).catch((error: unknown) => {
    if (error instanceof StandbyBehind) return 'behind' as const;
    if (isOfServer(error)) leaveOut(group, standby, error);
    return 'failed' as const;
  });
  const first = await within(answer, times.hedge, () => isLong && isAlive(group, standby));
  if (first === 'late') {
    group.counts.slow += 1;
    // Load, more often than a failure: a probe tells.
    leaveOut(group, standby, new Error('It did not answer in time'), slowPause(standby));
    return null;
  }
  if (first === 'failed') {
    group.counts.failed += 1;
    return null;
  }
  if (first === 'behind' || first.mark !== mark) {
    group.counts.behind += 1;
    rest(standby, of);
    return null;
  }
  standby.behind.delete(of);
  standby.slow = 0;
  group.counts.answered += 1;
  return first;
}

/** Waits for an answer, and again as long as `isWorthIt`. */
async function within<Answer>(
  answer: Promise<Answer>,
  ms: number,
  isWorthIt: () => boolean | Promise<boolean>,
): Promise<Answer | 'late'> {
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, ms, 'late');
    });
    const first = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
    if (first !== 'late' || !(await isWorthIt())) return first;
  }
}

const isAlive = (group: StandbyGroup, standby: Standby): Promise<boolean> =>
  inspect(group, standby).then(
    (found) => found === 'standby',
    () => false,
  );

/** What a request asks may be refused anywhere (404, 400): the primary says so. Anything else is the standby's. */
const isOfServer = (error: unknown): boolean => !(error instanceof Error && 'status' in error);

/** Requests that come at one moment all wait for a turn, which is no load as long as there are connections. */
function isBusy(db: Database): boolean {
  const { total, idle, waiting } = poolCounts(db);
  return waiting > idle + connectionsOf(db) - total;
}

function slowPause(standby: Standby): number {
  standby.slow += 1;
  return Math.min(times.slow.first * 2 ** (standby.slow - 1), times.slow.longest);
}

/** A standby that is behind in one thing answers others meanwhile. */
function rest({ behind }: Standby, of: string): void {
  const known = behind.get(of);
  const pause = Math.min(known ? 2 * known.pause : times.behind.first, times.behind.longest);
  behind.delete(of);
  behind.set(of, { until: performance.now() + pause, pause });
  const [oldest] = behind.keys();
  if (behind.size > behindAtMost && oldest !== undefined) behind.delete(oldest);
}
