import type { FieldGroup } from '@/contract/field-groups';
import { rightsAgainst } from '@/contract/rights-against';
import { givenRights, neededBy } from '@/resources/rights';
import type { Json } from './answer';
import type { Stage } from './api/start';
import { people } from './people';

/** Returns all rights that go with what a role hides, and with each other. */
export function allRights(hidden: readonly FieldGroup[] = []): string[] {
  const against = hidden.flatMap((group) => rightsAgainst[group]);
  const fits = (right: string): boolean => !against.includes(right) && neededBy(right).every(fits);
  return givenRights.filter(fits);
}

/** Roles that a company makes, and people in them, at a service under test: made by an administrator, who sees and writes everything. */
export function customRoles(on: Pick<Stage, 'service' | 'send'>) {
  const { person } = people(on);
  let count = 0;

  /** Creates a record, and returns its id. */
  const made = async (path: string, json: Json): Promise<string> => {
    const answer = await on.send('POST', `/api/secure/${path}`, { json });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.entity.id;
  };

  const put = async (path: string, json: Json): Promise<void> => {
    const answer = await on.send('PUT', `/api/secure/${path}`, { json });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  };

  /** Creates a role of the company, and returns its id. */
  const role = (data: Json, countsAs: 'manager' | 'accountant' = 'manager') =>
    made('role', { name: `Role ${(count += 1)}`, counts_as: countsAs, data });

  /** Returns a person who is signed in, in a new role of the company. */
  async function inRole(data: Json, countsAs: 'manager' | 'accountant' = 'manager') {
    const roleId = await role(data, countsAs);
    const window = await person(countsAs);
    await put(`user/${window.id}`, { role: countsAs, role_id: roleId });
    return { ...window, roleId };
  }

  return { made, put, role, inRole, person };
}
