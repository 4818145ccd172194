import { z } from 'zod';
import { guid, instant } from './values';

/** Deliveries to webhooks (docs/webhooks.md): what waits, what was sent and how the other system answered. */

/** Days for which a delivery that is over can be looked at, and back to which events are sent again. */
export const deliveryDays = 30;

/** Hours for which a secret goes on beside the one that takes its place, at most, and unless something else is said. */
export const secretOverlap = { most: 168, usual: 24 } as const;

/** The active webhooks of a company, at most: each is looked after every other second. */
export const mostWebhooks = 200;

/** Deliveries of a webhook that wait while its events are read no further. */
export const mostWaiting = 5000;

/** Hours without an answer after which a webhook is paused. */
export const patienceHours = 72;

/** Whether an answer says that a message was taken. */
export const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** Why an attempt had no answer. Closed: the page has words for each. */
export const deliveryProblems = [
  /** The name is none, or no name server answered. */
  'not_found',
  /** It leads to a private network, or is not encrypted. */
  'refused_address',
  /** Nobody listens there, or the connection broke. */
  'no_connection',
  /** The certificate is not of that name, has run out, or nobody vouches for it. */
  'certificate',
  /** No answer in ten seconds. */
  'timeout',
  /** Its secret is encrypted under a key that this service does not have. */
  'no_secret',
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

const attempt = z.looseObject({
  at: z.string(),
  /** What was answered; null where nothing was. */
  status: z.int().nullable(),
  /** Milliseconds until the answer, or until there was none. */
  ms: z.int(),
  problem: z.enum(deliveryProblems).nullable(),
  /** The beginning of what a refusal said. */
  answer: z.string().nullable(),
});
export type Attempt = z.output<typeof attempt>;

/** How a webhook is. `no_secret`: nothing is sent until it has one. */
export const webhookStates = ['fine', 'retrying', 'paused', 'off', 'no_secret'] as const;

const state = z.looseObject({
  /** The webhook. */
  id: guid(),
  state: z.enum(webhookStates),
  /** Why it is paused: nothing got through for three days, or the data came from a backup. */
  paused_for: z.enum(['failing', 'restored']).nullable(),
  paused_at: z.string().nullable(),
  /** Since when something does not get through; three days later it is paused. */
  failing_since: z.string().nullable(),
  pauses_at: z.string().nullable(),
  /** When what does not get through is tried next. */
  next_at: z.string().nullable(),
  /** Deliveries that wait. */
  waiting: z.int(),
  /** Whether so many wait that the trail is not read on for now. */
  more: z.boolean(),
  last: attempt.omit({ answer: true }).nullable(),
});
export type WebhookStanding = z.output<typeof state>;

/** How the webhooks of the company are. */
export const webhookStatesSchema = z.looseObject({
  webhooks: z.array(state),
  /** Deliveries of 30 days that got through, and those that did at the first attempt. */
  delivered: z.int(),
  at_first: z.int(),
});
export type WebhookStanding30 = z.output<typeof webhookStatesSchema>;

/** `skipped`: it is not sent any more. `failed`: a test that did not get through. */
export const deliveryStates = ['waiting', 'delivered', 'skipped', 'failed'] as const;

const delivery = z.looseObject({
  id: guid(),
  /** Null for a test. It is the `webhook-id` of each attempt. */
  event_id: guid().nullable(),
  kind: z.string(),
  entity_id: guid(),
  /** When it happened. */
  event_at: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  next_at: z.string().nullable(),
  /** The delivery of the same record that has to get through first. */
  waits_for: z.looseObject({ id: guid(), event_at: z.string() }).nullable(),
  last: attempt.nullable(),
});
export type Delivery = z.output<typeof delivery>;

/** Deliveries, the newest first; `next` is the `before` of those that follow. */
export const deliveriesSchema = z.looseObject({ deliveries: z.array(delivery), next: guid().nullable() });

/** A delivery to look at: its latest 20 attempts, and what is sent. */
export const deliverySchema = delivery.extend({
  tries: z.array(attempt),
  /** Null where its event is not kept any more. */
  body: z.string().nullable(),
});
export type LookedDelivery = z.output<typeof deliverySchema>;

/** How a test ended. */
export const testSchema = attempt.extend({ delivered: z.boolean() });

/** The body that makes a secret. */
export const secretBody = z.strictObject({
  /** How long the secret before signs beside it, if there is one. */
  overlap_hours: z.int().min(0).max(secretOverlap.most).default(secretOverlap.usual),
});

/** A secret, shown this once. */
export const secretSchema = z.looseObject({
  /** `whsec_` and 32 bytes in base64, as Standard Webhooks has it. */
  secret: z.string(),
  /** Until when the secret before signs too; null where there was none, or it ends at once. */
  former_until: z.string().nullable(),
});
export type WebhookSecret = z.output<typeof secretSchema>;

/** The body of a replay: what happened since is sent again. */
export const replayBody = z.strictObject({ from: instant() });
