import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { ArchiveError } from '../backup/archive';

/** A tenant on the move, as its database knows it. */
export interface Move {
  readonly name: string;
  readonly frozen_at: string | null;
  readonly exported: readonly string[];
  readonly imported: string | null;
  readonly moved_at: string | null;
  /** A hash of the key of cursors when it moved away. */
  readonly cursors: string | null;
}

/** The root company of a tenant. */
export interface Tenant {
  readonly id: string;
  readonly name: string;
}

/** Runs a statement as the role that the table of moves is open to, in a transaction of its own. */
export async function asMover<Row extends object>(
  client: Client,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  await client.query('begin; set local role tillhouse_auth');
  try {
    const { rows } = await client.query<Row>(text, [...values]);
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Returns what is known of a tenant's moves, or null. */
export async function findMove(client: Client, id: string): Promise<Move | null> {
  const [found] = await asMover<Move>(
    client,
    `select name, to_char(frozen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as frozen_at, exported, imported,
      moved_at::text as moved_at, cursors from tenant_move where tenant_id = $1`,
    [id],
  );
  return found ?? null;
}

/**
 * Freezes a tenant: from the return on, nothing of it is being written by any process, and nothing will be until it is
 * thawed (schema/moving.sql). Reads go on. A frozen tenant stays frozen.
 *
 * @throws ArchiveError for a tenant that has moved.
 */
export async function freezeTenant(client: Client, { id, name }: Tenant): Promise<void> {
  const [row] = await asMover<{ moved: boolean }>(
    client,
    `insert into tenant_move as m (tenant_id, name, frozen_at) values ($1, $2, clock_timestamp())
      on conflict (tenant_id) do update set name = excluded.name, frozen_at = coalesce(m.frozen_at, excluded.frozen_at)
      returning moved_at is not null as moved`,
    [id, name],
  );
  if (row?.moved) throw movedAway(name);
  await writersEnded(client, id);
}

/**
 * Waits until every write that began before the freeze has ended. It asks again instead of queueing for the lock, because
 * a writer that queued behind it could hold a row that an earlier writer waits for.
 */
export async function writersEnded(client: Client, id: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(
      // Held for this statement alone: new writers are refused by now, whether they get the lock or not.
      'select pg_try_advisory_xact_lock(tenant_lock($1)) as held',
      [id],
    );
    if (rows[0]?.held) return;
    await wait(20);
  }
}

/**
 * Lets a tenant be written again. Files that were exported before are forgotten: the tenant cannot be deleted for them.
 *
 * @throws ArchiveError for a tenant that is not frozen, or has moved.
 */
export async function thawTenant(client: Client, { id, name }: Tenant): Promise<void> {
  const move = await findMove(client, id);
  if (move?.moved_at) throw movedAway(name);
  if (!move?.frozen_at) throw new ArchiveError(`${name} is not frozen.`);
  await asMover(
    client,
    `update tenant_move set frozen_at = null, exported = '{}' where tenant_id = $1 and moved_at is null`,
    [id],
  );
}

/** Returns the refusal for a tenant whose home is elsewhere. */
export const movedAway = (name: string) =>
  new ArchiveError(`${name} has moved to another database; what is left of it here is being deleted.`);
