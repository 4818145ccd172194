import { readFile, realpath, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { z } from 'zod';
import { writeDurably } from '../embedded/durable';
import { connect } from './connect';

/** A record of an erasure: nothing about the person, and enough to erase the record again. */
const erasureShape = z.strictObject({
  tenant_id: z.guid(),
  company_id: z.guid(),
  entity: z.string().regex(/^[a-z]+$/),
  entity_id: z.guid(),
  at: z.string(),
  /** Hashes of the idempotency keys that wrote it (schema/erasure.sql). */
  retry_prints: z.array(z.strictObject({ owner_id: z.guid(), print: z.string().regex(/^[0-9a-f]+$/) })),
});
export type Erasure = z.output<typeof erasureShape>;

/** Returns the erasures in the audit trail of a database, oldest first. */
export async function erasuresIn(client: Client): Promise<Erasure[]> {
  const { rows } = await client.query<Erasure>(`
    select tenant_id, company_id, entity, entity_id,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      (select coalesce(json_agg(json_build_object('owner_id', p.owner_id, 'print', encode(p.print, 'hex'))), '[]')
        from retry_print p where p.tenant_id = event.tenant_id and p.company_id = event.company_id
          and p.entity = event.entity and event.entity_id = any(p.entity_ids)) as retry_prints
    from event where action = 'erase' order by place, seq`);
  return rows;
}

/** Writes the ledger of erasures, one line of JSON each. The whole file is rewritten each time. */
export async function writeErasures(url: string, file: string): Promise<number> {
  const client = await connect(url);
  try {
    await client.query('begin read only; set local role tillhouse_backup');
    const erasures = await erasuresIn(client);
    await replace(path.resolve(file), erasures.map((erasure) => `${JSON.stringify(erasure)}\n`).join(''));
    return erasures.length;
  } finally {
    await client.end();
  }
}

/**
 * Replaces the ledger only once the new one is flushed. A target that is no regular file, such as a pipe, is written
 * to.
 */
async function replace(file: string, text: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found && !found.isFile()) return writeFile(file, text);
  await writeDurably(found ? await realpath(file) : file, text);
}

/** Reads a ledger. @throws for an invalid line. */
export async function readErasures(file: string): Promise<Erasure[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => erasureShape.parse(JSON.parse(line)));
}

/**
 * Repeats erasures that a backup from before them has undone, in the transaction of the restore.
 *
 * @returns the number of records erased again.
 * @throws if the database's schema does not know how to erase such a record.
 */
export async function eraseAgain(client: Client, erasures: readonly Erasure[]): Promise<number> {
  const done = new Set((await erasuresIn(client)).map(nameOf));
  let count = 0;
  for (const erasure of erasures) {
    const { tenant_id, company_id, entity, entity_id, at } = erasure;
    await leaveTombstone(client, erasure);
    if (done.has(nameOf(erasure))) continue;
    done.add(nameOf(erasure));
    const [there] = (
      await client.query<{ active: boolean }>(
        `select active from "${entity}" where tenant_id = $1 and company_id = $2 and id = $3`,
        [tenant_id, company_id, entity_id],
      )
    ).rows;
    // The record was created after the backup, or belongs to another installation.
    if (!there) continue;
    await client.query(
      `select set_config('app.tenant', $1::text, true), set_config('app.company', $2::text, true),
        set_config('app.lineage', $2::text, true)`,
      [tenant_id, company_id],
    );
    await client.query(`select erase_${entity}($1::uuid, $2::timestamptz, null, null, 'Restore', null)`, [
      entity_id,
      at,
    ]);
    await client.query(
      `insert into revision as r (tenant_id, resource, revision, counts)
        values ($1, $2, 1, counts_plus('{}', $3, -$4::int, $4::int))
        on conflict (tenant_id, resource) do update set revision = r.revision + 1,
          at = greatest(r.at, clock_timestamp()), counts = counts_plus(r.counts, $3, -$4::int, $4::int)`,
      [tenant_id, entity, company_id, there.active ? 1 : 0],
    );
    count += 1;
  }
  return count;
}

/**
 * Leaves a tombstone also if the record itself is not in the backup, because a client may still send it. Done here
 * because triggers do not run while a backup is restored.
 */
async function leaveTombstone(client: Client, erasure: Erasure): Promise<void> {
  const { tenant_id, company_id, entity, entity_id, at, retry_prints } = erasure;
  await client.query(
    `insert into erased (tenant_id, company_id, entity, entity_id, at)
      select $1, $2, $3, $4, $5 where exists (select from company where tenant_id = $1 and id = $2)
      on conflict do nothing`,
    [tenant_id, company_id, entity, entity_id, at],
  );
  for (const { owner_id, print } of retry_prints) {
    await client.query(
      `insert into retry_print (tenant_id, company_id, owner_id, print, entity, entity_ids)
        select $1, $2, $3, decode($4, 'hex'), $5, array[$6::uuid]
        where exists (select from company where tenant_id = $1 and id = $2)
        on conflict do nothing`,
      [tenant_id, company_id, owner_id, print, entity, entity_id],
    );
  }
}

const nameOf = ({ tenant_id, entity, entity_id }: Erasure): string => `${tenant_id} ${entity} ${entity_id}`;
