import { expect, it } from 'vitest';
import { createKey } from '@/server/ops/companies';
import { people } from '../../people';
import { sender } from '../../service';
import { stage } from '../start';

const on = stage();
const { person } = people(on);

/** Sends requests all the time on several lines, until `done`; each notes when it was sent and its status. */
function flood(ask: () => Promise<{ status: number }>, lines = 12) {
  const answers: { sent: number; status: number }[] = [];
  const state = { isDone: false };
  const all = Promise.all(
    Array.from({ length: lines }, async () => {
      while (!state.isDone) {
        const sent = performance.now();
        answers.push({ sent, status: (await ask()).status });
      }
    }),
  );
  return {
    answers,
    end: async () => {
      state.isDone = true;
      await all;
    },
  };
}

it('a key that is revoked among the requests of others is refused from the next request on, and they are not', async () => {
  const { service } = on;
  const other = await service.as('tampere');
  const others = flood(() => other('GET', '/api/secure/plu'));
  for (let n = 0; n < 5; n += 1) {
    const key = await createKey(service.db, service.companies.helsinki, `revoked ${n}`, 'manager');
    const { entities } = await on.send('GET', '/api/secure/apikey?pageSize=1000');
    const id = entities.find(({ name }) => name === `revoked ${n}`)?.id ?? '';
    const ask = sender(service.fetch, key);
    const requests = flood(() => ask('GET', '/api/secure/plu'));
    await expect.poll(() => requests.answers.length).toBeGreaterThan(50);
    const revoked = await on.send('PUT', `/api/secure/apikey/${id}`, { json: { active: false } });
    const since = performance.now();
    expect(revoked.status).toBe(200);
    const after = () => requests.answers.filter(({ sent }) => sent >= since);
    await expect.poll(() => after().length).toBeGreaterThan(50);
    await requests.end();
    expect(new Set(after().map(({ status }) => status))).toEqual(new Set([401]));
    expect(requests.answers[0]?.status).toBe(200);
  }
  await others.end();
  expect(new Set(others.answers.map(({ status }) => status))).toEqual(new Set([200]));
});

it('a session that ends among the requests of its window is refused from the next request on', async () => {
  const window = await person('manager');
  const cookie = window.jar.cookie;
  const ask = () =>
    on.service.fetch(new Request('http://test/api/secure/plu', { headers: { Cookie: cookie } }));
  const requests = flood(async () => ask());
  await expect.poll(() => requests.answers.length).toBeGreaterThan(50);
  const ended = await window.send('DELETE', '/api/session');
  const since = performance.now();
  expect(ended.status).toBe(204);
  const after = () => requests.answers.filter(({ sent }) => sent >= since);
  await expect.poll(() => after().length).toBeGreaterThan(50);
  await requests.end();
  expect(new Set(after().map(({ status }) => status))).toEqual(new Set([401]));
  expect(requests.answers[0]?.status).toBe(200);
});
