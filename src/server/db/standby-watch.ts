import type { Logger } from 'pino';
import { openDatabase, type Database } from './db';
import { connectToHost, cut } from './hosts';
import { throttledWarning } from './outage';
import { examineLink, type Link } from './pooler';

/** Milliseconds: how long a standby is left out after a failure, doubled each time. */
const rests = { first: 500, longest: 15_000 };
/** Milliseconds: how often a standby that answers is looked at, and how long that may take. */
const looks = 2000;

/** One standby, and how it was found. */
export interface Standby {
  readonly url: string;
  db: Database | null;
  isReady: boolean;
  /** Consecutive failures. */
  failures: number;
  /** Consecutive answers that came too late. */
  slow: number;
  timer: NodeJS.Timeout | undefined;
  readonly behind: Map<string, { until: number; pause: number }>;
}

/** The standbys of one database. */
export interface StandbyGroup {
  readonly primary: string;
  readonly standbys: readonly Standby[];
  readonly log: Pick<Logger, 'warn'>;
  readonly counts: { answered: number; behind: number; failed: number; slow: number };
  readonly statements: Link['statements'] | undefined;
  next: number;
  isClosed: boolean;
}

/** Returns a standby that has not been looked at. */
export const createStandby = (url: string): Standby => ({
  url,
  db: null,
  isReady: false,
  failures: 0,
  slow: 0,
  timer: undefined,
  behind: new Map(),
});

/** Leaves a standby out until a probe finds it well: after its rest, or after `pause` milliseconds. */
export function leaveOut(group: StandbyGroup, standby: Standby, why: unknown, pause?: number): void {
  if (!standby.isReady || group.isClosed) return;
  standby.isReady = false;
  warning(group)(why);
  probeLater(group, standby, pause);
}

const warnings = new WeakMap<StandbyGroup, (error: unknown) => void>();
function warning(group: StandbyGroup): (error: unknown) => void {
  const known = warnings.get(group);
  if (known) return known;
  const made = throttledWarning(group.log, 'a standby is left out: the primary answers');
  warnings.set(group, made);
  return made;
}

function probeLater(group: StandbyGroup, standby: Standby, pause?: number): void {
  if (group.isClosed) return;
  const { first, longest } = rests;
  const rest = pause ?? Math.min(first * 2 ** standby.failures, longest);
  if (pause === undefined) standby.failures += 1;
  clearTimeout(standby.timer);
  standby.timer = setTimeout(() => void probe(group, standby), rest).unref();
}

/** `late`: it does not have yet what this process found, or made, at its start: tables, functions, what is derived. */
type Found = 'standby' | 'late' | 'promoted' | 'foreign' | 'away';

/** Looks at a standby beside the requests, which never wait for one that is gone, and lets it answer again. */
export async function probe(group: StandbyGroup, standby: Standby): Promise<Found> {
  let found: Found = 'away';
  try {
    found = await inspect(group, standby);
    if (found === 'standby') standby.db ??= await open(group, standby);
  } catch (error) {
    warning(group)(error);
    found = 'away';
  }
  if (group.isClosed) {
    await standby.db?.destroy();
    standby.db = null;
    return found;
  }
  standby.isReady = found === 'standby';
  if (standby.isReady) watch(group, standby);
  else {
    if (found === 'promoted' || found === 'foreign') {
      warning(group)(new Error(found === 'promoted' ? 'It is no standby now' : 'It is of another database'));
    }
    probeLater(group, standby);
  }
  return found;
}

/** Looks again while it answers: one that was promoted answers reads, of a history that is its own. */
function watch(group: StandbyGroup, standby: Standby): void {
  clearTimeout(standby.timer);
  standby.timer = setTimeout(() => {
    standby.failures = 0;
    void probe(group, standby);
  }, looks).unref();
}

async function open(group: StandbyGroup, standby: Standby): Promise<Database> {
  const link = await examineLink(standby.url, group.statements);
  return openDatabase(standby.url, { warn: () => undefined }, 16, 30_000, link);
}

interface Identity {
  readonly standby: boolean;
  readonly of: string;
  /** The place in the log that it has written, or replayed, in bytes. */
  readonly place: string;
}

const identity = `
  select pg_is_in_recovery() as standby,
    (select system_identifier from pg_control_system())::text || ' ' || current_database() as of,
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::text as place`;
const limits = { connectionTimeoutMillis: looks, query_timeout: looks };
const primaries = new WeakMap<StandbyGroup, Identity>();

/** Returns what a standby is now. */
export async function inspect(group: StandbyGroup, { url }: Standby): Promise<Found> {
  const seen = await identityAt(url);
  if (!seen) return 'away';
  // As it was at the start: a write that came since raises a revision, a migration does not.
  const known = primaries.get(group) ?? (await identityAt(group.primary));
  if (!known) return 'away';
  primaries.set(group, known);
  if (known.of !== seen.of) return 'foreign';
  if (!seen.standby) return 'promoted';
  return BigInt(seen.place) < BigInt(known.place) ? 'late' : 'standby';
}

async function identityAt(url: string): Promise<Identity | undefined> {
  const client = await connectToHost(url, limits);
  try {
    return (await client.query<Identity>(identity)).rows[0];
  } finally {
    cut(client);
  }
}
