import { Client } from 'pg';
import { z } from 'zod';
import { onNotice } from '@/server/db/db';
import type { TestService } from '../service';

/** A node of a plan, as `explain (analyze, format json)` gives it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Filter?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

const plan = z.object({
  'Query Text': z.string(),
  Plan: z.custom<PlanNode>((value) => typeof value === 'object'),
});

/** A scan that a statement made: what it read, and how many rows. */
export interface Scan {
  readonly of: string;
  readonly rows: number;
  readonly statement: string;
}

const settings = {
  session_preload_libraries: 'auto_explain',
  client_min_messages: 'notice',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
};

/**
 * Makes PostgreSQL report the plan of each statement of the service, and of those within functions and triggers, as it
 * ran: with its real role, policies, settings and parameters (auto_explain). Returns a function that takes the scans
 * reported since it was last called. For connections opened from now on.
 */
export async function readPlans({ db, url }: Pick<TestService, 'db' | 'url'>): Promise<() => Scan[]> {
  let scans: Scan[] = [];
  onNotice(db, (text) => {
    const [, json] = /^duration: [\d.]+ ms {2}plan:\n([^]*)$/.exec(text) ?? [];
    if (json === undefined) return;
    const { 'Query Text': statement, Plan: top } = plan.parse(JSON.parse(json));
    for (const scan of scansOf(top)) scans.push({ ...scan, statement });
  });
  const owner = new Client({ connectionString: url });
  await owner.connect();
  const name = owner.escapeIdentifier(owner.database ?? '');
  for (const [setting, value] of Object.entries(settings))
    await owner.query(`alter database ${name} set ${setting} = '${value}'`);
  // The connections of before report nothing, and are not used again.
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await owner.end();
  return () => {
    const taken = scans;
    scans = [];
    return taken;
  };
}

function scansOf(node: PlanNode): Omit<Scan, 'statement'>[] {
  const {
    'Node Type': type,
    'Relation Name': table,
    'Index Name': index,
    Filter: filter,
    Plans: below = [],
  } = node;
  const read =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const name = [type, table, index && `by ${index}`, filter && `where ${filter}`].filter(Boolean).join(' ');
  return [
    ...(type.includes('Scan') && (table ?? index) ? [{ of: name, rows: read * node['Actual Loops'] }] : []),
    ...below.flatMap(scansOf),
  ];
}
