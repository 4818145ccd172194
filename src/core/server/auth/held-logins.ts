import { sql } from 'kysely';
import { canonicalEmail } from '@/core/contract/email';
import type { Database } from '../db/db';

/** A login of before there was a canonical form, with which nobody signs in; and the memberships that it had. */
export interface HeldLogin {
  readonly email: string;
  /** The canonical form, which is somebody's already; null if the address has none. */
  readonly taken: string | null;
  readonly memberships: readonly string[];
}

/**
 * Gives each login of an older version its canonical address (schema/logins.ts) where nobody else has it, and returns
 * those that stay held: nobody can tell whose they are, so an administrator writes the right address into the
 * membership, which is then accepted anew. Safe at every start, also with several processes.
 */
export async function settleHeldLogins(db: Database): Promise<readonly HeldLogin[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tillhouse held logins'))`.execute(tx);
    await sql`set local role tillhouse_auth`.execute(tx);
    const { rows } = await sql<{ id: string; email: string }>`
      select l.id, l.email from login l where l.held_at is not null order by l.email`.execute(tx);
    const held: HeldLogin[] = [];
    for (const { id, email } of rows) {
      const canonical = canonicalEmail(email);
      const { rows: free } = await sql<{ free: boolean }>`
        select not exists (select from login l where l.email = ${canonical}) as free`.execute(tx);
      if (canonical !== null && free[0]?.free) {
        await sql`update login set email = ${canonical}, held_at = null where id = ${id}`.execute(tx);
        await renameMemberships(tx, id, canonical);
        continue;
      }
      const { rows: of } = await sql<{ membership: string }>`
        select c.name || ', ' || u.id as membership from "user" u
        join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
        where u.login_id = ${id} order by c.name, u.id`.execute(tx);
      // A login without memberships is nobody's: it would be named for ever.
      if (of.length === 0) continue;
      held.push({ email, taken: canonical, memberships: of.map(({ membership }) => membership) });
    }
    return held;
  });
}

/** Memberships of a tenant that is on the move as well: they must not differ from their logins. */
async function renameMemberships(tx: Database, id: string, email: string): Promise<void> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from "user" where login_id = ${id}`.execute(tx);
  for (const { tenant_id } of rows) {
    await sql`select set_config('app.writes', ${tenant_id}, true)`.execute(tx);
    await sql`update "user" set email = ${email} where tenant_id = ${tenant_id} and login_id = ${id}`.execute(
      tx,
    );
  }
}

/** Returns what a start says of held logins: a line for each. */
export const heldLines = (held: readonly HeldLogin[]): string[] =>
  held.map(({ email, taken, memberships }) => {
    const why =
      taken === null ? 'is no address that can be signed in with' : `is ${taken}, which is another login`;
    return `The e-mail ${JSON.stringify(email)} ${why}. Nobody signs in with it. Correct it in: ${memberships.join('; ')}`;
  });
