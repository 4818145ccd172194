import { Hono } from 'hono';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createApp } from '@/server/http/app';
import type { AppEnv } from '@/server/http/http-env';
import { createKey } from '@/server/ops/companies';
import { accessOf, roles } from '@/contract/role';
import { tables } from '@/resources/tables';
import { sender, startTestService } from '../../service';
import { pathOf, resources, stage } from '../start';

const on = stage();

describe.each(resources)('roles and %s', (_, resource) => {
  it.each(roles)('%s may do what the contract says and nothing else', async (role) => {
    const send = await on.service.as('helsinki', role);
    const { entity } = await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    const may = (verb: keyof typeof resource.access) => resource.access[verb].roles.includes(role);
    const change = resource.acceptedOnce ? { active: false } : { name: `By ${role}` };
    const attempts = [
      [may('read'), await send('GET', pathOf(resource))],
      [may('read'), await send('GET', pathOf(resource, entity.id))],
      [may('update'), await send('PUT', pathOf(resource, entity.id), { json: change })],
      [
        may('create') && may('update'),
        await send('POST', pathOf(resource), { json: [{ id: entity.id, ...change }] }),
      ],
      [may('create'), await send('POST', pathOf(resource), { json: await on.samples.minimal(resource) })],
    ] as const;
    for (const [allowed, answer] of attempts) {
      expect(answer.status < 300).toBe(allowed);
      if (!allowed) expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' });
    }
    const after = (await on.send('GET', pathOf(resource, entity.id))).entity;
    expect(after).toMatchObject(may('update') ? change : { active: true, name: entity.name });
  });

  it('are asked before the body is read: what is malformed is still 403', async () => {
    for (const role of roles.filter((role) => !resource.access.create.roles.includes(role))) {
      expect(
        (await (await on.service.as('helsinki', role))('POST', pathOf(resource), { body: '{' })).status,
      ).toBe(403);
    }
  });
});

describe('a route without a rule', () => {
  it("is nobody's: 403 for every role, whatever its verb, and it does not run", async () => {
    const database = on.service;
    let ran = 0;
    const app = createApp({
      db: database.db,
      tables,
      log: pino({ level: 'silent' }),
      cursorSecret: Buffer.from('x'),
      extend: (routes) => {
        const extension = new Hono<AppEnv>();
        const run = () => {
          ran += 1;
          return new Response('secrets');
        };
        extension.get('/report/:id', run).post('/plu/:id/erase', run).all('/any', run).get('/wide/*', run);
        extension.delete('/plu/:id', run).get('/plu/export', run);
        routes.route('/api/secure', extension);
      },
    });
    for (const role of roles) {
      const key = await createKey(database.db, database.companies.helsinki, role, role);
      const send = sender((request) => app.fetch(request), key);
      for (const [method, path] of [
        ['GET', '/report/1'],
        ['HEAD', '/report/1'],
        ['POST', '/plu/1/erase'],
        ['GET', '/any'],
        ['PATCH', '/any'],
        ['GET', '/wide/and/deep'],
        ['DELETE', '/plu/1'],
        ['GET', '/plu/export'],
      ] as const) {
        const answer = await send(method, `/api/secure${path}`);
        expect([role, method, path, answer.status]).toEqual([role, method, path, 403]);
        if (method !== 'HEAD') expect(answer.problem.code).toBe('forbidden');
      }
      expect((await send('GET', '/api/secure/plu')).status).toBe(200);
      expect((await send('GET', '/api/secure/nothing')).status).toBe(404);
      expect((await send('PATCH', '/api/secure/plu')).status).toBe(405);
    }
    const anonymous = sender((request) => app.fetch(request), null);
    expect((await anonymous('GET', '/api/secure/report/1')).status).toBe(401);
    expect(ran).toBe(0);
  });
});

describe('a role that may create and not update', () => {
  it('does not update by POST with a known id, alone or in an array', async () => {
    const access = accessOf('grp', { read: ['terminal'], create: ['terminal'], update: ['admin'] });
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
