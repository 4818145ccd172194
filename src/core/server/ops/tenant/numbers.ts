import type { Client } from 'pg';
import { quoted, type StoredTable } from '../backup/stored-tables';
import type { Offsets } from './shift';

/**
 * Reserves as many numbers of each identity column as the tenant has had, above all that were given out, so that they
 * collide with nobody's and keep their order. Each table is locked for a moment, in a transaction of its own: nobody
 * takes a number in between. What is reserved for an import that fails is left out.
 */
export async function reserveNumbers(
  client: Client,
  tables: readonly StoredTable[],
  highest: Readonly<Record<string, number>>,
): Promise<Offsets> {
  const offsets = new Map<string, bigint>();
  for (const { name, identity } of tables) {
    if (identity === null) continue;
    await client.query('begin');
    try {
      await client.query(`lock table ${quoted(name)} in share row exclusive mode`);
      const { rows } = await client.query<{ last: string }>(
        `select coalesce(pg_sequence_last_value(s), 0)::text as last,
          setval(s, coalesce(pg_sequence_last_value(s), 0) + $3::bigint + 1) as next
        from pg_get_serial_sequence($1, $2) q cross join lateral (select q::regclass as s) r`,
        [quoted(name), identity, highest[name] ?? 0],
      );
      await client.query('commit');
      offsets.set(name, BigInt(rows[0]?.last ?? 0));
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  }
  return offsets;
}
