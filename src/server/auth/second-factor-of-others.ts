import { sql } from 'kysely';
import type { Database } from '../db/db';
import { conflict, HttpProblem } from '../http/problems';
import { resetSecondFactor } from './second-factor';
import type { Caller } from './caller';
import type { RequestOrigin } from './request-origin';

/**
 * Requires that who decides about the second factor of others has shown one themselves, in this session. An API key has none.
 *
 * @throws 403 `second_factor_needed`
 */
export function requireOwnSecondFactor({ session }: Caller): void {
  if (session && session.second !== null) return;
  throw new HttpProblem(
    403,
    'second_factor_needed',
    'Forbidden',
    'Who decides about the second factor of others shows one themselves: set it up under Sign-in and security',
  );
}

/**
 * Takes all that the person of a membership shows besides the password, as its company may for who works in no other one.
 *
 * @throws 409 `own_membership`, `works_elsewhere`, `no_authenticator`
 */
export async function resetSecondFactorOfMember(
  db: Database,
  caller: Caller,
  userId: string,
  origin: RequestOrigin,
): Promise<void> {
  const { tenantId, companyId, keyId, keyName } = caller;
  if (userId === caller.userId)
    throw conflict('own_membership', 'One turns off one’s own second factor with a code of it');
  const { rows } = await sql<{ login_id: string | null; shared: boolean }>`
    select m.login_id, login_is_shared(m.login_id, ${tenantId}::uuid, ${companyId}::uuid) as shared
    from (select login_of_membership(${tenantId}::uuid, ${userId}::uuid) as login_id) m`.execute(db);
  const [person] = rows;
  if (person?.shared)
    throw conflict(
      'works_elsewhere',
      'This person also works in another company: no single one decides how they sign in',
    );
  const loginId = person?.login_id ?? null;
  if (loginId === null || !(await resetSecondFactor(db, loginId, 'second_factor_reset', origin)))
    throw conflict('no_authenticator', 'The second factor of this person is off');
  await sql`select security_note(${tenantId}::uuid, ${companyId}::uuid, 'second_factor_reset', ${caller.userId}::uuid,
    ${keyId}::uuid, ${keyName}, ${origin.address}, null, ${userId}::uuid, ${origin.requestId})`.execute(db);
}
