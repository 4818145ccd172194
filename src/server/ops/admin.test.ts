import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '@/resources/tables';
import { sender, startTestService, type TestService } from '@/testing/service';
import { runAdmin } from './admin';
import { createCompany } from './companies';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function admin(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  await runAdmin({ db: service.db, tables }, args, (line) => lines.push(...line.split('\n')));
  return lines;
}

const keyIn = (lines: string[]) => lines.find((line) => line.startsWith('th_')) ?? '';
const get = async (key: string, address: string) => sender(service.fetch, key)('GET', address);

describe('npm run admin', () => {
  it('makes another root company, whose key works at once and sees nothing of the other tenants', async () => {
    const group = await service.as('group');
    await group('POST', '/api/secure/customer', { json: { name: 'Of the group' } });
    const lines = await admin('company', 'create', '--name', 'Satama Oy', '--locale', 'fi-FI');
    const list = await get(keyIn(lines), '/api/secure/customer');
    expect(list.status).toBe(200);
    expect(list.text).toBe('[]');
    expect((await admin('company', 'list')).filter((line) => line.endsWith('Satama Oy'))).toHaveLength(1);
  });

  it('lists the companies of all tenants, children under their parents', async () => {
    const lines = await admin('company', 'list');
    const at = (name: string) => lines.findIndex((line) => line.slice(36).trim() === name);
    expect(lines[at('Helsinki')]).toBe(`${service.companies.helsinki.companyId}    Helsinki`);
    expect(at('Helsinki')).toBe(at('Group') + 1);
    expect(at('Tampere')).toBe(at('Helsinki') + 1);
    expect(at('Other tenant')).toBeGreaterThan(at('Tampere'));
  });

  it('makes a key with a role, and revokes it from the next request on', async () => {
    const args = ['--company', 'Helsinki', '--name', 'Till 3', '--role', 'terminal'];
    const key = keyIn(await admin('key', 'create', ...args));
    const send = sender(service.fetch, key);
    expect((await send('GET', '/api/secure/customer')).status).toBe(200);
    const created = await send('POST', '/api/secure/customer', { json: { name: 'No' } });
    expect(created.status).toBe(403);

    const [prefix = ''] = key.slice('th_'.length).split('_');
    const listed = await admin('key', 'list', '--company', service.companies.helsinki.companyId);
    const own = listed.filter((line) => line.includes(prefix));
    expect(own).toHaveLength(1);
    expect(listed.join('\n')).not.toContain(key);

    expect(await admin('key', 'revoke', prefix)).toEqual(['The key Till 3 of Helsinki is revoked.']);
    expect((await send('GET', '/api/secure/customer')).status).toBe(401);
    const others = await admin('key', 'list', '--company', 'Helsinki');
    expect(others.filter((line) => line.endsWith('(revoked)'))).toHaveLength(1);
  });

  it('leaves its deeds in the audit trail, and no key in them', async () => {
    const made = await admin('company', 'create', '--name', 'Trailed Oy', '--ident', '1234567-8');
    const send = sender(service.fetch, keyIn(made));
    const key = keyIn(
      await admin('key', 'create', '--company', 'Trailed Oy', '--name', 'Till', '--role', 'terminal'),
    );
    await admin('key', 'revoke', key.split('_')[1] ?? '');
    const { status, text } = await send('GET', '/api/secure/event?page=1');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject([
      {
        action: 'create',
        entity: 'company',
        who: 'Tillhouse',
        after: { name: 'Trailed Oy', ident: '1234567-8' },
      },
      { action: 'create', entity: 'apikey', payload: { name: 'First administrator', role: 'admin' } },
      { action: 'create', entity: 'apikey', payload: { name: 'Till', key: '[redacted]' }, before: null },
      {
        action: 'update',
        entity: 'apikey',
        payload: { active: false },
        before: { name: 'Till', active: true, version: 1 },
        after: { name: 'Till', active: false, version: 2 },
      },
    ]);
    for (const secret of [key, keyIn(made)]) expect(text).not.toContain(secret.split('_').slice(2).join('_'));
  });

  it('makes a first person, by a link or with a password, lists people, and has a password chosen anew', async () => {
    const person = (email: string, ...more: string[]) => {
      const whose = ['--company', 'Helsinki', '--name', 'Maija', '--role', 'admin', '--email', email];
      return admin('user', 'create', ...whose, ...more);
    };
    const post = (path: string, body: object) => sender(service.fetch, null)('POST', path, { json: body });
    const token = (lines: string[]) => lines.find((line) => line.startsWith('/invitation#'))?.slice(12) ?? '';
    const invited = await person('maija@example.org');
    expect((await post('/api/invitation', { token: token(invited) })).json).toMatchObject({
      kind: 'join',
      company: 'Helsinki',
      email: 'maija@example.org',
    });
    const file = path.join(tmpdir(), `tillhouse-password-${process.pid}`);
    await writeFile(file, 'typed into a file\nand more\n');
    const ready = await person('eero@example.org', '--password-file', file);
    expect(ready).toEqual(['Maija is in Helsinki with the role admin.']);
    const signIn = { email: 'eero@example.org', password: 'typed into a file' };
    expect((await post('/api/session', signIn)).json).toMatchObject({ session: { role: 'admin' } });
    await expect(person('eero@example.org', '--password-file', file)).rejects.toThrow(
      'has a password already',
    );
    await writeFile(file, 'password1234');
    await expect(person('otto@example.org', '--password-file', file)).rejects.toThrow('most common');
    await writeFile(file, 'short');
    await expect(person('otto@example.org', '--password-file', file)).rejects.toThrow('12 to 200 characters');
    await rm(file);
    await expect(person('no address')).rejects.toThrow('/email');
    const listed = await admin('user', 'list', '--company', 'Helsinki');
    expect(listed.map((line) => line.slice(38))).toEqual([
      'admin       Helsinki: Maija <maija@example.org>  (invited)',
      'admin       Helsinki: Maija <eero@example.org>',
      'admin       Helsinki: Maija <eero@example.org>  (invited)',
    ]);
    const recovered = token(await admin('user', 'recover', 'eero@example.org'));
    const next = { token: recovered, password: 'chosen another time' };
    expect((await post('/api/invitation/accept', next)).status).toBe(200);
    expect((await post('/api/session', signIn)).status).toBe(401);
    await expect(admin('user', 'recover', 'nobody@example.org')).rejects.toThrow('Nobody active');
  });

  it('refuses what it does not know, in words, and makes nothing', async () => {
    const before = await admin('key', 'list');
    const key = (...args: string[]) => admin('key', 'create', ...args);
    await expect(admin('company')).rejects.toThrow('npm run admin -- <command>');
    await expect(admin('company', 'create')).rejects.toThrow('--name is missing');
    await expect(admin('company', 'create', '--nome', 'X')).rejects.toThrow("'--nome'");
    await expect(key('--company', 'Nowhere', '--name', 'K', '--role', 'admin')).rejects.toThrow(
      'There is no company Nowhere',
    );
    await expect(key('--company', 'Helsinki', '--name', 'K', '--role', 'boss')).rejects.toThrow(
      '--role must be one of admin, manager, accountant, terminal',
    );
    await expect(admin('key', 'revoke', 'ffffffffff')).rejects.toThrow('There is no key ffffffffff');
    expect(await admin('key', 'list')).toEqual(before);
  });

  it('asks for an id where two companies have one name', async () => {
    await admin('company', 'create', '--name', 'Twin');
    await admin('company', 'create', '--name', 'Twin');
    const args = ['--company', 'Twin', '--name', 'K', '--role', 'admin'];
    await expect(admin('key', 'create', ...args)).rejects.toThrow('2 companies are named Twin: give an id');
  });

  it('tells companies and keys with the same id in two tenants apart by their root companies', async () => {
    const { db, companies } = service;
    const { companyId, tenantId } = companies.helsinki;
    const root = await createCompany(db, { name: 'Second group' });
    const twin = await createCompany(db, { id: companyId, name: 'Second Helsinki' }, root);
    const keyId = crypto.randomUUID();
    for (const [tenant, name] of [
      [tenantId, 'Of the first'],
      [twin.tenantId, 'Of the second'],
    ]) {
      await sql`insert into apikey (tenant_id, company_id, id, name, role, prefix, hash)
        values (${tenant}, ${companyId}, ${keyId}, ${name}, 'admin', '', sha256(${name}::bytea))`.execute(db);
    }
    await expect(admin('key', 'list', '--company', companyId)).rejects.toThrow(
      `2 companies are named ${companyId}: give an id of ${tenantId}:${companyId}, ${twin.tenantId}:${companyId}`,
    );
    const listed = await admin('key', 'list', '--company', `${twin.tenantId}:${companyId}`);
    expect(listed).toHaveLength(1);
    expect(listed[0]).toContain('Second Helsinki: Of the second');
    expect(await admin('user', 'list', '--company', `${twin.tenantId}:${companyId}`)).toEqual([]);
    await expect(admin('key', 'revoke', keyId)).rejects.toThrow(`${twin.tenantId}:${keyId}`);
    expect(await admin('key', 'revoke', `${twin.tenantId}:${keyId}`)).toEqual([
      'The key Of the second of Second Helsinki is revoked.',
    ]);
    const { rows } = await sql`select name from apikey where id = ${keyId} and active`.execute(db);
    expect(rows).toEqual([{ name: 'Of the first' }]);
  });
});
