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
  readonly changeSets: () => number;
  readonly standbys: () => StandbyCounts;
  /** When the newest good backup was finished, in milliseconds; null if there is none. */
  readonly lastBackup: (() => Promise<number | null>) | null;
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
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `tillhouse_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });

  new Gauge({
    name: 'tillhouse_build_info',
    help: 'The version of the service',
    labelNames: ['version'] as const,
    registers,
  }).set({ version: measured.version }, 1);
  new Gauge({
    name: 'tillhouse_database_connections',
    help: 'Connections to the database; waiting: requests without one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { total, idle, waiting } = poolCounts(measured.db);
      this.set({ state: 'used' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  gauge('kept_answers_bytes', 'Memory of list answers that are kept', () => measured.keptAnswers().bytes);
  new Gauge({
    name: 'tillhouse_kept_answers_asked_total',
    help: 'Lists that were looked for among the kept answers',
    labelNames: ['result'] as const,
    registers,
    collect() {
      const { found, missed } = measured.keptAnswers();
      this.set({ result: 'found' }, found);
      this.set({ result: 'missed' }, missed);
    },
  });
  gauge('live_streams', 'Open streams of live changes', measured.liveStreams);
  gauge('change_sets_under_way', 'Change sets that this process works on', measured.changeSets);
  new Gauge({
    name: 'tillhouse_standby_reads_total',
    help: 'Reads that a standby was asked for; all but the answered ones were answered by the primary',
    labelNames: ['result'] as const,
    registers,
    collect() {
      const { answered, behind, failed, slow } = measured.standbys();
      for (const [result, count] of Object.entries({ answered, behind, failed, slow }))
        this.set({ result }, count);
    },
  });
  gauge('standbys_ready', 'Standbys that may be asked now', () => measured.standbys().ready);
  const { lastBackup } = measured;
  if (lastBackup)
    new Gauge({
      name: 'tillhouse_backup_last_good_timestamp_seconds',
      help: 'When the newest good backup was finished; 0 if there is none',
      registers,
      async collect() {
        // A database that does not answer takes this figure alone.
        const at = await lastBackup().catch(() => undefined);
        if (at === undefined) this.remove();
        else this.set((at ?? 0) / 1000);
      },
    });

  return {
    observe: ({ method, route, status, seconds }) =>
      duration.observe(
        { method: methods.has(method) ? method : 'other', route, status: String(status) },
        seconds,
      ),
    text: async () => ({ body: await register.metrics(), type: register.contentType }),
  };
}
