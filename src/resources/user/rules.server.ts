import { sql } from 'kysely';
import { pointerOf } from '@/core/contract/problem';
import type { Tx } from '@/core/server/db/db';
import { HttpProblem } from '@/core/server/http/problems';
import type { Change } from '@/core/server/write/rules';

/**
 * Refuses to deactivate the membership that the caller is signed in with, or to change its role or e-mail, so that nobody
 * locks themselves out; another administrator may do it. One's own e-mail is changed by a link to the new one.
 *
 * @throws 409 `own_membership`, with the pointer of the field.
 */
export async function requireOwnAccess(tx: Tx, { caller, items, stored }: Change): Promise<void> {
  const isOwn = items.some(({ id, fields }) => id === caller.userId && 'email' in fields);
  const [own] = isOwn
    ? await tx.rows(sql<{ email: string }>`
        select email from "user" where tenant_id = ${caller.tenantId} and id = ${caller.userId}`)
    : [];
  const errors = items
    .filter(({ id }) => id === caller.userId && stored.has(id))
    .flatMap(({ fields, path }) => [
      ...(fields['active'] === false ? [[...path, 'active']] : []),
      ...('role' in fields && fields['role'] !== caller.role ? [[...path, 'role']] : []),
      // One's own address is changed by a link to the new one (auth/own-address.ts).
      ...('email' in fields && fields['email'] !== own?.email ? [[...path, 'email']] : []),
    ])
    .map((at) => ({
      pointer: pointerOf(at),
      code: 'own_membership',
      detail:
        at.at(-1) === 'email'
          ? 'Your own e-mail is changed by a link to the new one: POST /api/session/address'
          : 'This is your own membership; another administrator may change it',
    }));
  if (errors.length === 0) return;
  throw new HttpProblem(409, 'own_membership', 'Conflict', errors[0]?.detail ?? '', { errors });
}
