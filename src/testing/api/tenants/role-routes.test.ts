import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { roles, type Role } from '@/contract/role';
import { createKey } from '@/server/ops/companies';
import { people } from '../../people';
import { stage, unknownId } from '../start';
import { allowedRoutes, rules } from './allowed-routes';

const on = stage();
const { person } = people(on);

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
      expect(await allowedRoutes(on, { ...headers })).toEqual(may(role));
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
