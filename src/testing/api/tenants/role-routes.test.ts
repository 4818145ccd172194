import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { roles, type Role } from '@/contract/role';
import { rulesOf, type Rules } from '@/contract/rules';
import { createKey } from '@/server/ops/companies';
import { contracts } from '@/resources/contracts';
import { extraRoutes } from '@/resources/routes';
import { people } from '../../people';
import { unknownId, stage } from '../start';

const on = stage();
const { person } = people(on);

/** Every route under `/api/secure` with the roles that may use it: the table in docs/roles.md. */
const rules: Rules = Object.assign(
  {},
  rulesOf(Object.values(contracts)),
  ...extraRoutes.map((address) => address.rules),
);

/**
 * Returns the routes that a caller can use, found by requesting each: any refusal other than by role counts as
 * allowed.
 */
async function allowedRoutes(headers: Record<string, string>): Promise<string[]> {
  const open: string[] = [];
  for (const rule of Object.keys(rules)) {
    const [method = '', address = ''] = rule.split(' ');
    const response = await on.service.fetch(
      new Request(`http://test${address.replace(/:\w+/g, unknownId)}`, {
        method,
        ...(method !== 'GET' && { body: '{' }),
        headers: { ...headers, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      }),
    );
    // The stream of changes does not end by itself.
    await response.body?.cancel();
    expect([rule, response.status]).not.toEqual([rule, 401]);
    // A method that no role may use does not exist: nobody writes the audit trail.
    if (response.status !== 403 && response.status !== 405) open.push(rule);
  }
  return open;
}

const may = (role: Role) => Object.keys(rules).filter((rule) => rules[rule]?.roles.includes(role));
const events = async () =>
  (await sql<{ n: number }>`select count(*) as n from event`.execute(on.service.db)).rows[0]?.n;

it.each(roles)(
  'the role %s gets into what the table says, with a key and signed in, and nowhere else',
  async (role) => {
    const key = await createKey(on.service.db, on.service.companies.helsinki, role, role);
    const { jar } = await person(role);
    const before = await events();
    for (const headers of [{ Authorization: `Bearer ${key}` }, { Cookie: jar.cookie }])
      expect(await allowedRoutes({ ...headers })).toEqual(may(role));
    expect(await events()).toBe(before);
  },
);

it('nobody gets in anywhere without credentials', async () => {
  for (const rule of Object.keys(rules)) {
    const [method = '', address = ''] = rule.split(' ');
    const path = `http://test${address.replace(/:\w+/g, unknownId)}`;
    const response = await on.service.fetch(
      new Request(path, { method, ...(method !== 'GET' && { body: '{}' }) }),
    );
    expect([rule, response.status]).toEqual([rule, 401]);
  }
});
