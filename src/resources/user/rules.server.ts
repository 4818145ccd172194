import { pointerOf } from '@/core/contract/problem';
import type { Tx } from '@/core/server/db/db';
import { HttpProblem } from '@/core/server/http/problems';
import type { Change } from '@/core/server/write/rules';

/**
 * Refuses to deactivate or change the role of the membership that the caller is signed in with, so that nobody locks
 * themselves out; another administrator may do it.
 *
 * @throws 409 `own_membership`, with the pointer of the field.
 */
export async function requireOwnAccess(_tx: Tx, { caller, items, stored }: Change): Promise<void> {
  const errors = items
    .filter(({ id }) => id === caller.userId && stored.has(id))
    .flatMap(({ fields, path }) => [
      ...(fields['active'] === false ? [[...path, 'active']] : []),
      ...('role' in fields && fields['role'] !== caller.role ? [[...path, 'role']] : []),
    ])
    .map((at) => ({
      pointer: pointerOf(at),
      code: 'own_membership',
      detail: 'This is your own membership; another administrator may change it',
    }));
  if (errors.length === 0) return;
  throw new HttpProblem(409, 'own_membership', 'Conflict', errors[0]?.detail ?? '', { errors });
}
