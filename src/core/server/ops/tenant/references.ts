import type { Client } from 'pg';
import { quoted } from '../backup/stored-tables';
import { literal } from './moving-tables';

/** Checks a tenant's foreign keys: PostgreSQL's own checks may have been off while its rows came in. */
export async function requireReferences(client: Client, tenant: string): Promise<void> {
  const { rows } = await client.query<{ child: string; parent: string; mine: string[]; theirs: string[] }>(`
    select c.relname as child, p.relname as parent,
      (select array_agg(a.attname::text order by k.place) from unnest(f.conkey) with ordinality k(num, place)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num) as mine,
      (select array_agg(a.attname::text order by k.place) from unnest(f.confkey) with ordinality k(num, place)
        join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num) as theirs
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace`);
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
