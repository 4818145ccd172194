import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { roles } from '@/contract/role';
import { unknownId, stage } from '@/testing/api/start';
import { signedInUser, password, people } from '@/testing/people';

const on = stage();
const { browser, invite, person, signIn } = people(on);

describe('an invitation', () => {
  it('says what it is for, lets a password be chosen, signs in, and opens nothing a second time', async () => {
    const { id, email, token } = await invite();
    const { send, jar } = browser();
    const read = await send('POST', '/api/invitation', { token });
    expect([read.status, read.json]).toMatchObject([
      200,
      { kind: 'join', email, company: 'Helsinki', role: 'manager' },
    ]);
    const short = await send('POST', '/api/invitation/accept', { token, password: 'too short' });
    expect([short.status, short.pointers]).toEqual([422, ['/password']]);
    const itself = await send('POST', '/api/invitation/accept', { token, password: email.toUpperCase() });
    expect([itself.status, itself.problem.code]).toEqual([422, 'too_easy']);
    const taken = await send('POST', '/api/invitation/accept', { token, password });
    expect(signedInUser(taken)).toMatchObject({
      role: 'manager',
      user: { id, email, name: 'Of helsinki' },
      key: null,
      company: { name: 'Helsinki' },
      memberships: [{ id, role: 'manager', company: { name: 'Helsinki' } }],
    });
    expect(taken.header('set-cookie')).toMatch(/^tillhouse=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(jar.cookie).not.toBe('');
    expect((await send('GET', '/api/secure/plu')).status).toBe(200);
    for (const path of ['/api/invitation', '/api/invitation/accept']) {
      const again = await browser().send('POST', path, { token, ...(path.endsWith('t') && { password }) });
      expect([again.status, again.problem.code]).toEqual([404, 'not_found']);
    }
    expect((await signIn(email.toLowerCase())).status).toBe(200);
    const user = (await on.send('GET', `/api/secure/user/${id}`)).entity;
    expect([user['accepted_at'], user['last_sign_in_at']]).toEqual([
      expect.stringMatching(/Z$/),
      expect.stringMatching(/Z$/),
    ]);
  });

  it('lets nobody in before it was taken up, nor when it is replaced, past its time or of a deactivated one', async () => {
    const { id, email, token } = await invite();
    expect((await signIn(email)).status).toBe(401);
    const newer = await on.send('POST', `/api/secure/user/${id}/invitation`);
    const state = async (given: string) =>
      (await browser().send('POST', '/api/invitation', { token: given })).status;
    const next = z.looseObject({ token: z.string() }).parse(newer.json).token;
    expect([await state(token), await state(next)]).toEqual([404, 200]);
    // Past by more than a machine's clock is ever set back while a test runs.
    await sql`update invitation set expires_at = clock_timestamp() - interval '1 minute' where user_id = ${id}`.execute(
      on.service.db,
    );
    expect(await state(next)).toBe(404);
    await sql`update invitation set expires_at = clock_timestamp() + interval '1 hour' where user_id = ${id}`.execute(
      on.service.db,
    );
    expect(await state(next)).toBe(200);
    await on.send('PUT', `/api/secure/user/${id}`, { json: { active: false } });
    expect(await state(next)).toBe(404);
    const late = await on.send('POST', `/api/secure/user/${id}/invitation`);
    expect([late.status, late.problem.code]).toEqual([409, 'deactivated']);
  });

  it('is made by administrators of the same company alone', async () => {
    const { id } = await invite();
    for (const role of roles.filter((one) => one !== 'admin')) {
      const send = await on.service.as('helsinki', role);
      expect((await send('POST', `/api/secure/user/${id}/invitation`)).status).toBe(403);
    }
    for (const company of ['group', 'tampere', 'other'] as const) {
      const send = await on.service.as(company);
      expect((await send('POST', `/api/secure/user/${id}/invitation`)).status).toBe(404);
    }
    expect((await on.send('POST', `/api/secure/user/${unknownId}/invitation`)).status).toBe(404);
  });

  it('of an e-mail that has a password asks for it: neither a link nor an e-mail alone opens a second company', async () => {
    const { email, id } = await person('admin', 'other');
    const second = await invite('admin', 'helsinki', email);
    const { send } = browser();
    const read = await send('POST', '/api/invitation', { token: second.token });
    expect(read.json).toMatchObject({ kind: 'join', company: 'Helsinki' });
    const wrong = await send('POST', '/api/invitation/accept', {
      token: second.token,
      password: 'another one entirely',
    });
    expect([wrong.status, wrong.problem.code]).toEqual([401, 'wrong_credentials']);
    expect(signedInUser(await signIn(email))?.memberships.map((one) => one.id)).toEqual([id]);
    const right = await send('POST', '/api/invitation/accept', { token: second.token, password });
    expect(signedInUser(right)?.company.name).toBe('Helsinki');
    expect(
      signedInUser(right)
        ?.memberships.map((one) => one.id)
        .toSorted(),
    ).toEqual([id, second.id].toSorted());
    // Neither company's administrator can set the password of somebody who also works in another company.
    const reset = await on.send('POST', `/api/secure/user/${second.id}/invitation`);
    expect(reset.status).toBe(201);
    const link = z.looseObject({ token: z.string() }).parse(reset.json).token;
    const taken = await send('POST', '/api/invitation/accept', {
      token: link,
      password: 'quite another password',
    });
    expect([taken.status, taken.problem.code]).toEqual([409, 'works_elsewhere']);
    expect((await signIn(email)).status).toBe(200);
  });

  it('says nothing of what its e-mail is used for in another company, until a password is typed', async () => {
    const known = await person('manager', 'other');
    const unknown = { email: 'nobody.yet@example.org' };
    const seen = async (email: string) => {
      const made = await on.send('POST', '/api/secure/user', {
        json: { name: 'Same', email, role: 'manager' },
      });
      const address = `/api/secure/user/${made.entity.id}`;
      const link = await on.send('POST', `${address}/invitation`);
      const { token } = z.looseObject({ token: z.string() }).parse(link.json);
      const read = await browser().send('POST', '/api/invitation', { token });
      const weak = await Promise.all(
        ['short', 'password1234'].map((given) =>
          browser().send('POST', '/api/invitation/accept', { token, password: given }),
        ),
      );
      const renamed = await on.send('PUT', address, { json: { email: `x.${email}` } });
      const back = await on.send('PUT', address, { json: { email } });
      const array = await on.send('POST', '/api/secure/user', {
        json: [{ id: made.entity.id, name: 'Same again' }],
      });
      const events = await on.send('GET', `/api/secure/event?entity_id=${made.entity.id}`);
      const listed = await on.send('GET', `/api/secure/user?email=${encodeURIComponent(email)}`);
      const log = await on.send('GET', '/api/secure/securityevent?sort=-at&limit=5');
      const all = [made, link, read, ...weak, renamed, back, array, events, listed, log];
      const plain = (text: string) =>
        text
          .replaceAll(email.toLowerCase(), 'E')
          .replaceAll(email, 'E')
          .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|req_\w+|\d{4}-[\d-]+T[\d:.]+Z/g, '*')
          .replaceAll(/"(token|next_cursor)":"[^"]+"/g, '"$1":"*"')
          .replaceAll(/"address":"[^"]+"/g, '"address":"*"');
      const headers = (one: (typeof all)[number]) =>
        [...one.headers.keys()].filter((name) => name !== 'content-length').toSorted();
      return all.map((one) => [one.status, headers(one), plain(one.text)]);
    };
    expect(await seen(known.email)).toEqual(await seen(unknown.email));
  });

  it('leaves the same events whether its e-mail had a password or not', async () => {
    const known = await person('manager', 'other');
    const trail = async (email: string) => {
      const invited = await invite('manager', 'helsinki', email);
      const taken = await browser().send('POST', '/api/invitation/accept', {
        token: invited.token,
        password,
      });
      expect(taken.status).toBe(200);
      const events = await on.send('GET', `/api/secure/event?entity_id=${invited.id}`);
      return z
        .object({ data: z.array(z.looseObject({ action: z.string(), payload: z.looseObject({}) })) })
        .parse(events.json)
        .data.map(({ action, payload }) => [action, { ...payload, email: '' }]);
    };
    expect(await trail(known.email)).toEqual(await trail('fresh.person@example.org'));
  });

  it('ends with the membership, or its e-mail: it opens nothing after a reactivation, nor for another e-mail', async () => {
    const { id, token } = await invite();
    await on.send('PUT', `/api/secure/user/${id}`, { json: { active: false } });
    await on.send('PUT', `/api/secure/user/${id}`, { json: { active: true } });
    expect((await browser().send('POST', '/api/invitation', { token })).status).toBe(404);
    const other = await invite();
    await on.send('PUT', `/api/secure/user/${other.id}`, { json: { email: `new.${other.email}` } });
    expect((await browser().send('POST', '/api/invitation', { token: other.token })).status).toBe(404);
  });

  it('again is a reset: another password, and everything that was signed in ends', async () => {
    const one = await person();
    const link = await on.send('POST', `/api/secure/user/${one.id}/invitation`);
    const { token, kind } = z.looseObject({ token: z.string(), kind: z.string() }).parse(link.json);
    expect(kind).toBe('reset');
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(200);
    const fresh = browser();
    const other = 'quite another password';
    expect((await fresh.send('POST', '/api/invitation/accept', { token, password: other })).status).toBe(200);
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await fresh.send('GET', '/api/secure/plu')).status).toBe(200);
    expect([(await signIn(one.email)).status, (await signIn(one.email, other)).status]).toEqual([401, 200]);
  });

  it('has to be taken up anew under another e-mail', async () => {
    const one = await person();
    const renamed = await on.send('PUT', `/api/secure/user/${one.id}`, {
      json: { email: `new.${one.email}` },
    });
    expect(renamed.entity['accepted_at']).toBeNull();
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await signIn(one.email)).status).toBe(401);
    expect((await signIn(`new.${one.email}`)).status).toBe(401);
  });
});
