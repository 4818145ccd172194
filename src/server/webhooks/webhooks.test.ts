import { sql } from 'kysely';
import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';
import { people } from '@/testing/people';
import { startReceiver, type Receiver } from '@/testing/receiver';
import type { Sender } from '@/testing/service';
import { openShop, soundReceipt } from '@/testing/shop';
import {
  deliveriesSchema,
  deliverySchema,
  secretSchema,
  testSchema,
  webhookStatesSchema,
} from '@/contract/webhooks';
import { webhookKinds } from '@/resources/webhook/kinds';
import { webhookLetters } from '@/resources/webhook/letters.server';
import type { WaitingMail } from '../mail/outbox';
import { contracts } from '@/resources/contracts';
import { openTargets } from './targets';
import { openWebhooks } from './webhooks';

const on = stage();
const { person } = people(on);
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  // Those of other tests read the same trail.
  for (const company of ['helsinki', 'group', 'other'] as const) {
    const send = await on.service.as(company);
    const all = (await send('GET', '/api/secure/webhook?limit=1000')).step.data;
    for (const { id, active } of all) if (active) await send('PUT', at(id), { json: { active: false } });
  }
});

const at = (id: string, rest = '') => `/api/secure/webhook/${id}${rest}`;
/** Reads an answer that was compared with the OpenAPI document already. */
const read = <S extends z.ZodType>(shape: S, answer: Answer): z.output<S> => shape.parse(answer.json);

/** Makes a webhook that has a secret. */
async function make(kinds: readonly string[], more: Json = {}, send: Sender = on.send) {
  const made = await send('POST', '/api/secure/webhook', {
    json: { name: 'Shop', data: { url: receiver.url(), kinds }, ...more },
  });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { id } = made.entity;
  const { secret } = read(secretSchema, await send('POST', at(id, '/secret'), { json: {} }));
  return { id, secret };
}

/** Sends all that is due, until nothing is. */
async function deliver(): Promise<void> {
  for (let calm = 0; calm < 3;) {
    const before = receiver.received.length;
    await on.service.webhooks.runNow();
    await new Promise((resolve) => setTimeout(resolve, 30));
    while (on.service.webhooks.count() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    calm = receiver.received.length === before ? calm + 1 : 0;
  }
}

const product = async (name = 'Cinnamon bun') =>
  (
    await on.send('POST', '/api/secure/plu', {
      json: { ...(await on.samples.minimal(contracts.plu)), name, base_price: '4.50' },
    })
  ).entity.id;
const types = (of: string | null = null) =>
  receiver.received.filter(({ body }) => of === null || body.data['id'] === of).map(({ body }) => body.type);
const standing = async (id: string, send: Sender = on.send) =>
  read(webhookStatesSchema, await send('GET', '/api/secure/webhook_state')).webhooks.find(
    (one) => one.id === id,
  );
const deliveries = async (id: string, query = '') =>
  read(deliveriesSchema, await on.send('GET', at(id, `/deliveries${query}`))).deliveries;
const asSender = async (statement: ReturnType<typeof sql>) =>
  on.service.db.transaction().execute(async (tx) => {
    await sql`set local role tillhouse_auth`.execute(tx);
    return (await statement.execute(tx)).rows;
  });

/** Returns the mails about a webhook: to whom, the subject and the text. */
async function letters(id: string) {
  const rows = await asSender(
    sql`select * from mail_outbox where data->>'webhook_id' = ${id} order by recipient`,
  );
  const write = webhookLetters(on.service.db, 'https://tills.example.org')['webhook_stopped'];
  return Promise.all(
    z
      .array(z.custom<WaitingMail>())
      .parse(rows)
      .map(async (mail) => {
        const letter = await write?.(mail);
        return typeof letter === 'object' ? [letter.to, letter.subject, letter.text] : [letter];
      }),
  );
}

describe('a webhook', () => {
  it('is told of its kinds, signed as Standard Webhooks has it, with the record as it is on the wire', async () => {
    const { secret, id } = await make(['plu.created', 'plu.changed', 'plu.deactivated']);
    const bun = await product();
    const put = await on.send('PUT', `/api/secure/plu/${bun}`, {
      body: '{"base_price":"4.10","data":{"own":1.50}}',
    });
    expect([put.status, put.text]).toEqual([200, expect.any(String)]);
    await on.send('PUT', `/api/secure/plu/${bun}`, { json: { active: false } });
    await on.send('POST', '/api/secure/tender', { json: await on.samples.minimal(contracts.tender) });
    await deliver();
    expect(types()).toEqual(['plu.created', 'plu.changed', 'plu.deactivated']);
    const [created, changed] = receiver.received;
    expect(receiver.received.map((one) => receiver.isSignedBy(one, secret))).toEqual([true, true, true]);
    expect(created?.body).toMatchObject({
      timestamp: expect.stringMatching(/Z$/),
      data: {
        id: bun,
        resource: 'plu',
        company_id: on.service.companies.helsinki.companyId,
        event_id: created?.id,
        version: 1,
        changed: null,
        record: { id: bun, name: 'Cinnamon bun', base_price: '4.50', version: 1 },
      },
    });
    expect(changed?.body.data).toMatchObject({ version: 2, changed: ['/base_price', '/data/own'] });
    // The digits stay.
    expect(changed?.text).toMatch(/"own" ?: ?1\.50\b/);
    expect(await standing(id)).toMatchObject({
      state: 'fine',
      waiting: 0,
      last: { status: 204, problem: null },
    });
  });

  it('is told nothing before it has a secret, and then what happened since it was made', async () => {
    const made = await on.send('POST', '/api/secure/webhook', {
      json: { name: 'Shop', data: { url: receiver.url(), kinds: ['plu.created'] } },
    });
    const { id } = made.entity;
    expect(made.entity['has_secret']).toBe(false);
    const bun = await product();
    await deliver();
    expect(receiver.received).toEqual([]);
    expect(await standing(id)).toMatchObject({ state: 'no_secret', waiting: 1 });
    await on.send('POST', at(id, '/secret'), { json: {} });
    await deliver();
    expect(types(bun)).toEqual(['plu.created']);
    expect((await on.send('GET', at(id))).entity['has_secret']).toBe(true);
  });

  it('is told of what the companies above share, and of nothing else of theirs, of its neighbours or of other tenants', async () => {
    await make(['customer.created', 'tax.created', 'webhook.created']);
    for (const company of ['group', 'helsinki', 'tampere', 'other'] as const) {
      const send = await on.service.as(company);
      await send('POST', '/api/secure/tax', { json: { name: company, rate: '10', code: company } });
      await send('POST', '/api/secure/webhook', {
        json: { name: company, data: { url: 'https://example.com/', kinds: ['plu.created'] } },
      });
    }
    await deliver();
    expect(
      receiver.received.map(({ body: { type, data } }) => `${type} ${Object(data['record']).name}`),
    ).toEqual([
      'webhook.created Shop',
      'tax.created group',
      'tax.created helsinki',
      'webhook.created helsinki',
    ]);
  });

  it('is told of days, months and change sets in words of theirs', async () => {
    const { id } = await make(
      webhookKinds.filter((kind) => /^(?:businessday|month|changeset|sales)\./.test(kind)),
    );
    const shop = await openShop(on.send, on.samples);
    const day = await shop.openDay('2026-03-01');
    await on.send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, '1') });
    const states = [
      ['closed', {}],
      ['open', { note: 'A receipt is missing' }],
      ['closed', {}],
      ['exported', { voucher_num: 'V1' }],
    ] as const;
    for (const [status, data] of states) {
      const set = await shop.setStatus(day, status, data);
      expect([status, set.status, set.text]).toEqual([status, 200, expect.any(String)]);
    }
    const locked = await on.send('POST', '/api/secure/report/month/2026-03/lock', { json: {} });
    expect(locked.status).toBe(201);
    const sets = changeSets(on.send);
    const [bun] = await makeProducts(on.send, on.samples, 1);
    const set = await sets.draft([{ resource: 'plu', record_id: bun?.id, patch: { base_price: '4.20' } }]);
    await sets.move(set, 'preview');
    await sets.move(set, 'apply');
    await deliver();
    const told = types();
    expect(told.filter((kind) => kind.startsWith('businessday.') && kind !== 'businessday.changed')).toEqual([
      'businessday.opened',
      'businessday.closed',
      'businessday.reopened',
      'businessday.closed',
      'businessday.exported',
    ]);
    expect(told.filter((kind) => kind === 'sales.created')).toHaveLength(1);
    const applied = receiver.received.filter(({ body }) => body.type === 'changeset.applied');
    expect(applied.map(({ body }) => body.data)).toMatchObject([
      { id: set, record: { status: 'applied', counts: { applied: 1 } } },
    ]);
    expect(told).toContain('month.locked');
    expect(await standing(id)).toMatchObject({ state: 'fine', waiting: 0 });
  });

  it('has one kind for every event that there can be', async () => {
    const { rows } = await sql<{ entity: string; kind: string }>`
      select distinct e.entity, event_kind(e.entity, e.action, e.payload, e.before, e.after) as kind from event e`.execute(
      on.service.db,
    );
    const known = rows.filter(({ entity }) => entity !== 'shared_view');
    expect(known.map(({ kind }) => kind).filter((kind) => !webhookKinds.includes(kind))).toEqual([]);
  });
});

describe('what does not get through', () => {
  it('is tried again; later events of the same record wait for it, those of others do not', async () => {
    const { id } = await make(['plu.created', 'plu.changed']);
    const [one, other] = [await product('One'), await product('Other')];
    await on.send('PUT', `/api/secure/plu/${one}`, { json: { base_price: '4.60' } });
    await on.send('PUT', `/api/secure/plu/${other}`, { json: { base_price: '4.60' } });
    let refusals = 3;
    receiver.answer(({ body }) =>
      body.data['id'] === one && refusals-- > 0 ? { status: 503, text: 'upstream is down' } : { status: 200 },
    );
    await deliver();
    expect(types(one)).toEqual([...Array<string>(4).fill('plu.created'), 'plu.changed']);
    expect(types(other)).toEqual(['plu.created', 'plu.changed']);
    expect(
      new Set(
        receiver.received
          .filter(({ body }) => body.type === 'plu.created' && body.data['id'] === one)
          .map(({ id: sent }) => sent),
      ).size,
    ).toBe(1);
    const [refused] = (await deliveries(id)).filter(({ attempts }) => attempts === 4);
    const looked = read(deliverySchema, await on.send('GET', at(id, `/deliveries/${refused?.id}`)));
    expect(looked.tries.map(({ status, answer }) => [status, answer])).toEqual([
      [503, 'upstream is down'],
      [503, 'upstream is down'],
      [503, 'upstream is down'],
      [200, null],
    ]);
    expect(JSON.parse(looked.body ?? '')).toEqual(
      receiver.received.find(({ id: sent }) => sent === looked.event_id)?.body,
    );
  });

  it('follows no redirect, and says what was answered', async () => {
    const { id } = await make(['plu.created']);
    receiver.answer(({ path }) =>
      path === '/' ? { status: 301, headers: { location: receiver.url('/else') } } : { status: 200 },
    );
    const test = read(testSchema, await on.send('POST', at(id, '/test')));
    expect(test).toMatchObject({ delivered: false, status: 301, problem: null });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
  });

  it('switches the webhook off at a 410, with an event and a mail to its administrators; on again it begins anew', async () => {
    await person('admin');
    const { id } = await make(['plu.created']);
    receiver.answer(() => ({ status: 410 }));
    await product();
    await deliver();
    const { entity } = await on.send('GET', at(id));
    expect([entity.active, (await standing(id))?.state]).toEqual([false, 'off']);
    const events = await on.send('GET', `/api/secure/event?entity=webhook&entity_id=${id}`);
    expect(events.text).toContain('"who":"Tillhouse"');
    expect((await letters(id)).map(([, subject]) => subject)).toContain('Webhook Shop kytkettiin pois');
    receiver.answer(() => ({ status: 200 }));
    const sentSoFar = receiver.received.length;
    await product('While off');
    await on.send('PUT', at(id), { json: { active: true } });
    await product('On again');
    await deliver();
    expect(receiver.received.slice(sentSoFar).map(({ body }) => Object(body.data['record']).name)).toEqual([
      'On again',
    ]);
  });

  it('is paused after three days with a mail; nothing is lost, and all goes on when somebody lets it', async () => {
    const admin = await person('admin');
    const { id } = await make(['plu.created']);
    receiver.answer(() => ({ status: 500 }));
    await product('First');
    await on.service.webhooks.runNow();
    await expect.poll(async () => (await standing(id))?.state).toBe('retrying');
    await asSender(
      sql`update webhook_queue set failing_since = clock_timestamp() - interval '73 hours' where webhook_id = ${id}::uuid`,
    );
    await deliver();
    expect(await standing(id)).toMatchObject({ state: 'paused', paused_for: 'failing', waiting: 1 });
    expect((await letters(id)).find(([to]) => to === admin.email)).toEqual([
      admin.email,
      'Webhook Shop on keskeytetty',
      expect.stringContaining('Mitään ei ole saatu perille osoitteeseen 127.0.0.1'),
    ]);
    receiver.answer(() => ({ status: 200 }));
    const before = receiver.received.length;
    await product('Second');
    await deliver();
    expect(receiver.received.length).toBe(before);
    expect((await standing(id))?.waiting).toBe(2);
    expect((await on.send('POST', at(id, '/resume'))).status).toBe(204);
    await deliver();
    expect(receiver.received.slice(before).map(({ body }) => Object(body.data['record']).name)).toEqual([
      'First',
      'Second',
    ]);
    expect(await standing(id)).toMatchObject({ state: 'fine', waiting: 0, paused_at: null });
  });

  it('is free again when the process that took it is gone, and what that one stores later counts no more', async () => {
    const { id } = await make(['plu.created']);
    await product();
    receiver.answer(() => null);
    await on.service.webhooks.runNow();
    await expect.poll(() => receiver.received.length).toBe(1);
    await asSender(
      sql`update webhook_delivery set claimed_until = clock_timestamp() - interval '1 second' where webhook_id = ${id}::uuid`,
    );
    const second = openWebhooks({
      db: on.service.db,
      tables: {},
      log: { warn: () => undefined, info: () => undefined },
      targets: openTargets(['127.0.0.1']),
      secretKeys: on.service.secretKeys,
      every: null,
    });
    receiver.answer(() => ({ status: 200 }));
    await expect.poll(() => receiver.received.length).toBe(2);
    await expect.poll(async () => (await deliveries(id))[0]?.state).toBe('delivered');
    await second.close();
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  });

  it('of one tenant holds up no other one', async () => {
    receiver.answer(() => null);
    for (let n = 0; n < 5; n += 1) await make(['plu.created'], { name: `Slow ${n}` });
    for (let n = 0; n < 20; n += 1) await product(`Product ${n}`);
    const other = await startReceiver();
    try {
      const send = await on.service.as('other');
      const made = await send('POST', '/api/secure/webhook', {
        json: { name: 'Quick', data: { url: other.url(), kinds: ['tax.created'] } },
      });
      await send('POST', at(made.entity.id, '/secret'), { json: {} });
      await on.service.webhooks.runNow();
      await expect.poll(() => receiver.received.length).toBeGreaterThan(5);
      await send('POST', '/api/secure/tax', { json: { name: 'Quick', rate: '10', code: 'Q' } });
      await on.service.webhooks.runNow();
      await expect.poll(() => other.received.length).toBe(1);
      // While all the others hang.
      expect(on.service.webhooks.count()).toBe(12);
    } finally {
      await other.close();
      await receiver.close();
      receiver = await startReceiver();
    }
  });
});

describe('somebody who looks after it', () => {
  it('sends a test, sees what was answered, and is held to ten a minute', async () => {
    const { id, secret } = await make(['plu.created']);
    const test = read(testSchema, await on.send('POST', at(id, '/test')));
    expect(test).toMatchObject({ delivered: true, status: 204, problem: null });
    expect(receiver.received[0]?.body).toMatchObject({
      type: 'webhook.test',
      data: { id, resource: 'webhook' },
    });
    expect(receiver.received.map((one) => receiver.isSignedBy(one, secret))).toEqual([true]);
    expect((await deliveries(id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['webhook.test', 'delivered'],
    ]);
    const more = await Promise.all(Array.from({ length: 10 }, () => on.send('POST', at(id, '/test'))));
    expect(more.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('makes another secret: for some hours both sign', async () => {
    const { id, secret } = await make(['plu.created']);
    const next = read(secretSchema, await on.send('POST', at(id, '/secret'), { json: { overlap_hours: 1 } }));
    expect(next.former_until).toMatch(/Z$/);
    await product();
    await deliver();
    const [sent] = receiver.received;
    if (!sent) throw new Error('Nothing came');
    expect([secret, next.secret].map((one) => receiver.isSignedBy(sent, one))).toEqual([true, true]);
    const last = read(secretSchema, await on.send('POST', at(id, '/secret'), { json: { overlap_hours: 0 } }));
    await product();
    await deliver();
    const [, later] = receiver.received;
    if (!later) throw new Error('Nothing came');
    expect([next.secret, last.secret].map((one) => receiver.isSignedBy(later, one))).toEqual([false, true]);
    const events = (await on.send('GET', `/api/secure/event?entity=webhook&entity_id=${id}`)).text;
    for (const one of [secret, next.secret, last.secret]) expect(events).not.toContain(one);
  });

  it('sends again what happened since a time, one delivery, or skips one that nothing takes', async () => {
    const { id } = await make(['plu.created', 'plu.changed']);
    const since = new Date().toISOString();
    const bun = await product();
    await deliver();
    expect((await on.send('POST', at(id, '/replay'), { json: { from: since } })).status).toBe(204);
    await deliver();
    expect(types(bun)).toEqual(['plu.created', 'plu.created']);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
    const [only] = await deliveries(id);
    await on.send('POST', at(id, `/deliveries/${only?.id}/resend`));
    await deliver();
    expect(types(bun)).toHaveLength(3);
    const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
    expect((await on.send('POST', at(id, '/replay'), { json: { from: old } })).pointers).toEqual(['/from']);
    receiver.answer(({ body }) => ({ status: body.type === 'plu.created' ? 400 : 200 }));
    const poison = await product('Poison');
    await on.send('PUT', `/api/secure/plu/${poison}`, { json: { base_price: '5.00' } });
    await on.service.webhooks.runNow();
    await expect.poll(async () => (await deliveries(id, '?state=waiting')).length).toBe(2);
    const [later, first] = await deliveries(id, '?state=waiting');
    expect([later?.waits_for?.id, first?.waits_for]).toEqual([first?.id, null]);
    await on.send('POST', at(id, `/deliveries/${first?.id}/skip`));
    await deliver();
    expect(types(poison).at(-1)).toBe('plu.changed');
    expect((await on.send('POST', at(id, `/deliveries/${first?.id}/skip`))).problem.code).toBe(
      'delivery_over',
    );
  });

  it('finds nothing of another company', async () => {
    const { id } = await make(['plu.created']);
    await product();
    await deliver();
    const [one] = await deliveries(id);
    const other = await on.service.as('group');
    for (const [method, path] of [
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${one?.id}`],
      ['POST', `/deliveries/${one?.id}/resend`],
      ['POST', `/deliveries/${one?.id}/skip`],
      ['POST', '/test'],
      ['POST', '/resume'],
    ] as const)
      expect((await other(method, at(id, path))).status).toBe(404);
    expect((await other('POST', at(id, '/secret'), { json: {} })).status).toBe(404);
    expect(
      (await other('POST', at(id, '/replay'), { json: { from: new Date().toISOString() } })).status,
    ).toBe(404);
    expect(await standing(id, other)).toBeUndefined();
    for (const role of ['manager', 'accountant', 'terminal'] as const) {
      const send = await on.service.as('helsinki', role);
      expect((await send('GET', '/api/secure/webhook')).status).toBe(403);
      expect((await send('GET', '/api/secure/webhook_state')).status).toBe(403);
    }
  });
});

it('sends nothing of a person who was erased, also of what waited', async () => {
  const { id } = await make(['customer.created', 'customer.erased']);
  receiver.answer(() => ({ status: 500 }));
  const customer = await on.send('POST', '/api/secure/customer', {
    json: { name: 'Maija Meikäläinen', data: { email: 'maija@example.org' } },
  });
  await on.service.webhooks.runNow();
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await asSender(
    sql`update webhook_queue set paused_at = clock_timestamp(), paused_for = 'failing' where webhook_id = ${id}::uuid`,
  );
  await expect.poll(() => on.service.webhooks.count()).toBe(0);
  await on.send('POST', `/api/secure/customer/${customer.entity.id}/erase`);
  const before = receiver.received.length;
  receiver.answer(() => ({ status: 200 }));
  await on.send('POST', at(id, '/resume'));
  await deliver();
  const sent = receiver.received.slice(before);
  expect(sent.map(({ body }) => body.type)).toEqual(['customer.created', 'customer.erased']);
  expect(sent.map(({ text }) => text).join('')).not.toMatch(/Maija|maija/);
  expect(JSON.stringify(await deliveries(id))).not.toMatch(/Maija|maija/);
});

it('is paused in a database that was restored: it sends nothing until somebody lets it', async () => {
  const { id } = await make(['plu.created']);
  await asSender(sql`delete from webhook_queue where webhook_id = ${id}::uuid`);
  await product();
  await deliver();
  expect(await standing(id)).toMatchObject({ state: 'paused', paused_for: 'restored' });
  expect(receiver.received).toEqual([]);
});

describe('an address', () => {
  it.each([
    ['http://example.com/', 'Must begin with https://'],
    ['ftp://example.com/', 'Must begin with https://'],
    ['example.com', 'Must be an address'],
    ['https://user:secret@example.com/', 'Must have no name and no password'],
    ['https://example.com/#a', 'Must be without #'],
    ['https://10.0.0.1/', 'Must not lead'],
    ['https://169.254.169.254/latest/meta-data', 'Must not lead'],
    ['https://[::1]/', 'Must not lead'],
    ['https://[::ffff:10.0.0.1]/', 'Must not lead'],
    ['https://[fe80::1]/', 'Must not lead'],
    ['https://[fc00::1]/', 'Must not lead'],
    ['https://[64:ff9b::a00:1]/', 'Must not lead'],
    ['https://[2002:a00:1::]/', 'Must not lead'],
    ['https://0x7f000002/', 'Must not lead'],
    ['https://0/', 'Must not lead'],
    ['https://100.64.0.1/', 'Must not lead'],
    ['https://localhost:5432/', 'Must not lead'],
  ])('that is private, or is none, is refused at its field: %s', async (url, why) => {
    const targets = openTargets([]);
    expect(targets.faultOf(url) ?? (await targets.resolvedFault(url)) ?? '').toContain(why);
  });

  it('of a name that leads into a private network is refused on the wire, in a create, an array and an update', async () => {
    const data = { url: 'https://10.1.2.3/', kinds: ['plu.created'] };
    const made = await on.send('POST', '/api/secure/webhook', { json: { name: 'Inside', data } });
    expect([made.problem.code, made.pointers]).toEqual(['refused_address', ['/data/url']]);
    const array = await on.send('POST', '/api/secure/webhook', { json: [{ name: 'Inside', data }] });
    expect(array.pointers).toEqual(['/0/data/url']);
    const { id } = await make(['plu.created']);
    const changed = await on.send('PUT', at(id), { json: { data: { url: data.url } } });
    expect(changed.pointers).toEqual(['/data/url']);
  });

  it('is asked anew at each connection: a name that leads elsewhere by then is not reached', async () => {
    let answers = 0;
    const resolve = (
      _: string,
      __: unknown,
      done: (error: null, found: { address: string; family: number }[]) => void,
    ) => {
      answers += 1;
      done(null, [{ address: answers === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]);
    };
    const targets = openTargets([], resolve);
    const url = receiver.url().replace('http:', 'https:').replace('127.0.0.1', 'rebound.example');
    expect(targets.faultOf(url) ?? (await targets.resolvedFault(url))).toBeNull();
    const { sendMessage } = await import('./send');
    const told = await sendMessage(
      targets,
      { id: 'one', url, body: '{}', secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`] },
      new AbortController().signal,
    );
    expect([told.status, told.problem, answers]).toEqual([null, 'refused_address', 2]);
    expect(receiver.received).toEqual([]);
  });

  it('and its kinds are needed while it is active, and only kinds that there are', async () => {
    const none = await on.send('POST', '/api/secure/webhook', { json: { name: 'Empty' } });
    expect(none.pointers).toEqual(['/data/url', '/data/kinds']);
    const wrong = await on.send('POST', '/api/secure/webhook', {
      json: { name: 'Wrong', data: { url: receiver.url(), kinds: ['plu.created', 'plu.eaten'] } },
    });
    expect(wrong.pointers).toEqual(['/data/kinds/1']);
  });
});
