import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { poolCounts, type Database } from '../../db/db';
import type { StandbyCounts } from '../../db/standbys';

/** One answered request. `route` is the pattern of its address: no id, no query, no tenant. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** What a service tells of itself, read when it is asked. */
export interface Measured {
  readonly db: Database;
  readonly version: string;
  /** Bytes of the kept answers, and how often one was asked for and found. */
  readonly keptAnswers: () => { readonly bytes: number; readonly found: number; readonly missed: number };
  readonly liveStreams: () => number;
  /** Whether this process sends the notices of all, and how many it has sent since its start. */
  readonly notices: () => { readonly active: boolean; readonly sent: number };
  /** How many notices wait to be sent, of all processes. */
  readonly waitingNotices: () => Promise<number>;
  readonly changeSets: () => number;
  readonly standbys: () => StandbyCounts;
  /** When the newest good backup was finished, in milliseconds (null: none), and whether the last one due failed or is gone. */
  readonly lastBackup: (() => Promise<{ good: number | null; failed: boolean }>) | null;
}

/** The metrics of one service (docs/operations.md#metrics). */
export interface Metrics {
  readonly observe: (request: AnsweredRequest) => void;
  /** Returns everything in the text format of Prometheus, and its content type. */
  readonly text: () => Promise<{ readonly body: string; readonly type: string }>;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT']);

/** Creates the metrics of a service. No label names a tenant, a company, a person or a key. */
export function createMetrics(measured: Measured): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'tillhouse_http_request_duration_seconds',
    help: 'Requests by route and status, from their headers to the end of the work on them',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers,
  });
  for (const { name, help, label, read } of readings(measured))
    register.registerMetric(
      new Gauge({
        name: `tillhouse_${name}`,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [],
        async collect() {
          for (const [value, figure] of Object.entries(await read())) {
            const labels = label === undefined ? {} : { [label]: value };
            if (figure === undefined) this.remove(labels);
            else this.set(labels, figure);
          }
        },
      }),
    );

  return {
    observe: ({ method, route, status, seconds }) =>
      duration.observe(
        { method: methods.has(method) ? method : 'other', route, status: String(status) },
        seconds,
      ),
    text: async () => ({ body: await register.metrics(), type: register.contentType }),
  };
}

/** A figure that is read when it is asked for, or several, each by the value of its label. */
interface Reading {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly read: () =>
    | Readonly<Record<string, number | undefined>>
    | Promise<Readonly<Record<string, number | undefined>>>;
}

function readings({
  db,
  version,
  keptAnswers,
  liveStreams,
  notices,
  waitingNotices,
  changeSets,
  standbys,
  lastBackup,
}: Measured): Reading[] {
  return [
    {
      name: 'build_info',
      help: 'The version of the service',
      label: 'version',
      read: () => ({ [version]: 1 }),
    },
    {
      name: 'database_connections',
      help: 'Connections to the database; waiting: requests without one',
      label: 'state',
      read: () => {
        const { total, idle, waiting } = poolCounts(db);
        return { used: total - idle, idle, waiting };
      },
    },
    {
      name: 'standby_reads_total',
      help: 'Reads that a standby was asked for; all but the answered ones were answered by the primary',
      label: 'result',
      read: () => {
        const { answered, behind, failed, slow } = standbys();
        return { answered, behind, failed, slow };
      },
    },
    {
      name: 'standbys_ready',
      help: 'Standbys that may be asked now',
      read: () => ({ all: standbys().ready }),
    },
    {
      name: 'kept_answers_bytes',
      help: 'Memory of list answers that are kept',
      read: () => ({ all: keptAnswers().bytes }),
    },
    {
      name: 'kept_answers_asked_total',
      help: 'Lists that were looked for among the kept answers',
      label: 'result',
      read: () => {
        const { found, missed } = keptAnswers();
        return { found, missed };
      },
    },
    { name: 'live_streams', help: 'Open streams of live changes', read: () => ({ all: liveStreams() }) },
    {
      name: 'notifier',
      help: 'Whether this process sends the notices of all: one of them does',
      read: () => ({ all: Number(notices().active) }),
    },
    {
      name: 'notices_sent_total',
      help: 'Notices of changes that this process has sent, whoever made them',
      read: () => ({ all: notices().sent }),
    },
    {
      name: 'notices_waiting',
      help: 'Notices of all processes that wait to be sent, counted up to 10,000',
      // A database that does not answer takes this figure alone.
      read: () =>
        waitingNotices().then(
          (waiting) => ({ all: waiting }),
          () => ({ all: undefined }),
        ),
    },
    {
      name: 'change_sets_under_way',
      help: 'Change sets that this process works on',
      read: () => ({ all: changeSets() }),
    },
    ...(lastBackup
      ? [
          {
            name: 'backup_last_good_timestamp_seconds',
            help: 'When the newest good backup was finished; 0 if there is none',
            // A database that does not answer takes this figure alone.
            read: () =>
              lastBackup().then(
                ({ good }) => ({ all: (good ?? 0) / 1000 }),
                () => ({ all: undefined }),
              ),
          },
          {
            name: 'backup_failed',
            help: '1 if the last backup that was due failed, or if its file is gone; else 0',
            read: () =>
              lastBackup().then(
                ({ failed }) => ({ all: failed ? 1 : 0 }),
                () => ({ all: undefined }),
              ),
          },
        ]
      : []),
  ];
}
