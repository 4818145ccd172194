import type { Client } from 'pg';
import { ArchiveError } from '../backup/archive';
import { plainSettings, quoted } from '../backup/stored-tables';
import { receiptOf } from './export';
import { asMover, findMove, writersEnded, type Tenant } from './freeze';
import { loginTables, notMoved, standingOf, tenantTables } from './moving-tables';
import { guard, unguard } from './unguarded';

/**
 * Deletes a tenant where it came from, or where it was imported in vain. First it is marked as moved, which nothing takes
 * back; a run that was killed is run again. Logins without a membership go with it.
 *
 * @param receipt what the import printed: only who has it knows that the tenant stands elsewhere.
 * @throws ArchiveError for a tenant that is not frozen, and for a receipt of no file of this freeze.
 */
export async function deleteTenant(
  client: Client,
  { id, name }: Tenant,
  receipt: string,
  say: (line: string) => void,
): Promise<{ rows: number }> {
  const move = await findMove(client, id);
  if (!move?.frozen_at)
    throw new ArchiveError(`${name} is not frozen, so it has not moved. Nothing was deleted.`);
  const files = [...move.exported, ...(move.imported === null ? [] : [move.imported])];
  if (!files.some((sum) => receiptOf(sum) === receipt))
    throw new ArchiveError(
      `${receipt} is not the receipt of a file that was exported during this freeze. The import prints it. Nothing was deleted.`,
    );
  await writersEnded(client, id);
  await asMover(
    client,
    'update tenant_move set moved_at = coalesce(moved_at, clock_timestamp()), cursors = $2 where tenant_id = $1',
    [id, (await standingOf(client)).cursors],
  );
  say(`${name} takes no writes here any more. Thaw it where it stands now.`);
  await client.query('begin');
  try {
    await client.query(plainSettings);
    const tables = await tenantTables(client);
    const isAltered = await unguard(client, tables);
    await client.query(
      'create temp table left_login on commit drop as select login_id from "user" where tenant_id = $1',
      [id],
    );
    let rows = 0;
    let files = 0;
    for (const table of [...notMoved, ...tables.map((one) => one.name).toReversed()]) {
      const deleted = await client.query(`delete from ${quoted(table)} where tenant_id = $1`, [id]);
      rows += deleted.rowCount ?? 0;
      if (table === 'archive_file') files = deleted.rowCount ?? 0;
    }
    for (const table of loginTables)
      await client.query(`delete from ${quoted(table)} k using left_login g where k.login_id = g.login_id
        and not exists (select from "user" u where u.login_id = k.login_id)`);
    await client.query(`delete from login l using left_login g where l.id = g.login_id
      and not exists (select from "user" u where u.login_id = l.id)`);
    await guard(client, tables, isAltered);
    await client.query('commit');
    if (files > 0)
      say(`Its sealed days are still in the folder tenant=${id} of the archive. Delete that folder, too.`);
    return { rows };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
