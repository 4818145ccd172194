import { randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import {
  deliveriesSchema,
  deliveryDays,
  deliverySchema,
  deliveryStates,
  isTaken,
  mostWaiting,
  patienceHours,
  replayBody,
  secretBody,
  secretSchema,
  testSchema,
  webhookStatesSchema,
  type Delivery,
  type WebhookStanding,
} from '@/contract/webhooks';
import { dayMs } from '@/record/calendar';
import type { Caller } from '@/server/auth/caller';
import { requireSecretKeys } from '@/server/auth/secret-keys';
import { addAttempt } from '@/server/auth/shared-attempts';
import { inScope, trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { tooMany } from '@/server/http/limits';
import { conflict, invalid, notFound, unavailable } from '@/server/http/problems';
import { queryOf } from '@/server/http/query';
import { idParameter, wholeNumber } from '@/server/http/query-parameters';
import { secretPurpose, secretsOf } from '@/server/webhooks/secrets';
import { noteBeside, takeRevision } from '@/server/write/audit';
import { newId } from '@/server/write/uuid';
import { webhook } from './contract';

const { read, update } = webhook.access;

interface Found {
  readonly name: string;
  readonly url: string | null;
  readonly active: boolean;
  readonly sealed: string | null;
  readonly sealed_before: string | null;
}

/** Requires a webhook of the caller's company, and locks it for a change. @throws 404 */
async function requireWebhook(
  tx: Tx,
  caller: Caller,
  id: string,
  lock: 'for no key update' | '' = '',
): Promise<Found> {
  const [found] = await tx.rows(sql<Found>`
    select t.name, t.data->>'url' as url, t.active, t.sealed, case when t.before_until > clock_timestamp() then t.sealed_before end as sealed_before
    from webhook t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}::uuid ${trusted(lock)}`);
  if (!found) throw notFound();
  return found;
}

/**
 * Begins what is done about a webhook: locks its record, revision and queue, in the order in which an update and a turn lock them, and its
 * deliveries after them. @throws 404
 */
async function takeWebhook(tx: Tx, caller: Caller, id: string): Promise<Found> {
  const found = await requireWebhook(tx, caller, id, 'for no key update');
  await takeRevision(tx, caller, 'webhook');
  // A database that was restored a moment ago has no queues (webhook_turn): what is asked for now must not be lost.
  await tx.rows(sql`
    insert into webhook_queue (tenant_id, company_id, webhook_id, place, is_off, paused_at, paused_for)
    values (${caller.tenantId}, ${caller.companyId}, ${id}::uuid, webhook_place(), ${!found.active}, clock_timestamp(), 'restored')
    on conflict do nothing`);
  await tx.rows(sql`
    select from webhook_queue q where q.tenant_id = ${caller.tenantId} and q.webhook_id = ${id}::uuid for update`);
  return found;
}

/** SQL: the condition for the deliveries `d` of a webhook. */
const ofWebhook = ({ tenantId, companyId }: Caller, id: string): RawBuilder<unknown> =>
  sql`d.tenant_id = ${tenantId} and d.company_id = ${companyId} and d.webhook_id = ${id}::uuid`;

/** SQL: a delivery `d` as it is answered; `f` is the one of the same record that has to get through first. */
const deliveryColumns = sql`d.id, d.event_id, d.kind, d.entity_id, ${trusted(wireTime('d.event_at'))} as event_at, d.state, d.attempts,
  case when d.state = 'waiting' then ${trusted(wireTime('d.next_at'))} end as next_at,
  case when f.id is not null then json_build_object('id', f.id, 'event_at', ${trusted(wireTime('f.event_at'))}) end as waits_for,
  d.tries->-1 as last`;

const before = sql`left join lateral (
  select o.id, o.event_at from webhook_delivery o
  where o.tenant_id = d.tenant_id and o.webhook_id = d.webhook_id and o.entity_id = d.entity_id and o.state = 'waiting'
    and (o.place, o.seq) < (d.place, d.seq) and d.state = 'waiting'
  order by o.place, o.seq limit 1) f on true`;

const listed = queryOf(
  {
    state: {
      read: z.enum(deliveryStates).optional(),
      rule: `Must be one of ${deliveryStates.join(', ')}`,
      schema: { type: 'string', enum: [...deliveryStates] },
    },
    event_id: idParameter('The event of which deliveries are asked for'),
    before: idParameter('The delivery to continue before: the `next` of the last answer'),
    limit: {
      read: wholeNumber(1, 100).default(50),
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    },
  },
  (asked) => asked,
);

/** Tests of a webhook a minute. */
const testsAMinute = 10;

/** Endpoints of webhooks besides their records: the secret, the deliveries, and what is done about them (docs/webhooks.md). */
export const webhookAddresses = endpoints(
  route({
    method: 'GET',
    path: '/webhook_state',
    operationId: 'webhook_states',
    tag: 'webhook',
    summary: 'How the webhooks are: what waits, what was answered last, which are paused',
    needs: read,
    answers: { 200: jsonAnswer('By webhook.', webhookStatesSchema) },
    handle: async ({ c, caller, parts: { db } }) =>
      c.json(
        await inScope(db, caller, 'one snapshot', async (tx) => {
          const { tenantId, companyId } = caller;
          const webhooks = await tx.rows(sql<WebhookStanding>`
            select t.id, case when not t.active then 'off' when q.paused_at is not null then 'paused'
                when t.sealed is null then 'no_secret' when q.failing_since is not null or w.failing_since is not null then 'retrying' else 'fine' end as state,
              q.paused_for, ${trusted(wireTime('q.paused_at'))} as paused_at, ${trusted(wireTime('least(q.failing_since, w.failing_since)'))} as failing_since,
              case when t.active and q.paused_at is null then ${trusted(wireTime(`(least(q.failing_since, w.failing_since) + interval '${patienceHours} hours')`))} end as pauses_at,
              case when t.active and q.paused_at is null then ${trusted(wireTime('greatest(q.next_at, w.next_at)'))} end as next_at,
              w.waiting, w.waiting >= ${mostWaiting} as more,
              case when q.last_at is not null then json_build_object('at', ${trusted(wireTime('q.last_at'))}, 'status', q.last_status,
                'ms', q.last_ms, 'problem', q.last_problem) end as last
            from webhook t
            left join webhook_queue q on q.tenant_id = t.tenant_id and q.webhook_id = t.id
            cross join lateral (select count(*)::int as waiting, min(d.failing_since) as failing_since,
                min(d.next_at) filter (where d.failing_since is not null) as next_at from (
              select d.failing_since, d.next_at from webhook_delivery d where d.tenant_id = t.tenant_id and d.webhook_id = t.id and d.state = 'waiting' limit ${mostWaiting}) d) w
            where t.tenant_id = ${tenantId} and t.company_id = ${companyId} order by t.name, t.id`);
          const [sums] = await tx.rows(sql<{ delivered: number; at_first: number }>`
            select count(*)::int as delivered, count(*) filter (where d.attempts = 1)::int as at_first from webhook t
            join webhook_delivery d on d.tenant_id = t.tenant_id and d.webhook_id = t.id
            where t.tenant_id = ${tenantId} and t.company_id = ${companyId} and d.state = 'delivered'`);
          return { webhooks, delivered: sums?.delivered ?? 0, at_first: sums?.at_first ?? 0 };
        }),
      ),
  }),
  route({
    method: 'POST',
    path: '/webhook/:id/secret',
    operationId: 'make_webhook_secret',
    tag: 'webhook',
    summary: 'Make the secret by which the receiver knows who sent, in place of the one before',
    description:
      'The one before signs too for some hours, so that the receiver has the time to take the new one.',
    needs: update,
    body: secretBody,
    answers: { 201: jsonAnswer('The secret, shown this once.', secretSchema) },
    problems: [409],
    handle: async ({
      c,
      caller,
      parts: { db, secretKeys, webhooks },
      params: { id },
      body: { overlap_hours: hours },
    }) => {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const sealed = requireSecretKeys(secretKeys).seal(secretPurpose, id, secret);
      const until = await inScope(db, caller, 'read write', async (tx) => {
        await takeWebhook(tx, caller, id);
        const [row] = await tx.rows(sql<{ until: string | null }>`
          update webhook t set sealed_before = case when ${hours}::int > 0 then t.sealed end,
            before_until = case when ${hours}::int > 0 and t.sealed is not null then clock_timestamp() + make_interval(hours => ${hours}) end,
            sealed = ${sealed}, version = t.version + 1, modified_at = clock_timestamp()
          where t.tenant_id = ${caller.tenantId} and t.id = ${id}::uuid
          returning ${trusted(wireTime('t.before_until'))} as until`);
        await noteBeside(tx, caller, 'webhook', id, { secret: '[redacted]' });
        return row?.until ?? null;
      });
      void webhooks?.runNow(caller.tenantId);
      return c.json({ secret, former_until: until }, 201, { 'Cache-Control': 'no-store' });
    },
  }),
  route({
    method: 'POST',
    path: '/webhook/:id/test',
    operationId: 'test_webhook',
    tag: 'webhook',
    summary: 'Send a test at once, and say what was answered',
    description:
      'Its kind is `webhook.test`, its data names the webhook. It is sent whatever waits, and kept among the deliveries.',
    needs: update,
    answers: { 200: jsonAnswer('What was answered.', testSchema) },
    problems: [409],
    handle: async ({ c, caller, parts: { db, secretKeys, webhooks }, params: { id } }) => {
      const found = await inScope(db, caller, 'read only', (tx) => requireWebhook(tx, caller, id));
      if (!webhooks) throw unavailable('This service sends nothing now; try again');
      const secrets = secretsOf(secretKeys, id, found);
      if (secrets.length === 0 || found.url === null)
        throw conflict('no_secret', 'The webhook has no address or no secret: make one first');
      const { isOver } = await addAttempt(db, [
        { kind: 'webhook test', of: `${caller.tenantId} ${id}`, seconds: 60, most: testsAMinute },
      ]);
      if (isOver) throw tooMany(`A webhook is tested ${testsAMinute} times a minute at most`, 60);
      const test = newId();
      const at = new Date().toISOString();
      const text = JSON.stringify({
        type: 'webhook.test',
        timestamp: at,
        data: { id, resource: 'webhook', company_id: caller.companyId },
      });
      const told = await webhooks.send({ id: test, url: found.url, body: text, secrets });
      const delivered = isTaken(told.status);
      await inScope(db, caller, 'read write', (tx) =>
        tx.rows(sql`
          insert into webhook_delivery (tenant_id, company_id, id, webhook_id, kind, entity_id, event_at, state, attempts, finished_at, tries)
          values (${caller.tenantId}, ${caller.companyId}, ${test}::uuid, ${id}::uuid, 'webhook.test', ${id}::uuid, ${at}::timestamptz,
            ${delivered ? 'delivered' : 'failed'}, 1, clock_timestamp(), ${JSON.stringify([told])}::jsonb)`),
      );
      return c.json({ ...told, delivered });
    },
  }),
  route({
    method: 'POST',
    path: '/webhook/:id/resume',
    operationId: 'resume_webhook',
    tag: 'webhook',
    summary: 'Go on at once with what waits: after a pause, or sooner than the next attempt',
    needs: update,
    answers: { 204: { description: 'What waits is sent.' } },
    handle: async ({ caller, parts: { db, webhooks }, params: { id } }) => {
      await inScope(db, caller, 'read write', async (tx) => {
        await takeWebhook(tx, caller, id);
        const [{ was } = { was: false }] = await tx.rows(sql<{ was: boolean }>`
          select q.paused_at is not null as was from webhook_queue q
          where q.tenant_id = ${caller.tenantId} and q.webhook_id = ${id}::uuid`);
        await tx.rows(sql`
          update webhook_queue q set paused_at = null, paused_for = null, next_at = null, failures = 0, failing_since = null
          where q.tenant_id = ${caller.tenantId} and q.webhook_id = ${id}::uuid`);
        await tx.rows(sql`
          update webhook_delivery d set next_at = clock_timestamp(), failing_since = null
          where ${ofWebhook(caller, id)} and d.state = 'waiting'`);
        if (was) await noteBeside(tx, caller, 'webhook', id, { resumed: true });
      });
      void webhooks?.runNow(caller.tenantId);
      return new Response(null, { status: 204 });
    },
  }),
  route({
    method: 'POST',
    path: '/webhook/:id/replay',
    operationId: 'replay_webhook',
    tag: 'webhook',
    summary: 'Send again what happened since a time, at most 30 days ago',
    description:
      'Each event has the `webhook-id` that it had. What is sent is the record as the event has it.',
    needs: update,
    body: replayBody,
    answers: { 204: { description: 'What happened since waits to be sent.' } },
    problems: [409],
    handle: async ({ caller, parts: { db, webhooks }, params: { id }, body: { from } }) => {
      if (Date.parse(from) < Date.now() - deliveryDays * dayMs)
        throw invalid([
          { pointer: '/from', code: 'invalid_value', detail: `Must be within the last ${deliveryDays} days` },
        ]);
      await inScope(db, caller, 'read write', async (tx) => {
        const { active } = await takeWebhook(tx, caller, id);
        if (!active) throw conflict('webhook_off', 'The webhook is off: nothing is sent');
        await tx.rows(sql`
          update webhook_queue q set place = p.place, seq = 0 from (select webhook_place_at(${from}::timestamptz) - 1 as place) p
          where p.place < q.place and q.tenant_id = ${caller.tenantId} and q.webhook_id = ${id}::uuid`);
        await noteBeside(tx, caller, 'webhook', id, { replayed_from: from });
      });
      void webhooks?.runNow(caller.tenantId);
      return new Response(null, { status: 204 });
    },
  }),
  route({
    method: 'GET',
    path: '/webhook/:id/deliveries',
    operationId: 'list_deliveries',
    tag: 'webhook',
    summary: 'What was sent and what waits, the newest first, of 30 days',
    needs: read,
    query: listed,
    answers: { 200: jsonAnswer('Deliveries.', deliveriesSchema) },
    handle: async ({ c, caller, parts: { db }, params: { id }, query: asked }) =>
      c.json(
        await inScope(db, caller, 'read only', async (tx) => {
          await requireWebhook(tx, caller, id);
          const deliveries = await tx.rows(sql<Delivery>`
            select ${deliveryColumns} from webhook_delivery d ${before}
            where ${ofWebhook(caller, id)} and (${asked.state ?? null}::text is null or d.state = ${asked.state ?? null})
              and (${asked.event_id}::uuid is null or d.event_id = ${asked.event_id}::uuid)
              and (${asked.before}::uuid is null or d.n < (select o.n from webhook_delivery o
                where o.tenant_id = ${caller.tenantId} and o.id = ${asked.before}::uuid))
            order by d.n desc limit ${asked.limit}`);
          return {
            deliveries,
            next: deliveries.length === asked.limit ? (deliveries.at(-1)?.id ?? null) : null,
          };
        }),
      ),
  }),
  route({
    method: 'GET',
    path: '/webhook/:id/deliveries/:delivery',
    operationId: 'get_delivery',
    tag: 'webhook',
    summary: 'A delivery with its attempts, and what is sent',
    needs: read,
    answers: { 200: jsonAnswer('The delivery.', deliverySchema) },
    handle: async ({ c, caller, parts: { db }, params: { id, delivery } }) =>
      c.json(
        await inScope(db, caller, 'read only', async (tx) => {
          const [found] = await tx.rows(sql<object>`
            select ${deliveryColumns}, d.tries, webhook_delivery_body(d.id) as body from webhook_delivery d ${before}
            where ${ofWebhook(caller, id)} and d.id = ${delivery}::uuid`);
          if (!found) throw notFound();
          return found;
        }),
      ),
  }),
  ...(['resend', 'skip'] as const).map((act) =>
    route({
      method: 'POST',
      path: `/webhook/:id/deliveries/:delivery/${act}`,
      operationId: `${act}_delivery`,
      tag: 'webhook',
      summary:
        act === 'resend'
          ? 'Send a delivery again, or sooner than its next attempt'
          : 'Send a delivery that waits no more, so that later ones of its record are sent',
      needs: update,
      answers: { 204: { description: act === 'resend' ? 'It is sent.' : 'It is not sent.' } },
      problems: [409],
      handle: async ({ caller, parts: { db, webhooks }, params: { id, delivery } }) => {
        await inScope(db, caller, 'read write', async (tx) => {
          const { active } = await takeWebhook(tx, caller, id);
          const [found] = await tx.rows(sql<{ state: string; event_id: string | null }>`
            select d.state, d.event_id from webhook_delivery d where ${ofWebhook(caller, id)} and d.id = ${delivery}::uuid for update`);
          if (!found) throw notFound();
          if (act === 'resend' && (!active || found.event_id === null))
            throw conflict('webhook_off', 'The webhook is off, or this was a test: make another one');
          if (act === 'skip' && found.state !== 'waiting')
            throw conflict('delivery_over', 'It does not wait any more');
          await tx.rows(
            act === 'resend'
              ? sql`update webhook_delivery d set state = 'waiting', next_at = clock_timestamp(), failing_since = null, finished_at = null
                  where ${ofWebhook(caller, id)} and d.id = ${delivery}::uuid`
              : sql`update webhook_delivery d set state = 'skipped', finished_at = clock_timestamp(), claim = null, claimed_until = null
                  where ${ofWebhook(caller, id)} and d.id = ${delivery}::uuid`,
          );
          if (act === 'resend')
            await tx.rows(sql`
              update webhook_queue q set next_at = null where q.tenant_id = ${caller.tenantId} and q.webhook_id = ${id}::uuid`);
          await noteBeside(tx, caller, 'webhook', id, {
            [act === 'resend' ? 'resent' : 'skipped']: delivery,
          });
        });
        void webhooks?.runNow(caller.tenantId);
        return new Response(null, { status: 204 });
      },
    }),
  ),
);
