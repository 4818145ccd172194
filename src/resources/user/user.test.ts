import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import type { Sender } from '@/testing/service';

const on = stage();
const list = '/api/secure/user';
const make = async (email: string, send: Sender = on.send) =>
  (await send('POST', list, { json: { name: 'Maija', email, role: 'manager' } })).entity;
const loginOf = async (id: string) => {
  const { rows } = await sql<{ login_id: string; email: string }>`
    select u.login_id, l.email from "user" u join login l on l.id = u.login_id where u.id = ${id}`.execute(
    on.service.db,
  );
  return rows[0];
};

it('the memberships of one e-mail, in whichever company, are one login', async () => {
  const first = await make('maija@example.org');
  const second = await make('maija@example.org', await on.service.as('other'));
  const another = await make('pekka@example.org');
  expect(await loginOf(first.id)).toEqual(await loginOf(second.id));
  expect((await loginOf(first.id))?.email).toBe('maija@example.org');
  expect((await loginOf(another.id))?.login_id).not.toBe((await loginOf(first.id))?.login_id);
  await on.send('PUT', `${list}/${another.id}`, { json: { email: 'maija@example.org' } });
  expect(await loginOf(another.id)).toEqual(await loginOf(first.id));
});

it('one new e-mail, given many times at once, makes one login', async () => {
  const send = [on.send, await on.service.as('tampere'), await on.service.as('other')];
  const made = await Promise.all(send.flatMap((one) => [1, 2, 3].map(() => make('new@example.org', one))));
  const logins = await Promise.all(made.map((one) => loginOf(one.id)));
  expect(new Set(logins.map((one) => one?.login_id)).size).toBe(1);
});

it.each([
  ['Maija@Example.org', 'maija@example.org'],
  ['maija@m\u00FCller.de', 'maija@xn--mller-kva.de'],
  ['mi\u212Ae@example.org', 'mike@example.org'],
])('an e-mail in another spelling, %j, is refused and the canonical one offered', async (email, offer) => {
  const { id } = await make('spelling@example.org');
  const problem = {
    pointer: '/email',
    code: 'not_canonical',
    offer,
    detail: `Write the address as ${offer}`,
  };
  for (const answer of [
    await on.send('POST', list, { json: { name: 'Maija', email, role: 'manager' } }),
    await on.send('PUT', `${list}/${id}`, { json: { email } }),
    await on.send('POST', list, { json: { id, email } }),
  ]) {
    expect(answer.status).toBe(422);
    expect(answer.problem.errors).toEqual([problem]);
  }
  const many = await on.send('POST', list, { json: [{ id, email }] });
  expect([many.status, many.pointers]).toEqual([422, ['/0/email']]);
});

it('SQL keeps the canonical form too, and a membership the address of its login', async () => {
  const { id } = await make('kept@example.org');
  const inTransaction = (statement: string) =>
    on.service.db.connection().execute(async (db) => {
      await sql.raw('begin').execute(db);
      try {
        return await sql.raw(statement).execute(db);
      } finally {
        await sql.raw('rollback').execute(db);
      }
    });
  for (const statement of [
    `set local role tillhouse_auth; insert into login (email) values ('Kept@example.org')`,
    `set local role tillhouse_auth; update login set email = 'k\u0130pt@example.org' where email = 'kept@example.org'`,
    `set local role tillhouse_auth; update "user" set email = 'else@example.org' where id = '${id}'`,
  ])
    await expect(inTransaction(statement)).rejects.toMatchObject({ code: '23514' });
});

it('is refused without an e-mail that could be one, and without a role that there is', async () => {
  for (const [field, value] of [
    ['email', 'maija'],
    ['email', 'a b@example.org'],
    ['email', '"x"<a@b>'],
    ['email', null],
    ['role', 'boss'],
  ] as const) {
    const body = { name: 'Maija', email: 'maija@example.org', role: 'manager', [field]: value };
    const answer = await on.send('POST', list, { json: body });
    expect([answer.status, answer.pointers]).toEqual([422, [`/${field}`]]);
  }
});

it('the role of requests sees no login, and cannot ask for one but by giving its e-mail', async () => {
  for (const statement of ['select * from login', `insert into login (email) values ('x@example.org')`]) {
    await on.service.db.connection().execute(async (db) => {
      await sql.raw('begin; set local role tillhouse_app').execute(db);
      await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
      await sql.raw('rollback').execute(db);
    });
  }
});
