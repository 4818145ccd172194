import { expect, it } from 'vitest';
import { canExclude, excluding, filterNames } from '@/contract/paging';
import { contracts } from '@/resources/contracts';
import { stage } from '../start';

const on = stage();
// One value of each kind; a filter refuses those of another kind with 400.
const values = [
  '018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b',
  '1',
  'true',
  '25.5',
  '2026-03-01',
  '2026-03-01T00:00:00Z',
  'EUR',
  'admin',
  'manager',
  'open',
  'create',
  'draft',
  'revenue',
  'daily',
  'maija@example.org',
  '/name',
];

it.each(Object.values(contracts).map((resource) => [resource.name, resource] as const))(
  'a list of %s is answered with each of its filters and sorts',
  async (name, resource) => {
    const list = (query: string) => on.send('GET', `/api/secure/${name}?${query}`);
    const names = filterNames(resource);
    for (const filter of [...names, ...(canExclude(resource) ? names.map((one) => excluding + one) : [])]) {
      const statuses = [];
      for (const value of values) statuses.push((await list(`${filter}=${value}`)).status);
      expect([filter, [...new Set(statuses)].filter((status) => status !== 400)]).toEqual([filter, [200]]);
    }
    for (const sort of resource.sorts) expect((await list(`sort=-${sort}`)).status).toBe(200);
  },
);
