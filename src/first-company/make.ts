import { sql } from 'kysely';
import type { FirstCompany } from '@/contract/first-company';
import { tables } from '@/resources/tables';
import type { Caller } from '@/server/auth/caller';
import { hashPassword } from '@/server/auth/password/password';
import { requireGoodPassword } from '@/server/auth/password/password-strength';
import { asSignIn, hashToken, newToken, type SessionOf } from '@/server/auth/sessions';
import { inScope, type Database, type Tx } from '@/server/db/db';
import { insertCompany, serviceCaller } from '@/server/ops/companies';
import { upsertManyWithin } from '@/server/write/store';
import { newId } from '@/server/write/uuid';
import { companyOf, recordsOf } from './templates';

/** Hours for which a link holds; each start prints another one. */
const linkHours = 72;

/** Makes a one-time link by which the first company is made, and returns its token; it is stored as its hash. */
export async function newFirstLink(db: Database): Promise<string> {
  const token = newToken();
  await sql`select first_company_link_make(${hashToken(token)}, ${linkHours})`.execute(db);
  return token;
}

/** Returns until when a link holds; null where it is used, past its time or unknown, or a company was made in another way. */
export async function firstLinkUntil(db: Database, token: string): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select first_company_link_until(${hashToken(token)}) as until`.execute(db);
  return rows[0]?.until ?? null;
}

/**
 * Makes the first company, the records of its country's template, and the person who administers it, who has accepted and has the password:
 * all or nothing, in the transaction that uses the link up. All of it is theirs in the audit trail.
 *
 * @returns who may be signed in; null where the link does not hold any more.
 * @throws 422 for a password that is easy to guess.
 */
export async function makeFirstCompany(
  db: Database,
  { token, language, company, person, password }: FirstCompany,
  { address, requestId }: { readonly address: string; readonly requestId: string },
): Promise<SessionOf | null> {
  requireGoodPassword(password, { email: person.email, companies: [company.name] });
  const hash = await hashPassword(password);
  const country = 'country' in company.place ? company.place.country : null;
  const settings = country === null ? { ...company.place, locale: language } : companyOf(country);
  const userId = newId();
  // The person who makes it, from its first event on.
  const caller: Caller = {
    ...serviceCaller([newId()], settings.locale),
    address,
    keyName: person.name,
    userId,
  };
  return inScope(db, caller, 'read write', async (tx) => {
    const used = await asSignIn(tx, () =>
      tx.rows(sql<{ used: boolean }>`select first_company_link_use(${hashToken(token)}) as used`),
    );
    if (used[0]?.used !== true) return null;
    await insertCompany(tx, caller, { name: company.name, ident: company.ident, data: settings }, caller);
    const write = (resource: 'user' | 'tax' | 'tender' | 'account', values: readonly object[]) =>
      upsertManyWithin(
        tx,
        { db, tables, table: tables[resource], caller, requestId, givesIds: true },
        values,
      );
    await write('user', [{ id: userId, ...person, role: 'admin', data: { locale: language } }]);
    const loginId = await accept(tx, caller, userId, hash);
    if (country !== null) {
      const records = recordsOf(country, language);
      for (const resource of ['account', 'tax', 'tender'] as const) await write(resource, records[resource]);
    }
    return { tenantId: caller.tenantId, companyId: caller.companyId, userId, loginId };
  });
}

/** Accepts a membership that was just made, and sets its password, as a link does that is used. Returns the login. */
async function accept(tx: Tx, { tenantId }: Caller, userId: string, hash: string): Promise<string> {
  const token = hashToken(newToken());
  const [made] = await asSignIn(tx, async () => {
    await tx.rows(sql`select invitation_make(${tenantId}::uuid, ${userId}::uuid, ${token}, 'join', 1)`);
    return tx.rows(sql<{ login_id: string; used: boolean }>`
      select l.login_id, invitation_use(${token}, ${hash}) as used from invitation_by_token(${token}) l`);
  });
  if (made?.used !== true) throw new Error('The person of a company that was just made could not be let in');
  return made.login_id;
}
