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

it('the memberships of one e-mail, in whichever company and case, are one login', async () => {
  const first = await make('Maija@Example.org');
  const second = await make('maija@example.ORG', await on.service.as('other'));
  const another = await make('pekka@example.org');
  expect([first['email'], second['email']]).toEqual(['Maija@Example.org', 'maija@example.ORG']);
  expect(await loginOf(first.id)).toEqual(await loginOf(second.id));
  expect((await loginOf(first.id))?.email).toBe('maija@example.org');
  expect((await loginOf(another.id))?.login_id).not.toBe((await loginOf(first.id))?.login_id);
  await on.send('PUT', `${list}/${another.id}`, { json: { email: 'MAIJA@example.org' } });
  expect(await loginOf(another.id)).toEqual(await loginOf(first.id));
});

it('one new e-mail, given many times at once, makes one login', async () => {
  const send = [on.send, await on.service.as('tampere'), await on.service.as('other')];
  const made = await Promise.all(send.flatMap((one) => [1, 2, 3].map(() => make('new@example.org', one))));
  const logins = await Promise.all(made.map((one) => loginOf(one.id)));
  expect(new Set(logins.map((one) => one?.login_id)).size).toBe(1);
});

it('is refused without an e-mail that could be one, and without a role that there is', async () => {
  for (const [field, value] of [
    ['email', 'maija'],
    ['email', 'a b@example.org'],
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
