import { Client } from 'pg';
import type { Caller } from '@/server/auth/caller';

/** Rows added to a table by copying one of its rows. */
interface Copies {
  readonly table: string;
  readonly rows: number;
  /** SQL by column, over the number `n` and the row `t`, where the usual way to make a value differ does not do. */
  readonly values?: Readonly<Record<string, string>>;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/**
 * Fills a company's tables by copying rows that it has, past the service, and gathers statistics. Each copy differs from
 * the others in every column that a filter or an order could use: ids and references, numbers, texts and times.
 */
export async function enlarge(url: string, { companyId }: Caller, all: readonly Copies[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // No foreign keys, and of the triggers those of statements alone: the copies refer to records that are not there.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set jit = off`);
    for (const copies of all) await copy(client, companyId, copies);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function copy(client: Client, company: string, { table, rows, values = {} }: Copies): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const { rows: triggers } = await client.query<{ name: string }>(
    `select quote_ident(tgname) as name from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal and tgtype & 5 = 4`,
    [`"${table}"`],
  );
  // What follows from many rows at once, such as the table that a search reads, follows from the copies too.
  for (const { name } of triggers) await client.query(`alter table "${table}" enable always trigger ${name}`);
  const copied = columns.map((column) => values[column.name] ?? valueOf(column));
  await client.query(
    `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
     select ${copied.join(', ')}
     from (select * from "${table}" where company_id = $1 order by seq limit 1) t, generate_series(1, ${rows}) n`,
    [company],
  );
}

function valueOf({ name, type }: Column): string {
  if (['tenant_id', 'company_id', 'version', 'active', 'place'].includes(name)) return `t."${name}"`;
  if (name === 'id') return 'gen_random_uuid()';
  if (name === 'data') return `'{}'`;
  // One in a thousand belongs to the same department, day or register.
  if (type === 'uuid') return `coalesce(md5('${name}' || n % 1000)::uuid, t."${name}")`;
  if (type === 'text') return `t."${name}" || n`;
  if (type === 'integer') return 'n';
  if (type === 'numeric') return `round(n / 100.0, 2)`;
  if (type === 'date') return `t."${name}" - n % 3000`;
  if (type.startsWith('timestamp')) return `t."${name}" - n * interval '1 minute'`;
  return `t."${name}"`;
}
