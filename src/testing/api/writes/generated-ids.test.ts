import { describe, expect, it } from 'vitest';
import type { Resource } from '@/contract/resource';
import { contracts } from '@/resources/contracts';
import { pathOf, unknownId, stage } from '../start';

const on = stage();
const generated = Object.values<Resource>(contracts).filter(({ generatesIds }) => generatesIds);

it('the service makes the ids of what gives access', () => {
  expect(generated.map(({ name }) => name).toSorted()).toEqual([
    'apikey',
    'company',
    'identityprovider',
    'role',
    'user',
    'webhook',
  ]);
});

describe.each(generated.map((resource) => [resource.name, resource] as const))('ids of %s', (_, resource) => {
  const body = async () => {
    const made = await on.samples.minimal(resource);
    return resource.name === 'user' ? { ...made, email: `${crypto.randomUUID()}@example.org` } : made;
  };
  const count = async () => (await on.send('GET', `${pathOf(resource)}?pageSize=1000`)).entities.length;

  it('never come from a request: an id that names no record in sight is refused where it stands', async () => {
    const other = await on.service.as('other');
    const otherId = (await other('POST', pathOf(resource), { json: await body() })).entity.id;
    const before = await count();
    for (const id of [unknownId, unknownId.toUpperCase(), otherId]) {
      const one = await on.send('POST', pathOf(resource), { json: { ...(await body()), id } });
      expect([id, one.status, one.problem.code, one.pointers]).toEqual([id, 422, 'read_only', ['/id']]);
      const many = await on.send('POST', pathOf(resource), {
        json: [await body(), { ...(await body()), id }],
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      });
      expect([id, many.status, many.pointers]).toEqual([id, 422, ['/1/id']]);
      const twice = await on.send('POST', pathOf(resource), {
        json: [
          { ...(await body()), id },
          { id, name: 'Again' },
        ],
      });
      expect([id, twice.status, twice.pointers]).toEqual([id, 422, ['/0/id']]);
    }
    expect(await count()).toBe(before);
  });

  it('name the record to change, as those of every resource do', async () => {
    const own =
      resource.name === 'company'
        ? on.service.companies.helsinki.companyId
        : (await on.send('POST', pathOf(resource), { json: await body() })).entity.id;
    const one = await on.send('POST', pathOf(resource), { json: { id: own, name: 'Renamed' } });
    expect([one.status, one.entity.id, one.entity.name]).toEqual([200, own, 'Renamed']);
    const many = await on.send('POST', pathOf(resource), {
      json: [await body(), { id: own.toUpperCase(), name: 'Renamed again' }],
    });
    expect([many.status, many.entities[1]?.id, many.entities[1]?.name]).toEqual([200, own, 'Renamed again']);
    expect(many.entities[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
