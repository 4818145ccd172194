import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newAuthenticator } from '@/contract/second-factor';
import { stage } from '@/testing/api/start';
import { addPasskey, passkey, proofBy, showAtSignIn } from '@/testing/passkeys';
import { password, people } from '@/testing/people';
import { authenticator } from '@/testing/second-factor';

const on = stage();
const { browser, person } = people(on);

describe('who knows the password of somebody with a passkey, whose company asks for a second factor', () => {
  const asked = async () => {
    const admin = await person('admin', 'other');
    await addPasskey(admin);
    const { companyId } = on.service.companies.other;
    const answer = await admin.send('PUT', `/api/secure/company/${companyId}`, {
      data: { second_factor: { roles: ['manager'], from: '2026-01-01' } },
    });
    if (answer.status !== 200) throw new Error(answer.text);
    const one = await person('manager', 'other');
    const thief = browser();
    await thief.send('POST', '/api/session', { email: one.email, password });
    return { one, thief };
  };

  it('turns on no authenticator that they began before there was one', async () => {
    const { one, thief } = await asked();
    const begun = await thief.send('POST', '/api/secure/session/authenticator', {});
    const app = authenticator(newAuthenticator.parse(begun.json).secret);
    const code = app.next();
    expect((await thief.send('POST', '/api/secure/session/authenticator/check', { code })).status).toBe(200);
    await addPasskey(one);
    expect((await thief.send('POST', '/api/secure/session/authenticator/on')).status).toBe(409);
    expect((await thief.send('GET', '/api/secure/plu')).status).toBe(403);
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(200);
  });

  it('changes neither password nor address', async () => {
    const { one, thief } = await asked();
    await addPasskey(one);
    const answers = [
      await thief.send('PUT', '/api/session/password', {
        current: password,
        password: 'staple harbour copper',
      }),
      await thief.send('POST', '/api/session/address', { email: `thief.${one.email}`, password }),
    ];
    expect(answers.map(({ problem }) => problem.code)).toEqual([
      'second_factor_required',
      'second_factor_required',
    ]);
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(200);
  });
});

it('guesses of a stranger behind the same address lock nobody out who signed in by a passkey from there', async () => {
  const there = '203.0.113.9';
  const one = await person();
  const { key } = await addPasskey(one);
  const window = browser(undefined, there);
  expect((await showAtSignIn(window, key)).status).toBe(200);
  for (let time = 0; time < 12; time += 1) {
    const guess = { email: `nobody.${time}@example.org`, password: 'a wrong guess of it' };
    await browser(undefined, there).send('POST', '/api/session', guess);
  }
  expect((await window.send('POST', '/api/session/confirmation', await proofBy(window, key))).status).toBe(
    204,
  );
  expect((await showAtSignIn(browser(undefined, there), key)).status).toBe(200);
});

it('the certificates that an authenticator is attested by are not looked at, nor the addresses in them', async () => {
  const one = await person();
  const { key } = await addPasskey(one, {}, passkey({ isAttested: true }));
  expect((await showAtSignIn(browser(), key)).status).toBe(200);
});

it('passkeys that are removed, shown and signed in with at once end in an answer', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 12; round += 1) {
    const one = await person();
    const [first, second, third] = [await addPasskey(one), await addPasskey(one), await addPasskey(one)];
    const [other, another] = [browser(), browser()];
    for (const window of [other, another]) await showAtSignIn(window, third.key);
    const begun = await Promise.all(
      [first, second, third].map(async ({ key }) => {
        const window = browser();
        const shown = key.show(await window.send('POST', '/api/session/passkey'));
        return () => window.send('POST', '/api/session', { passkey: shown });
      }),
    );
    const proof = await proofBy(other, second.key);
    const remove = (window: Pick<typeof one, 'send'>, { passkeyId }: { passkeyId: string }) =>
      window.send('POST', `/api/secure/session/passkeys/${passkeyId}/remove`, {});
    const answers = await Promise.all([
      ...begun.map((signIn) => signIn()),
      remove(one, third),
      remove(other, first),
      remove(another, second),
      other.send('POST', '/api/session/confirmation', proof),
    ]);
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(
    on.service.db,
  );
  expect(rows[0]?.deadlocks).toBe(0);
});
