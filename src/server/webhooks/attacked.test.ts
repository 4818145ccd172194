import net from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mostWebhooks } from '@/contract/webhooks';
import { stage } from '@/testing/api/start';
import { people } from '@/testing/people';
import { readAs, webhookAt, webhooksOf } from '@/testing/webhooks';
import { deliverySchema, testSchema } from '@/contract/webhooks';
import { sendMessage } from './send';
import { openTargets } from './targets';
import { openWebhooks } from './webhooks';

const on = stage();
const { person } = people(on);
const hooks = webhooksOf(on);
const { make, deliver, product, types, standing, deliveries, asSender } = hooks;

/** Another process that delivers. */
const another = () =>
  openWebhooks({
    db: on.service.db,
    tables: {},
    log: { warn: (...args: unknown[]) => console.error('WARN', JSON.stringify(args)), info: () => undefined },
    targets: openTargets(['127.0.0.1']),
    secretKeys: on.service.secretKeys,
    every: null,
    pauses: [0],
  });

describe('what a receiver answers', () => {
  it('is stored also where its text is cut within a character', async () => {
    const { id } = await make(['plu.created']);
    let refusals = 2;
    hooks.receiver.answer(() => (refusals-- > 0 ? { status: 500, text: `${'a'.repeat(199)}😀` } : { status: 200 }));
    await product();
    await deliver();
    expect((await deliveries(id)).map(({ state, attempts }) => [state, attempts])).toEqual([['delivered', 3]]);
    hooks.receiver.answer(() => ({ status: 500, text: `${'a'.repeat(199)}😀` }));
    expect((await on.send('POST', webhookAt(id, '/test'))).status).toBe(200);
  });

  it('is kept of no person who was erased', async () => {
    const { id } = await make(['customer.created']);
    hooks.receiver.answer(({ text }) => ({ status: 500, text: `Not taken: ${JSON.parse(text).data.record?.name}` }));
    const customer = await on.send('POST', '/api/secure/customer', { json: { name: 'Maija Meikäläinen' } });
    await on.service.webhooks.runNow();
    await expect.poll(async () => JSON.stringify(await deliveries(id))).toContain('Maija');
    hooks.receiver.answer(() => ({ status: 204 }));
    await deliver();
    const [one] = await deliveries(id);
    await on.send('POST', `/api/secure/customer/${customer.entity.id}/erase`);
    const looked = readAs(deliverySchema, await on.send('GET', webhookAt(id, `/deliveries/${one?.id}`)));
    expect(JSON.stringify(looked)).not.toContain('Maija');
  });
});

describe('the order of a record', () => {
  it('holds in a replay of kinds that were not wanted before', async () => {
    const { id } = await make(['plu.changed']);
    const since = new Date(Date.now() - 1000).toISOString();
    const bun = await product();
    await on.send('PUT', `/api/secure/plu/${bun}`, { json: { base_price: '4.60' } });
    await deliver();
    expect(types(bun)).toEqual(['plu.changed']);
    await on.send('PUT', webhookAt(id), { json: { data: { kinds: ['plu.created', 'plu.changed'] } } });
    await on.send('POST', webhookAt(id, '/replay'), { json: { from: since } });
    await deliver();
    expect(types(bun)).toEqual(['plu.changed', 'plu.created', 'plu.changed']);
  });

  it('holds while an older one is sent again', async () => {
    const { id } = await make(['plu.created', 'plu.changed']);
    const bun = await product();
    await deliver();
    hooks.receiver.answer(() => null);
    await on.send('PUT', `/api/secure/plu/${bun}`, { json: { base_price: '4.60' } });
    await on.service.webhooks.runNow();
    await expect.poll(() => types(bun)).toEqual(['plu.created', 'plu.changed']);
    const [, first] = await deliveries(id);
    await on.send('POST', webhookAt(id, `/deliveries/${first?.id}/resend`));
    await new Promise((r) => setTimeout(r, 300));
    expect(types(bun)).toEqual(['plu.created', 'plu.changed']);
  });

  it('holds for two processes, with many records', async () => {
    const { id } = await make(['plu.created', 'plu.changed']);
    const second = another();
    const underWay = new Map<string, number>();
    let most = 0;
    void underWay;
    let n = 0;
    hooks.receiver.answer(() => ({ status: (n += 1) % 5 === 0 ? 503 : 200 }));
    const ids = await Promise.all(Array.from({ length: 20 }, (_, k) => product(`P ${k}`)));
    for (let price = 1; price <= 4; price += 1)
      await Promise.all(ids.map((one) => on.send('PUT', `/api/secure/plu/${one}`, { json: { base_price: `${price}.00` } })));
    for (let k = 0; k < 100 && (k < 2 || ((await standing(id))?.waiting ?? 0) > 0); k += 1)
      await Promise.all([on.service.webhooks.runNow(), second.runNow()]).then(() => new Promise((r) => setTimeout(r, 50)));
    await deliver();
    await second.close();
    void most;
    for (const one of ids) {
      const versions = hooks.receiver.received.filter(({ body }) => body.data['id'] === one).map(({ body }) => Number(body.data['version']));
      expect(versions.toSorted((a, b) => a - b)).toEqual(versions);
      expect(new Set(versions)).toEqual(new Set([1, 2, 3, 4, 5]));
    }
    expect((await standing(id))?.waiting).toBe(0);
  });
});

it('a company that is deactivated sends nothing any more, also of what is under way', async () => {
  const { id } = await make(['plu.created']);
  hooks.receiver.answer(() => null);
  for (let n = 0; n < 12; n += 1) await product(`P ${n}`);
  await on.service.webhooks.runNow();
  await expect.poll(() => hooks.receiver.received.length).toBe(4);
  const { companyId } = on.service.companies.helsinki;
  const set = (active: boolean) => sql`update company set active = ${active} where id = ${companyId}`.execute(on.service.db);
  await set(false);
  try {
    hooks.receiver.answer(() => ({ status: 200 }));
    await asSender(sql`update webhook_delivery set claimed_until = clock_timestamp() - interval '1 second' where webhook_id = ${id}::uuid and state = 'waiting'`);
    void on.service.webhooks.runNow();
    await new Promise((r) => setTimeout(r, 11_500));
    expect(hooks.receiver.received.length).toBe(4);
  } finally {
    await set(true);
  }
});

it('two at once make no more webhooks than there may be', async () => {
  const { tenantId } = on.service.companies.tampere;
  void tenantId;
  const send = await on.service.as('tampere');
  const there = (await send('GET', '/api/secure/webhook?active=true&limit=1')).step.data.length;
  void there;
  const data = { url: 'https://example.com/', kinds: ['plu.created'] };
  const many = (n: number) => send('POST', '/api/secure/webhook', { json: Array.from({ length: n }, () => ({ name: 'W', data })) });
  const first = await many(mostWebhooks - 2);
  expect([first.status, first.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  const answers = await Promise.all(Array.from({ length: 6 }, () => many(1)));
  const active = (await send('GET', '/api/secure/webhook?active=true&limit=1000')).step.data.length;
  expect([answers.map(({ status }) => status).toSorted(), active]).toEqual([[200, 200, 409, 409, 409, 409], mostWebhooks]);
});

it('whoever changes a webhook while it sends is answered', async () => {
  const { id } = await make(['plu.created']);
  for (let n = 0; n < 30; n += 1) await product(`P ${n}`);
  let n = 0;
  hooks.receiver.answer(() => ({ status: (n += 1) % 3 === 0 ? 503 : 200 }));
  const statuses: string[] = [];
  const act = async (name: string, work: () => ReturnType<typeof on.send>) => {
    for (let k = 0; k < 12; k += 1) {
      const a = await work();
      if (a.status >= 500) statuses.push(`${name} ${a.status} ${a.text}`);
    }
  };
  const all = await deliveries(id, '?limit=50');
  void all;
  const [one] = (await deliver(), await deliveries(id));
  const second = another();
  await Promise.all([
    act('put', () => on.send('PUT', webhookAt(id), { json: { data: { note: String(Math.random()) } } })),
    act('off', () => on.send('PUT', webhookAt(id), { json: { active: false } })),
    act('on', () => on.send('PUT', webhookAt(id), { json: { active: true } })),
    act('secret', () => on.send('POST', webhookAt(id, '/secret'), { json: {} })),
    act('resume', () => on.send('POST', webhookAt(id, '/resume'))),
    act('replay', () => on.send('POST', webhookAt(id, '/replay'), { json: { from: new Date(Date.now() - 60_000).toISOString() } })),
    act('resend', () => on.send('POST', webhookAt(id, `/deliveries/${one?.id}/resend`))),
    act('skip', () => on.send('POST', webhookAt(id, `/deliveries/${one?.id}/skip`))),
    (async () => { for (let k = 0; k < 40; k += 1) { await second.runNow(); await on.service.webhooks.runNow(); } })(),
  ]);
  await second.close();
  const { rows } = await sql`select deadlocks, (select count(*) from pg_stat_database) from pg_stat_database where datname = current_database()`.execute(on.service.db);
  console.log('DEADLOCKS', JSON.stringify(rows));
  expect(statuses).toEqual([]);
}, 60_000);

it('its secret is in no table, no stored answer and no list', async () => {
  const before = await on.send('GET', '/api/secure/webhook?limit=10');
  const made = await on.send('POST', '/api/secure/webhook', { json: { name: 'S', data: { url: hooks.receiver.url(), kinds: ['webhook.changed'] } } });
  const id = made.entity.id;
  const list = await on.send('GET', '/api/secure/webhook');
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const first = await on.send('POST', webhookAt(id, '/secret'), { json: {}, headers: key });
  const again = await on.send('POST', webhookAt(id, '/secret'), { json: {}, headers: key });
  console.log('IDEMP', first.status, again.status, first.text === again.text, first.header('cache-control'), before.status);
  const secret = JSON.parse(first.text).secret?.slice(6) ?? 'x';
  const cond = await on.send('GET', '/api/secure/webhook', { headers: { 'If-None-Match': list.header('etag') ?? '' } });
  console.log('LIST', list.header('etag'), cond.status);
  const one = await on.send('GET', webhookAt(id));
  expect(one.text).not.toContain('sealed');
  await deliver();
  console.log('SELF', types(), hooks.receiver.received[0]?.text, JSON.stringify(await standing(id)), JSON.stringify(await deliveries(id)), await asSender(sql`select q.*, settled_place() from webhook_queue q where webhook_id = ${id}::uuid`), first.text);
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(on.service.db);
  expect(rows.length).toBeGreaterThan(10);
});

it('is seen by nobody but administrators', async () => {
  const mark = 'zebrahook';
  const made = await on.send('POST', '/api/secure/webhook', { json: { name: mark, data: { url: `https://${mark}.example.com/`, kinds: ['plu.created'] } } });
  const paths = ['event?limit=1000', `event?entity=webhook`, `event?entity_id=${made.entity.id}`, `find?q=${mark}`, `search?q=${mark}`, `webhook/${made.entity.id}`, `webhook/${made.entity.id}/changes?pointer=/data/url`,
    `webhook?as_of=${new Date().toISOString()}`, 'recent_changes', 'webhook/export', `webhook/${made.entity.id}/deliveries`];
  for (const role of ['manager', 'accountant', 'terminal'] as const) {
    const send = await on.service.as('helsinki', role);
    for (const p of paths) {
      const a = await send('GET', `/api/secure/${p}`);
      if (role === 'manager') console.log(p, a.status);
      expect([role, p, a.text.replaceAll(/"instance":"[^"]*"/g, '').includes(`${mark}.ex`)]).toEqual([role, p, false]);
    }
  }
  const window = await person('manager');
  void window;
});

it('what is no answer ends its attempt in time', async () => {
  const say: Record<string, (s: net.Socket) => void> = {
    upgrade: (s) => s.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello'),
    continues: (s) => { const t = setInterval(() => s.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 5); s.on('close', () => clearInterval(t)); },
    nonsense: (s) => s.write('hello\r\n\r\n'),
    headers: (s) => { s.write('HTTP/1.1 200 OK\r\n'); const t = setInterval(() => s.write('a: b\r\n'.repeat(10)), 2); s.on('close', () => clearInterval(t)); },
    endless: (s) => { s.write('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n'); const t = setInterval(() => s.write('1\r\na\r\n'), 20); s.on('close', () => clearInterval(t)); },
    never: (s) => { s.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'); },
    cut: (s) => { s.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'); s.end(); },
    gone: (s) => s.destroy(),
    half: (s) => { s.write('HTTP/1.1 204 No Content\r\n\r\n'); },
    zip: (s) => { s.write('HTTP/1.1 500 No\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x00\xff'); },
  };
  const results: string[] = [];
  for (const [name, how] of Object.entries(say)) {
    const server = net.createServer((s) => { s.on('error', () => undefined); s.once('data', () => how(s)); });
    await new Promise<void>((r) => server.listen(0, '127.0.0.1', r));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const told = await Promise.race([
      sendMessage(openTargets(['127.0.0.1']), { id: 'one', url: `http://127.0.0.1:${port}/`, body: '{}', secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`] }, new AbortController().signal, 700),
      new Promise<null>((r) => setTimeout(r, 3000, null)),
    ]);
    results.push(`${name}: ${JSON.stringify(told)}`);
    server.close();
  }
  console.log(results.join('\n'));
}, 60_000);

it('go-on and replay right after a restore are not lost', async () => {
  const { id } = await make(['plu.created']);
  await product();
  await deliver();
  await asSender(sql`delete from webhook_queue where webhook_id = ${id}::uuid`);
  await asSender(sql`delete from webhook_delivery where webhook_id = ${id}::uuid`);
  const since = new Date(Date.now() - 60_000).toISOString();
  console.log('STATE', JSON.stringify(await standing(id)));
  await on.send('POST', webhookAt(id, '/replay'), { json: { from: since } });
  await on.send('POST', webhookAt(id, '/resume'));
  await deliver();
  console.log('AFTER', JSON.stringify(await standing(id)), types().length);
});

it('test', () => { void z; void testSchema; });
