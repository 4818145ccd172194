import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { stage } from '@/testing/api/start';

const on = stage();

it('x', async () => {
  const made = await on.send('POST', '/api/secure/user', { json: { name: 'Aino', email: 'Aino@example.org', role: 'manager' } });
  expect(made.status).toBe(201);
  const link = await on.send('POST', `/api/secure/user/${made.entity.id}/invitation`);
  console.log(link.text);
  const { token } = link.json as { token: string };
  const post = (path: string, body: object, headers = {}) => on.service.fetch(new Request(`http://test${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }));
  console.log(await (await post('/api/invitation', { token })).text());
  const acc = await post('/api/invitation/accept', { token, password: 'a long enough one' });
  console.log(acc.status, acc.headers.get('set-cookie'), await acc.text());
  const s = await post('/api/session', { email: 'aino@example.org', password: 'a long enough one' });
  console.log(s.status, await s.text());
  console.log((await sql`select * from event where entity = 'user'`.execute(on.service.db)).rows);
});
