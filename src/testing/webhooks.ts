import { sql } from 'kysely';
import { afterEach, beforeEach, expect } from 'vitest';
import type { z } from 'zod';
import { deliveriesSchema, secretSchema, webhookStatesSchema } from '@/contract/webhooks';
import { contracts } from '@/resources/contracts';
import type { Answer, Json } from './answer';
import type { Stage } from './api/start';
import { startReceiver, type Receiver } from './receiver';
import type { Sender } from './service';

/** The address of a webhook, and of what belongs to it. */
export const webhookAt = (id: string, rest = ''): string => `/api/secure/webhook/${id}${rest}`;

/** Reads an answer that was compared with the OpenAPI document already. */
export const readAs = <S extends z.ZodType>(shape: S, answer: Answer): z.output<S> =>
  shape.parse(answer.json);

/** What tests do with webhooks: each has a receiver of its own, and none of the webhooks of the tests before. */
export function webhooksOf(on: Pick<Stage, 'service' | 'send' | 'samples'>) {
  const open: { receiver: Receiver | null } = { receiver: null };
  const receiver = (): Receiver => {
    if (!open.receiver) throw new Error('The receiver is there while a test runs');
    return open.receiver;
  };
  beforeEach(async () => {
    open.receiver = await startReceiver();
  });
  afterEach(async () => {
    await receiver().close();
    for (const company of ['helsinki', 'group', 'other'] as const) {
      const send = await on.service.as(company);
      const all = (await send('GET', '/api/secure/webhook?limit=1000')).step.data;
      for (const { id, active } of all)
        if (active) await send('PUT', webhookAt(id), { json: { active: false } });
    }
  });

  /** Makes a webhook that has a secret. */
  async function make(kinds: readonly string[], more: Json = {}, send: Sender = on.send) {
    const made = await send('POST', '/api/secure/webhook', {
      json: { name: 'Shop', data: { url: receiver().url(), kinds }, ...more },
    });
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    const { id } = made.entity;
    const { secret } = readAs(secretSchema, await send('POST', webhookAt(id, '/secret'), { json: {} }));
    return { id, secret };
  }

  /** Sends all that is due, until nothing is. What has happened is read once no transaction of the whole server is older. */
  async function deliver(): Promise<void> {
    const [now] = await asSender(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as place`);
    const settled = sql`select settled_place() >= ${Object(now).place}::bigint as is_it`;
    await expect.poll(async () => Object((await asSender(settled))[0]).is_it, { timeout: 10_000 }).toBe(true);
    for (let before = -1; before < receiver().received.length;) {
      before = receiver().received.length;
      await on.service.webhooks.runNow();
      while (!on.service.webhooks.isIdle()) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Runs a statement as what sends does. */
  const asSender = async (statement: ReturnType<typeof sql>) =>
    on.service.db.transaction().execute(async (tx) => {
      await sql`set local role tillhouse_auth`.execute(tx);
      return (await statement.execute(tx)).rows;
    });

  return {
    get receiver() {
      return receiver();
    },
    make,
    deliver,
    product: async (name = 'Cinnamon bun') => {
      const json = { ...(await on.samples.minimal(contracts.plu)), name, base_price: '4.50' };
      return (await on.send('POST', '/api/secure/plu', { json })).entity.id;
    },
    /** Returns the kinds that came, of one record or of all. */
    types: (of: string | null = null) =>
      receiver()
        .received.filter(({ body }) => of === null || body.data['id'] === of)
        .map(({ body }) => body.type),
    standing: async (id: string, send: Sender = on.send) =>
      readAs(webhookStatesSchema, await send('GET', '/api/secure/webhook_state')).webhooks.find(
        (one) => one.id === id,
      ),
    deliveries: async (id: string, query = '') =>
      readAs(deliveriesSchema, await on.send('GET', webhookAt(id, `/deliveries${query}`))).deliveries,
    asSender,
  };
}
