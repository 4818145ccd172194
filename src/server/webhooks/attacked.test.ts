import net from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deliverySchema, mostWebhooks } from '@/contract/webhooks';
import { stage } from '@/testing/api/start';
import type { Answer } from '@/testing/answer';
import { readAs, webhookAt, webhooksOf } from '@/testing/webhooks';
import { sendMessage } from './send';
import { openTargets } from './targets';
import { openWebhooks } from './webhooks';

// What was tried against webhooks, and went through before it was mended.

const on = stage();
const hooks = webhooksOf(on);
const { make, deliver, product, types, standing, deliveries, asSender } = hooks;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Another process that delivers. */
const another = (db = on.service.db) =>
  openWebhooks({
    db,
    tables: {},
    log: { warn: () => undefined, info: () => undefined },
    targets: openTargets(['127.0.0.1']),
    secretKeys: on.service.secretKeys,
    every: null,
    pauses: [0],
  });

const changePrice = (id: string, base_price: string) =>
  on.send('PUT', `/api/secure/plu/${id}`, { json: { base_price } });

describe('what a receiver answers', () => {
  const half = { status: 500, text: `${'a'.repeat(199)}😀` };

  it('is stored also where it is cut within a character, and holds nothing up', async () => {
    const { id } = await make(['plu.created']);
    let refusals = 2;
    hooks.receiver.answer(() => (refusals-- > 0 ? half : { status: 200 }));
    await product();
    await deliver();
    expect((await deliveries(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['delivered', 3],
    ]);
    hooks.receiver.answer(() => half);
    expect((await on.send('POST', webhookAt(id, '/test'))).status).toBe(200);
  });

  it('is kept of no person who was erased, nor what comes after that', async () => {
    const { id } = await make(['customer.created']);
    hooks.receiver.answer(({ body }) => ({
      status: 500,
      text: `Not taken: ${Object(body.data['record']).name}`,
    }));
    const customer = await on.send('POST', '/api/secure/customer', { json: { name: 'Maija Meikäläinen' } });
    await on.service.webhooks.runNow();
    await expect.poll(async () => JSON.stringify(await deliveries(id))).toContain('Maija');
    const [one] = await deliveries(id);
    const looked = async () =>
      JSON.stringify(
        readAs(deliverySchema, await on.send('GET', webhookAt(id, `/deliveries/${one?.id}`))).tries,
      );
    await asSender(sql`update webhook_delivery set next_at = 'infinity' where id = ${one?.id}::uuid`);
    await expect.poll(() => on.service.webhooks.count()).toBe(0);
    await on.send('POST', `/api/secure/customer/${customer.entity.id}/erase`);
    expect(await looked()).not.toContain('Maija');
    hooks.receiver.answer(() => ({ status: 500, text: 'Still not: Maija' }));
    await asSender(
      sql`update webhook_delivery set tries = '[]', next_at = clock_timestamp() where id = ${one?.id}::uuid`,
    );
    await on.service.webhooks.runNow();
    await expect.poll(looked).toContain('500');
    expect(await looked()).not.toContain('Maija');
  });

  it.each([
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', 101],
    ['nonsense', 'hello\r\n\r\n', null],
    ['half of an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n', null],
    ['headers without an end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(5000)}`, null],
  ])('ends its attempt in time, whatever it is: %s', async (_, said, status) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(said));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const url = `http://127.0.0.1:${port}/`;
    const secrets = [`whsec_${Buffer.alloc(32).toString('base64')}`];
    const told = await Promise.race([
      sendMessage(
        openTargets(['127.0.0.1']),
        { id: 'one', url, body: '{}', secrets },
        new AbortController().signal,
        500,
      ),
      pause(3000),
    ]);
    server.close();
    expect(told).toMatchObject({ status });
  });
});

describe('the order of a record', () => {
  it('holds in a replay of kinds that were not wanted before', async () => {
    const { id } = await make(['plu.changed']);
    const since = new Date(Date.now() - 1000).toISOString();
    const bun = await product();
    await changePrice(bun, '4.60');
    await deliver();
    expect(types(bun)).toEqual(['plu.changed']);
    await on.send('PUT', webhookAt(id), { json: { data: { kinds: ['plu.created', 'plu.changed'] } } });
    await on.send('POST', webhookAt(id, '/replay'), { json: { from: since } });
    await deliver();
    expect(types(bun)).toEqual(['plu.changed', 'plu.created', 'plu.changed']);
  });

  it('holds in a replay while some wait: they wait until what is older is read again', async () => {
    const { tenantId, companyId } = on.service.companies.helsinki;
    const { id } = await make(['plu.changed']);
    const since = new Date().toISOString();
    const bun = await product();
    // More than one turn reads.
    await sql`insert into event (tenant_id, company_id, at, action, entity, entity_id, payload, after)
      select ${tenantId}, ${companyId}, now(), 'create', 'grp', gen_random_uuid(), '{}', '{}' from generate_series(1, 2500)`.execute(
      on.service.db,
    );
    hooks.receiver.answer(() => ({ status: 500 }));
    await changePrice(bun, '4.60');
    await on.service.webhooks.runNow();
    await expect.poll(async () => (await standing(id))?.waiting).toBe(1);
    await on.send('PUT', webhookAt(id), { json: { data: { kinds: ['plu.created', 'plu.changed'] } } });
    await on.send('POST', webhookAt(id, '/replay'), { json: { from: since } });
    await expect.poll(async () => (await standing(id))?.waiting, { timeout: 5000 }).toBe(2);
    await expect.poll(() => on.service.webhooks.count()).toBe(0);
    const before = hooks.receiver.received.length;
    hooks.receiver.answer(() => ({ status: 200 }));
    await on.send('POST', webhookAt(id, '/resume'));
    await deliver();
    const later = hooks.receiver.received.slice(before).filter(({ body }) => body.data['id'] === bun);
    expect(later.map(({ body }) => body.type).slice(-2)).toEqual(['plu.created', 'plu.changed']);
    expect((await standing(id))?.waiting).toBe(0);
  });

  it('holds while an older one is sent again: the one under way ends first', async () => {
    const { id } = await make(['plu.created', 'plu.changed']);
    const bun = await product();
    await deliver();
    hooks.receiver.answer(() => null);
    await changePrice(bun, '4.60');
    await on.service.webhooks.runNow();
    await expect.poll(() => types(bun)).toEqual(['plu.created', 'plu.changed']);
    const [, first] = await deliveries(id);
    await on.send('POST', webhookAt(id, `/deliveries/${first?.id}/resend`));
    await pause(300);
    expect(types(bun)).toEqual(['plu.created', 'plu.changed']);
  });

  it('holds for two processes, with many records and refusals, and each version comes', async () => {
    const { id } = await make(['plu.created', 'plu.changed']);
    const second = another();
    let n = 0;
    hooks.receiver.answer(() => ({ status: (n += 1) % 5 === 0 ? 503 : 200 }));
    const ids = await Promise.all(Array.from({ length: 12 }, (_, k) => product(`Product ${k}`)));
    for (const price of ['1.00', '2.00', '3.00'])
      await Promise.all(ids.map((one) => changePrice(one, price)));
    await expect
      .poll(
        async () => {
          await Promise.all([on.service.webhooks.runNow(), second.runNow()]);
          return (await deliveries(id, '?state=delivered&limit=100')).length;
        },
        { timeout: 10_000 },
      )
      .toBe(48);
    await second.close();
    for (const one of ids) {
      const versions = hooks.receiver.received
        .filter(({ body }) => body.data['id'] === one)
        .map(({ body }) => Number(body.data['version']));
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
      expect([...new Set(versions)]).toEqual([1, 2, 3, 4]);
    }
  });
});

it('a company that does not work any more sends nothing of what waits, also by a turn that follows an attempt', async () => {
  const { id } = await make(['plu.created']);
  const { companyId } = on.service.companies.helsinki;
  const set = (active: boolean) =>
    sql`update company set active = ${active} where id = ${companyId}`.execute(on.service.db);
  hooks.receiver.answer(() => null);
  for (let n = 0; n < 8; n += 1) await product(`Product ${n}`);
  await on.service.webhooks.runNow();
  await expect.poll(() => hooks.receiver.received.length).toBe(4);
  await set(false);
  try {
    // The four are cut off, and their ends are stored: nothing else begins.
    await hooks.receiver.close();
    await expect.poll(() => on.service.webhooks.count()).toBe(0);
    await pause(200);
    const attempts = await asSender(
      sql`select sum(attempts)::int as sum from webhook_delivery where webhook_id = ${id}::uuid`,
    );
    expect(attempts).toEqual([{ sum: 4 }]);
  } finally {
    await set(true);
  }
});

it('some at once make no more webhooks than there may be', async () => {
  const send = await on.service.as('tampere');
  const data = { url: 'https://example.com/', kinds: ['plu.created'] };
  const many = (count: number) =>
    send('POST', '/api/secure/webhook', {
      json: Array.from({ length: count }, () => ({ name: 'Many', data })),
    });
  expect((await many(mostWebhooks - 2)).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 6 }, () => many(1)));
  // What other tests would wait for.
  const { companyId } = on.service.companies.tampere;
  await sql`update webhook set active = false where company_id = ${companyId}`.execute(on.service.db);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(statuses.filter((status) => status === 409)).toHaveLength(4);
});

it('all that is done to a webhook at once, while it sends, waits for no deadlock', async () => {
  const { id } = await make(['plu.created']);
  for (let n = 0; n < 10; n += 1) await product(`Product ${n}`);
  await deliver();
  const [one] = await deliveries(id);
  let n = 0;
  hooks.receiver.answer(() => ({ status: (n += 1) % 3 === 0 ? 503 : 200 }));
  const second = another();
  const from = new Date(Date.now() - 60_000).toISOString();
  const acts: readonly (() => Promise<Answer>)[] = [
    () => on.send('PUT', webhookAt(id), { json: { data: { note: String(Math.random()) } } }),
    () => on.send('PUT', webhookAt(id), { json: { active: false } }),
    () => on.send('PUT', webhookAt(id), { json: { active: true } }),
    () => on.send('POST', webhookAt(id, '/secret'), { json: {} }),
    () => on.send('POST', webhookAt(id, '/resume')),
    () => on.send('POST', webhookAt(id, '/replay'), { json: { from } }),
    () => on.send('POST', webhookAt(id, `/deliveries/${one?.id}/resend`)),
    () => on.send('POST', webhookAt(id, `/deliveries/${one?.id}/skip`)),
  ];
  const statuses: number[] = [];
  await Promise.all([
    ...acts.map(async (act) => {
      for (let k = 0; k < 8; k += 1) statuses.push((await act()).status);
    }),
    (async () => {
      for (let k = 0; k < 20; k += 1) await Promise.all([second.runNow(), on.service.webhooks.runNow()]);
    })(),
  ]);
  await second.close();
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  // What a connection counted is there a second later.
  await pause(1200);
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`.execute(
    on.service.db,
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
}, 30_000);

it('go on and replay are kept that come right after a restore, before anybody looked', async () => {
  const { id } = await make(['plu.created']);
  const since = new Date(Date.now() - 1000).toISOString();
  const bun = await product();
  await deliver();
  await asSender(sql`delete from webhook_queue where webhook_id = ${id}::uuid`);
  await asSender(sql`delete from webhook_delivery where webhook_id = ${id}::uuid`);
  expect((await on.send('POST', webhookAt(id, '/replay'), { json: { from: since } })).status).toBe(204);
  await deliver();
  expect([types(bun).length, (await standing(id))?.state]).toEqual([1, 'paused']);
  expect((await on.send('POST', webhookAt(id, '/resume'))).status).toBe(204);
  await deliver();
  expect([types(bun).length, (await standing(id))?.state]).toEqual([2, 'fine']);
});

it('the events of a tenant lead to one look at a time, and the last of them to one more', async () => {
  const looks = { under: 0, most: 0, all: 0 };
  const { db } = on.service;
  const slow = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      looks.under += 1;
      looks.all += 1;
      looks.most = Math.max(looks.most, looks.under);
      await pause(150);
      looks.under -= 1;
      return result;
    },
  });
  const second = another(slow);
  await second.runNow();
  const { tenantId } = on.service.companies.other;
  Object.assign(looks, { most: 0, all: 0 });
  for (let n = 0; n < 20; n += 1) {
    second.noteEvents(tenantId);
    void second.runNow(tenantId);
    await pause(20);
  }
  await pause(500);
  await second.close();
  expect(looks.most).toBe(1);
  expect(looks.all).toBeGreaterThanOrEqual(2);
});

it('a secret is in no table as it is, in no answer but one, and repeats no other', async () => {
  const { id } = await make(['webhook.changed']);
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const list = await on.send('GET', '/api/secure/webhook');
  const [first, second] = [
    await on.send('POST', webhookAt(id, '/secret'), { json: {}, headers }),
    await on.send('POST', webhookAt(id, '/secret'), { json: {}, headers }),
  ];
  expect(first.text).not.toBe(second.text);
  const now = await on.send('GET', '/api/secure/webhook', {
    headers: { 'If-None-Match': list.header('etag') ?? '' },
  });
  expect(now.status).toBe(200);
  await deliver();
  const secret = /whsec_([\w+/=]{24})/.exec(second.text)?.[1] ?? '';
  expect(secret).toHaveLength(24);
  const answers = await Promise.all(
    ['webhook', `webhook/${id}`, 'event?limit=1000', 'securityevent?limit=1000'].map((at) =>
      on.send('GET', `/api/secure/${at}`),
    ),
  );
  const said = [...answers, ...hooks.receiver.received].map(({ text }) => text).join('');
  expect(said).not.toMatch(/"sealed|before_until/);
  expect(said).not.toContain(secret);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(on.service.db);
  for (const { name } of rows) {
    const found = await sql`select from ${sql.table(name)} t where strpos(t::text, ${secret}) > 0`.execute(
      on.service.db,
    );
    expect([name, found.rows.length]).toEqual([name, 0]);
  }
});
