import { sql } from 'kysely';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';
import { people } from '@/testing/people';
import { startReceiver } from '@/testing/receiver';
import { readAs, webhookAt, webhooksOf } from '@/testing/webhooks';
import { openShop, soundReceipt } from '@/testing/shop';
import { deliverySchema, testSchema } from '@/contract/webhooks';
import { webhookKinds } from '@/resources/webhook/kinds';
import { webhookLetters } from '@/resources/webhook/letters.server';
import { inScope } from '../db/db';
import type { WaitingMail } from '../mail/outbox';
import { upsertManyWithin } from '../write/store';
import { contracts } from '@/resources/contracts';
import { tables } from '@/resources/tables';
import { openTargets } from './targets';
import { openWebhooks } from './webhooks';

const on = stage();
const { person } = people(on);
const hooks = webhooksOf(on);
const { make, deliver, product, types, standing, deliveries, asSender } = hooks;

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
    const [created, changed] = hooks.receiver.received;
    expect(hooks.receiver.received.map((one) => hooks.receiver.isSignedBy(one, secret))).toEqual([
      true,
      true,
      true,
    ]);
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
      json: { name: 'Shop', data: { url: hooks.receiver.url(), kinds: ['plu.created'] } },
    });
    const { id } = made.entity;
    expect(made.entity['has_secret']).toBe(false);
    const bun = await product();
    await deliver();
    expect(hooks.receiver.received).toEqual([]);
    expect(await standing(id)).toMatchObject({ state: 'no_secret', waiting: 1 });
    await on.send('POST', webhookAt(id, '/secret'), { json: {} });
    await deliver();
    expect(types(bun)).toEqual(['plu.created']);
    expect((await on.send('GET', webhookAt(id))).entity['has_secret']).toBe(true);
  });

  it('is told that it was made, also where somebody writes meanwhile', async () => {
    const { db, companies } = on.service;
    const caller = companies.helsinki;
    const [made] = await inScope(db, caller, 'read write', async (tx) => {
      // The transaction has its place in the trail; a later one ends before it.
      await tx.rows(sql`select pg_current_xact_id()`);
      const later = await product();
      expect(later).toEqual(expect.any(String));
      return upsertManyWithin(tx, { db, tables, table: tables.webhook, caller, requestId: 'test' }, [
        { name: 'Shop', data: { url: hooks.receiver.url(), kinds: ['webhook.created'] } },
      ]);
    });
    const { id } = z.looseObject({ id: z.string() }).parse(JSON.parse(made?.entity ?? ''));
    await on.send('POST', webhookAt(id, '/secret'), { json: {} });
    await deliver();
    expect(types(id)).toEqual(['webhook.created']);
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
      hooks.receiver.received
        .map(({ body: { type, data } }) => `${type} ${Object(data['record']).name}`)
        .toSorted(),
    ).toEqual([
      'tax.created group',
      'tax.created helsinki',
      'webhook.created Shop',
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
    const applied = hooks.receiver.received.filter(({ body }) => body.type === 'changeset.applied');
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
    let refusals = 3;
    hooks.receiver.answer(({ body }) =>
      Object(body.data['record']).name === 'One' && refusals-- > 0
        ? { status: 503, text: 'upstream is down' }
        : { status: 200 },
    );
    const [one, other] = [await product('One'), await product('Other')];
    await on.send('PUT', `/api/secure/plu/${one}`, { json: { base_price: '4.60' } });
    await on.send('PUT', `/api/secure/plu/${other}`, { json: { base_price: '4.60' } });
    await deliver();
    expect(types(one)).toEqual([...Array<string>(4).fill('plu.created'), 'plu.changed']);
    expect(types(other)).toEqual(['plu.created', 'plu.changed']);
    expect(
      new Set(
        hooks.receiver.received
          .filter(({ body }) => body.type === 'plu.created' && body.data['id'] === one)
          .map(({ id: sent }) => sent),
      ).size,
    ).toBe(1);
    const [refused] = (await deliveries(id)).filter(({ attempts }) => attempts === 4);
    const looked = readAs(deliverySchema, await on.send('GET', webhookAt(id, `/deliveries/${refused?.id}`)));
    expect(looked.tries.map(({ status, answer }) => [status, answer])).toEqual([
      [503, 'upstream is down'],
      [503, 'upstream is down'],
      [503, 'upstream is down'],
      [200, null],
    ]);
    expect(JSON.parse(looked.body ?? '')).toEqual(
      hooks.receiver.received.find(({ id: sent }) => sent === looked.event_id)?.body,
    );
  });

  it('follows no redirect, and says what was answered', async () => {
    const { id } = await make(['plu.created']);
    hooks.receiver.answer(({ path }) =>
      path === '/' ? { status: 301, headers: { location: hooks.receiver.url('/else') } } : { status: 200 },
    );
    const test = readAs(testSchema, await on.send('POST', webhookAt(id, '/test')));
    expect(test).toMatchObject({ delivered: false, status: 301, problem: null });
    expect(hooks.receiver.received.map(({ path }) => path)).toEqual(['/']);
  });

  it('switches the webhook off at a 410, with an event and a mail to its administrators; on again it begins anew', async () => {
    await person('admin');
    const { id } = await make(['plu.created']);
    hooks.receiver.answer(() => ({ status: 410 }));
    await product();
    await deliver();
    const { entity } = await on.send('GET', webhookAt(id));
    expect([entity.active, (await standing(id))?.state]).toEqual([false, 'off']);
    const events = await on.send('GET', `/api/secure/event?entity=webhook&entity_id=${id}`);
    expect(events.text).toContain('"who":"Tillhouse"');
    expect((await letters(id)).map(([, subject]) => subject)).toContain('Webhook Shop kytkettiin pois');
    hooks.receiver.answer(() => ({ status: 200 }));
    const sentSoFar = hooks.receiver.received.length;
    await product('While off');
    await on.send('PUT', webhookAt(id), { json: { active: true } });
    await product('On again');
    await deliver();
    expect(
      hooks.receiver.received.slice(sentSoFar).map(({ body }) => Object(body.data['record']).name),
    ).toEqual(['On again']);
  });

  it('is paused after three days with a mail; nothing is lost, and all goes on when somebody lets it', async () => {
    const admin = await person('admin');
    const { id } = await make(['plu.created']);
    hooks.receiver.answer(() => ({ status: 500 }));
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
    hooks.receiver.answer(() => ({ status: 200 }));
    const before = hooks.receiver.received.length;
    await product('Second');
    await deliver();
    expect(hooks.receiver.received.length).toBe(before);
    expect((await standing(id))?.waiting).toBe(2);
    expect((await on.send('POST', webhookAt(id, '/resume'))).status).toBe(204);
    await deliver();
    expect(hooks.receiver.received.slice(before).map(({ body }) => Object(body.data['record']).name)).toEqual(
      ['First', 'Second'],
    );
    expect(await standing(id)).toMatchObject({ state: 'fine', waiting: 0, paused_at: null });
  });

  it('is free again when the process that took it is gone, and what that one stores later counts no more', async () => {
    const { id } = await make(['plu.created']);
    hooks.receiver.answer(() => null);
    await product();
    await on.service.webhooks.runNow();
    await expect.poll(() => hooks.receiver.received.length).toBe(1);
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
    hooks.receiver.answer(() => ({ status: 200 }));
    await expect.poll(() => hooks.receiver.received.length).toBe(2);
    await expect.poll(async () => (await deliveries(id))[0]?.state).toBe('delivered');
    await second.close();
    expect(new Set(hooks.receiver.received.map((one) => one.id)).size).toBe(1);
  });

  it('is left alone for longer only by those that tried it after a pause, not by those that were under way together', async () => {
    const { id } = await make(['plu.created']);
    const url = 'http://127.0.0.1:9/';
    await on.send('PUT', webhookAt(id), { json: { data: { url } } });
    const usual = openWebhooks({
      db: on.service.db,
      tables: {},
      log: { warn: () => undefined, info: () => undefined },
      targets: openTargets(['127.0.0.1']),
      secretKeys: on.service.secretKeys,
      every: null,
    });
    for (let n = 0; n < 30; n += 1) await product(`Product ${n}`);
    await usual.runNow();
    const queue = () =>
      asSender(
        sql`select failures, next_at > clock_timestamp() as waits from webhook_queue where webhook_id = ${id}::uuid`,
      );
    await expect.poll(async () => (await queue())[0]).toEqual({ failures: 5, waits: true });
    await expect.poll(() => usual.count()).toBe(0);
    await usual.runNow();
    expect(await queue()).toEqual([{ failures: 5, waits: true }]);
    await usual.close();
  });

  it('of one tenant holds up no other one', async () => {
    hooks.receiver.answer(() => null);
    for (let n = 0; n < 5; n += 1) await make(['plu.created'], { name: `Slow ${n}` });
    for (let n = 0; n < 20; n += 1) await product(`Product ${n}`);
    const other = await startReceiver();
    try {
      const send = await on.service.as('other');
      const made = await send('POST', '/api/secure/webhook', {
        json: { name: 'Quick', data: { url: other.url(), kinds: ['tax.created'] } },
      });
      await send('POST', webhookAt(made.entity.id, '/secret'), { json: {} });
      await on.service.webhooks.runNow();
      await expect.poll(() => hooks.receiver.received.length).toBeGreaterThan(5);
      await send('POST', '/api/secure/tax', { json: { name: 'Quick', rate: '10', code: 'Q' } });
      await on.service.webhooks.runNow();
      await expect.poll(() => other.received.length).toBe(1);
      // While all the others hang.
      expect(on.service.webhooks.count()).toBe(12);
    } finally {
      await other.close();
      hooks.receiver.answer(() => ({ status: 200 }));
    }
  });
});

it('sends nothing of a person who was erased, also of what waited', async () => {
  const { id } = await make(['customer.created', 'customer.erased']);
  hooks.receiver.answer(() => ({ status: 500 }));
  const customer = await on.send('POST', '/api/secure/customer', {
    json: { name: 'Maija Meikäläinen', data: { email: 'maija@example.org' } },
  });
  await on.service.webhooks.runNow();
  await expect.poll(() => hooks.receiver.received.length).toBeGreaterThan(0);
  await asSender(
    sql`update webhook_queue set paused_at = clock_timestamp(), paused_for = 'failing' where webhook_id = ${id}::uuid`,
  );
  await expect.poll(() => on.service.webhooks.count()).toBe(0);
  await on.send('POST', `/api/secure/customer/${customer.entity.id}/erase`);
  const before = hooks.receiver.received.length;
  hooks.receiver.answer(() => ({ status: 200 }));
  await on.send('POST', webhookAt(id, '/resume'));
  await deliver();
  const sent = hooks.receiver.received.slice(before);
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
  expect(hooks.receiver.received).toEqual([]);
});

describe('an address', () => {
  it('of a name that leads into a private network is refused on the wire, in a create, an array and an update', async () => {
    const data = { url: 'https://10.1.2.3/', kinds: ['plu.created'] };
    const made = await on.send('POST', '/api/secure/webhook', { json: { name: 'Inside', data } });
    expect([made.problem.code, made.pointers]).toEqual(['refused_address', ['/data/url']]);
    const array = await on.send('POST', '/api/secure/webhook', { json: [{ name: 'Inside', data }] });
    expect(array.pointers).toEqual(['/0/data/url']);
    const { id } = await make(['plu.created']);
    const changed = await on.send('PUT', webhookAt(id), { json: { data: { url: data.url } } });
    expect(changed.pointers).toEqual(['/data/url']);
  });

  it('and its kinds are needed while it is active, and only kinds that there are', async () => {
    const none = await on.send('POST', '/api/secure/webhook', { json: { name: 'Empty' } });
    expect(none.pointers).toEqual(['/data/url', '/data/kinds']);
    const wrong = await on.send('POST', '/api/secure/webhook', {
      json: { name: 'Wrong', data: { url: hooks.receiver.url(), kinds: ['plu.created', 'plu.eaten'] } },
    });
    expect(wrong.pointers).toEqual(['/data/kinds/1']);
  });
});
