import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { hashPassword, isPassword, setPasswordCost } from '@/server/auth/password/password';
import { stage } from './api/start';
import { readSources } from './architecture';
import { password, people } from './people';

// The only file in which passwords have their production cost: vite.config.ts, ./password-cost.ts.
const on = stage();
const { person, signIn } = people(on);
const cost = { N: 2 ** 15, r: 8, p: 3 };
afterEach(() => setPasswordCost(cost));

it('a password that somebody chooses is kept as a hash of scrypt that takes 32 MiB, three times', async () => {
  const { email } = await person();
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from login`.execute(
    on.service.db,
  );
  expect(rows.map(({ hash }) => hash.split(':').slice(0, 4))).toEqual([['scrypt', '32768', '8', '3']]);
  expect((await signIn(email)).status).toBe(200);
  expect((await signIn(email, 'a wrong password')).status).toBe(401);
});

it('a hash names its cost: it still fits its password, and no other, after the cost was changed', async () => {
  const storedHash = await hashPassword(password);
  setPasswordCost({ N: 2 ** 10, r: 8, p: 1 });
  const cheaper = await hashPassword(password);
  expect(cheaper).toMatch(/^scrypt:1024:8:1:/);
  setPasswordCost(cost);
  for (const hash of [storedHash, cheaper])
    expect([await isPassword(password, hash), await isPassword('a wrong password', hash)]).toEqual([
      true,
      false,
    ]);
  expect(await isPassword(password, null)).toBe(false);
});

it('nothing but tests sets the cost', async () => {
  const sources = await readSources('src');
  const callers = sources.filter(({ text }) => text.includes('setPasswordCost(')).map(({ path }) => path);
  expect(callers.toSorted()).toEqual([
    'server/auth/password/password.ts',
    'testing/password-cost.test.ts',
    'testing/password-cost.ts',
  ]);
});
