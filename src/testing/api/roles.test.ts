import { describe, expect, it } from 'vitest';
import { roles } from '@/core/contract/role';
import { tables } from '@/resources/tables';
import { startTestService } from '../service';
import { at, resources, stage } from './start';

const on = stage();

describe.each(resources)('roles and %s', (_, resource) => {
  it.each(roles)('%s may do what the contract says and nothing else', async (role) => {
    const send = await on.service.as('helsinki', role);
    const { entity } = await on.send('POST', at(resource), { json: await on.samples.minimal(resource) });
    const may = (verb: keyof typeof resource.access) => resource.access[verb].includes(role);
    const change = resource.acceptedOnce ? { active: false } : { name: `By ${role}` };
    const attempts = [
      [may('read'), await send('GET', at(resource))],
      [may('read'), await send('GET', at(resource, entity.id))],
      [may('update'), await send('PUT', at(resource, entity.id), { json: change })],
      [
        may('create') && may('update'),
        await send('POST', at(resource), { json: [{ id: entity.id, ...change }] }),
      ],
      [may('create'), await send('POST', at(resource), { json: await on.samples.minimal(resource) })],
    ] as const;
    for (const [allowed, answer] of attempts) {
      expect(answer.status < 300).toBe(allowed);
      if (!allowed) expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' });
    }
    const after = (await on.send('GET', at(resource, entity.id))).entity;
    expect(after).toMatchObject(may('update') ? change : { active: true, name: entity.name });
  });

  it('are asked before the body is read: what is malformed is still 403', async () => {
    for (const role of roles.filter((role) => !resource.access.create.includes(role))) {
      expect(
        (await (await on.service.as('helsinki', role))('POST', at(resource), { body: '{' })).status,
      ).toBe(403);
    }
  });
});

describe('a role that may create and not update', () => {
  it('does not update by POST with a known id, alone or in an array', async () => {
    const access = { read: ['terminal'], create: ['terminal'], update: ['admin'] } as const;
    const grp = { ...tables.grp, resource: { ...tables.grp.resource, access } };
    const service = await startTestService({ ...tables, grp });
    try {
      const send = await service.as('helsinki', 'terminal');
      const { entity } = await send('POST', '/api/secure/grp', { json: { name: 'Mine' } });
      for (const json of [
        { id: entity.id, name: 'Changed' },
        [{ name: 'New' }, { id: entity.id, name: 'Changed' }],
      ]) {
        expect((await send('POST', '/api/secure/grp', { json })).problem).toMatchObject({
          status: 403,
          code: 'forbidden',
        });
      }
      const twice = { id: crypto.randomUUID(), name: 'Twice' };
      expect((await send('POST', '/api/secure/grp', { json: [twice, twice] })).status).toBe(403);
      expect((await send('GET', '/api/secure/grp')).entities).toEqual([entity]);
    } finally {
      await service.close();
    }
  });
});
