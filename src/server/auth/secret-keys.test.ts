import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import pino from 'pino';
import { stage } from '@/testing/api/start';
import { scratchFolder } from '@/testing/database/scratch';
import { people } from '@/testing/people';
import { setUp } from '@/testing/second-factor';
import { loginByEmail } from './sessions';
import { providerById } from './provider/client';
import { sealUnderFirstKey, useCode } from './second-factor';
import { readSecretKeys, secretKeysOf } from './secret-keys';

const on = stage();
const { person } = people(on);
const key = () => randomBytes(32).toString('base64');
const log = pino({ level: 'silent' });
const origin = { address: '', agent: '', requestId: 'x' };

it('a text is read under the key that encrypted it, for its purpose and context, and under no other', () => {
  const [first, second] = [key(), key()];
  const keys = secretKeysOf(`${first}\n`);
  const sealed = keys.seal('authenticator', 'of a', 'a secret');
  expect(sealed).not.toContain('a secret');
  expect(secretKeysOf(`${second}\n${first}\n`).open('authenticator', 'of a', sealed)).toBe('a secret');
  for (const [purpose, context] of [
    ['provider', 'of a'],
    ['authenticator', 'of b'],
  ] as const)
    expect(keys.open(purpose, context, sealed)).toBeNull();
  expect(secretKeysOf(second).open('authenticator', 'of a', sealed)).toBeNull();
  expect(keys.open('authenticator', 'of a', `${sealed.slice(0, -2)}AA`)).toBeNull();
});

it('a file with something else than keys is refused by its line, and never quoted', async () => {
  const short = Buffer.from('no secret').toString('base64');
  expect(() => secretKeysOf(`${key()}\n${short}`)).toThrow(/^Line 2 is no key/);
  expect(() => secretKeysOf(`${key()}\n${short}`)).not.toThrow(short);
  expect(() => secretKeysOf('\n')).toThrow('It holds no key');
  await expect(readSecretKeys('/nowhere/keys', false)).rejects.toThrow('/nowhere/keys cannot be used');
});

it('a file that is made once stays, and is its owner’s alone', async () => {
  const file = path.join(await scratchFolder(), 'secret-keys');
  await readSecretKeys(file, true);
  const made = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await readSecretKeys(file, true);
  expect(await readFile(file, 'utf8')).toBe(made);
});

it('a key is replaced: a new one comes first, the next start encrypts anew, and the old one may go', async () => {
  const [old, fresh] = [key(), key()];
  const { db } = on.service;
  const one = await person();
  const { app, secret } = await setUp(one);
  const { login_id: loginId } = await loginByEmail(db, one.email);
  if (loginId === null) throw new Error('There is such a login');
  // As a service with the old key alone has stored it.
  const sealed = secretKeysOf(old).seal('authenticator', loginId, secret);
  await sql`update login_authenticator set sealed = ${sealed} where login_id = ${loginId}::uuid`.execute(db);
  const only = secretKeysOf(fresh);
  await expect(useCode(db, only, loginId, app.next(), origin)).rejects.toMatchObject({
    status: 503,
    code: 'no_key',
  });
  await sealUnderFirstKey(db, secretKeysOf(`${fresh}\n${old}`), log);
  expect(await useCode(db, only, loginId, app.next(), origin)).toBe('app');
});

it('and so are secrets of providers', async () => {
  const [old, fresh] = [key(), key()];
  const { db } = on.service;
  const { tenantId } = on.service.companies.helsinki;
  const data = { issuer: 'https://provider.example', client_id: 'tillhouse' };
  const { id } = (await on.send('POST', '/api/secure/identityprovider', { json: { name: 'One', data } }))
    .entity;
  const sealed = secretKeysOf(old).seal('provider secret', id, 'of the client');
  await sql`select provider_secret_set(${tenantId}::uuid, ${id}::uuid, ${sealed})`.execute(db);
  await sealUnderFirstKey(db, secretKeysOf(`${fresh}\n${old}`), log);
  const provider = await providerById(db, id);
  expect(secretKeysOf(fresh).open('provider secret', id, provider?.sealed ?? '')).toBe('of the client');
});
