import { describe, expect, it } from 'vitest';
import { secretSchema, testSchema } from '@/contract/webhooks';
import { stage } from '@/testing/api/start';
import { readAs, webhookAt, webhooksOf } from '@/testing/webhooks';

const on = stage();
const hooks = webhooksOf(on);
const { make, deliver, product, types, standing, deliveries } = hooks;

describe('somebody who looks after it', () => {
  it('sends a test, sees what was answered, and is held to ten a minute', async () => {
    const { id, secret } = await make(['plu.created']);
    const test = readAs(testSchema, await on.send('POST', webhookAt(id, '/test')));
    expect(test).toMatchObject({ delivered: true, status: 204, problem: null });
    expect(hooks.receiver.received[0]?.body).toMatchObject({
      type: 'webhook.test',
      data: { id, resource: 'webhook' },
    });
    expect(hooks.receiver.received.map((one) => hooks.receiver.isSignedBy(one, secret))).toEqual([true]);
    expect((await deliveries(id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['webhook.test', 'delivered'],
    ]);
    const more = await Promise.all(Array.from({ length: 10 }, () => on.send('POST', webhookAt(id, '/test'))));
    expect(more.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('makes another secret: for some hours both sign', async () => {
    const { id, secret } = await make(['plu.created']);
    const next = readAs(
      secretSchema,
      await on.send('POST', webhookAt(id, '/secret'), { json: { overlap_hours: 1 } }),
    );
    expect(next.former_until).toMatch(/Z$/);
    await product();
    await deliver();
    const [sent] = hooks.receiver.received;
    if (!sent) throw new Error('Nothing came');
    expect([secret, next.secret].map((one) => hooks.receiver.isSignedBy(sent, one))).toEqual([true, true]);
    const last = readAs(
      secretSchema,
      await on.send('POST', webhookAt(id, '/secret'), { json: { overlap_hours: 0 } }),
    );
    await product();
    await deliver();
    const [, later] = hooks.receiver.received;
    if (!later) throw new Error('Nothing came');
    expect([next.secret, last.secret].map((one) => hooks.receiver.isSignedBy(later, one))).toEqual([
      false,
      true,
    ]);
    const events = (await on.send('GET', `/api/secure/event?entity=webhook&entity_id=${id}`)).text;
    for (const one of [secret, next.secret, last.secret]) expect(events).not.toContain(one);
  });

  it('sends again what happened since a time, one delivery, or skips one that nothing takes', async () => {
    const { id } = await make(['plu.created', 'plu.changed']);
    const since = new Date().toISOString();
    const bun = await product();
    await deliver();
    expect((await on.send('POST', webhookAt(id, '/replay'), { json: { from: since } })).status).toBe(204);
    await deliver();
    expect(types(bun)).toEqual(['plu.created', 'plu.created']);
    expect(new Set(hooks.receiver.received.map((one) => one.id)).size).toBe(1);
    const [only] = await deliveries(id);
    await on.send('POST', webhookAt(id, `/deliveries/${only?.id}/resend`));
    await deliver();
    expect(types(bun)).toHaveLength(3);
    const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
    expect((await on.send('POST', webhookAt(id, '/replay'), { json: { from: old } })).pointers).toEqual([
      '/from',
    ]);
    hooks.receiver.answer(({ body }) => ({ status: body.type === 'plu.created' ? 400 : 200 }));
    const poison = await product('Poison');
    await on.send('PUT', `/api/secure/plu/${poison}`, { json: { base_price: '5.00' } });
    await on.service.webhooks.runNow();
    await expect.poll(async () => (await deliveries(id, '?state=waiting')).length).toBe(2);
    const [later, first] = await deliveries(id, '?state=waiting');
    expect([later?.waits_for?.id, first?.waits_for]).toEqual([first?.id, null]);
    await on.send('POST', webhookAt(id, `/deliveries/${first?.id}/skip`));
    await deliver();
    expect(types(poison).at(-1)).toBe('plu.changed');
    expect((await on.send('POST', webhookAt(id, `/deliveries/${first?.id}/skip`))).problem.code).toBe(
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
      expect((await other(method, webhookAt(id, path))).status).toBe(404);
    expect((await other('POST', webhookAt(id, '/secret'), { json: {} })).status).toBe(404);
    expect(
      (await other('POST', webhookAt(id, '/replay'), { json: { from: new Date().toISOString() } })).status,
    ).toBe(404);
    expect(await standing(id, other)).toBeUndefined();
    for (const role of ['manager', 'accountant', 'terminal'] as const) {
      const send = await on.service.as('helsinki', role);
      expect((await send('GET', '/api/secure/webhook')).status).toBe(403);
      expect((await send('GET', '/api/secure/webhook_state')).status).toBe(403);
    }
  });
});
