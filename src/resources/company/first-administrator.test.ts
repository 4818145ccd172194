import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { runAdmin } from '@/server/ops/admin';
import { tables } from '@/resources/tables';
import { stage } from '@/testing/api/start';
import { signedInUser, people } from '@/testing/people';

const on = stage();
const { person } = people(on);

/**
 * Makes a kind of write fail (`insert on apikey`), as if the service were killed there. The error code is one that the
 * service answers with 503.
 */
const cutAt = (write: string) =>
  sql
    .raw(`create or replace function cut() returns trigger language plpgsql as
        $$ begin raise exception 'cut' using errcode = '40001'; end $$;
      create trigger cut before ${write} for each statement execute function cut()`)
    .execute(on.service.db);

afterEach(() => sql.raw('drop function if exists cut cascade').execute(on.service.db));

const companiesCalled = async (name: string) =>
  (await sql<{ id: string }>`select id from company where name = ${name}`.execute(on.service.db)).rows;

it('a person who makes a company is its administrator at once, and works in it after switching', async () => {
  const { send } = await person('admin', 'group');
  const made = await send('POST', '/api/secure/company', [{ name: 'One' }, { name: 'Another' }]);
  expect(made.status).toBe(200);
  const names = signedInUser(await send('GET', '/api/session'))?.memberships.map(
    ({ company }) => company.name,
  );
  expect(names).toEqual(expect.arrayContaining(['One', 'Another']));
  const [first] = z.array(z.object({ id: z.string() })).parse(made.json);
  const membership = signedInUser(await send('GET', '/api/session'))?.memberships.find(
    ({ company }) => company.id === first?.id,
  );
  const switched = await send('PUT', '/api/session', { user_id: membership?.id });
  expect([switched.status, signedInUser(switched)?.role]).toEqual([200, 'admin']);
  expect((await send('POST', '/api/secure/tender', { name: 'Cash', type: 'cash' })).status).toBe(201);
});

for (const step of ['insert on "user"', 'update on "user"']) {
  it(`a company whose first administrator cannot be written is not made: cut at ${step}`, async () => {
    const { send } = await person('admin', 'group');
    await cutAt(step);
    expect((await send('POST', '/api/secure/company', { name: `Cut at ${step}` })).status).toBe(503);
    expect(await companiesCalled(`Cut at ${step}`)).toEqual([]);
    await sql.raw('drop function cut cascade').execute(on.service.db);
    expect((await send('POST', '/api/secure/company', { name: `Cut at ${step}` })).status).toBe(201);
    const names = signedInUser(await send('GET', '/api/session'))?.memberships.map(
      ({ company }) => company.name,
    );
    expect(names).toContain(`Cut at ${step}`);
  });
}

it('npm run admin makes a company with its first key, or neither', async () => {
  await cutAt('insert on apikey');
  const lines: string[] = [];
  const create = () =>
    runAdmin({ db: on.service.db, tables }, ['company', 'create', '--name', 'Satama Oy'], (line) =>
      lines.push(line),
    );
  await expect(create()).rejects.toThrow();
  expect([await companiesCalled('Satama Oy'), lines]).toEqual([[], []]);
  await sql.raw('drop function cut cascade').execute(on.service.db);
  await create();
  expect(await companiesCalled('Satama Oy')).toHaveLength(1);
  expect(lines.join('\n')).toMatch(/shown this once:\nth_/);
});
