import { beforeEach, expect, it } from 'vitest';
import type { Me } from '@/contract/session';
import { createClient } from '../data/client';
import { ownServer } from '../session/capabilities';
import { preferencesOf } from './preferences';

const company = '018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b';
const person = '018f3a6c-2b71-7d04-9f1e-5a90d3e2c41c';
const connection = { baseUrl: '', key: '' };

/** Returns the preferences of a user of a tenant; without one, as an earlier service identified users. */
const preferencesIn = (tenant?: string) => {
  const me: Me = {
    role: 'manager',
    company: {
      id: company,
      name: 'Helsinki',
      parent: null,
      ancestors: [],
      currency: 'EUR',
      locale: 'fi-FI',
      timezone: 'Europe/Helsinki',
    },
    user: { id: person, name: 'Aino', email: 'aino@example.org' },
    key: null,
    memberships: [],
    ...(tenant !== undefined && { acting_as: `${tenant}:${person}` }),
  };
  return preferencesOf({
    me,
    connection,
    client: createClient(connection),
    server: ownServer,
    fallbackModule: null,
    identity: '',
  });
};

beforeEach(() => localStorage.clear());

it('what was set up in one tenant is not seen in another with the same ids', () => {
  preferencesIn('one').write('plu.columns', ['name']);
  expect(preferencesIn('one').read('plu.columns')).toEqual(['name']);
  expect(preferencesIn('other').read('plu.columns')).toBeNull();
});

it('what was set up before the tenant was part of its name is taken over, by whoever comes first', () => {
  preferencesIn().write('plu.columns', ['name']);
  expect(preferencesIn('one').read('plu.columns')).toEqual(['name']);
  expect(preferencesIn('other').read('plu.columns')).toBeNull();
  expect(preferencesIn('one').read('plu.columns')).toEqual(['name']);
});
