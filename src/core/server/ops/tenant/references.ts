import type { Client } from 'pg';
import { foreignKeysSql, type ForeignKey } from '../backup/foreign-keys';
import { quoted } from '../backup/stored-tables';
import { literal } from './moving-tables';

/** Checks a tenant's foreign keys: PostgreSQL's own checks may have been off while its rows came in. */
export async function requireReferences(client: Client, tenant: string): Promise<void> {
  const { rows } = await client.query<ForeignKey>(foreignKeysSql);
  for (const { child, parent, mine, theirs } of rows) {
    if (!mine.includes('tenant_id')) continue;
    const pairs = mine.map((name, n) => `p.${quoted(theirs[n] ?? name)} = c.${quoted(name)}`);
    const { rowCount } = await client.query(
      `select from ${quoted(child)} c where c.tenant_id = ${literal(tenant)}
        and ${mine.map((name) => `c.${quoted(name)} is not null`).join(' and ')}
        and not exists (select from ${quoted(parent)} p where ${pairs.join(' and ')}) limit 1`,
    );
    if (rowCount) throw new Error(`${child} names a ${parent} that is not in the file`);
  }
}
