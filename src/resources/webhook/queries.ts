import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  deliveriesSchema,
  deliverySchema,
  webhookStatesSchema,
  type deliveryStates,
  type WebhookStanding,
} from '@/contract/webhooks';
import type { Client } from '@/app/data/client';
import type { Row } from '@/app/data/row';
import type { RowSource } from '@/app/data/row-source';
import { webhook } from './contract';

/** A webhook as the list has it. */
export interface ListedWebhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly kinds: readonly string[];
  readonly active: boolean;
  readonly hasSecret: boolean;
}

/** A webhook, and how it is: that comes with an answer of its own. */
export interface KnownWebhook extends ListedWebhook {
  readonly standing: WebhookStanding | undefined;
}

/** Milliseconds after which it is asked anew how the webhooks are, while the page is seen: no event tells of a delivery. */
const every = 4000;

/** Pages of deliveries up to which they are read anew by themselves. */
const mostRead = 4;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const listed = ({ id, active, data, ...row }: Row): ListedWebhook => {
  const kinds: unknown = data['kinds'];
  return {
    id,
    active,
    name: text(row['name']),
    url: text(data['url']),
    kinds: Array.isArray(kinds) ? kinds.map(text) : [],
    hasSecret: row['has_secret'] === true,
  };
};

/** Query of all webhooks of the company, by name: they are few. */
export const webhooksQuery = (source: RowSource) =>
  queryOptions({
    queryKey: [webhook.name, 'all'],
    queryFn: async ({ signal }) => {
      const all = { q: '', sort: 'name', active: 'all', filters: {} } as const;
      return (await source.all(webhook, all, { signal })).map(listed);
    },
  });

/** Query of how the webhooks are. */
export const statesQuery = (client: Client) =>
  queryOptions({
    queryKey: [webhook.name, 'state'],
    queryFn: async ({ signal }) =>
      webhookStatesSchema.parse(await client.json('/api/secure/webhook_state', signal)),
    refetchInterval: every,
  });

/** Returns the path of a webhook's own addresses. */
export const pathOf = (id: string, rest: string): string => `webhook/${encodeURIComponent(id)}/${rest}`;

/** Which deliveries are asked for. */
export interface DeliveryFilter {
  readonly state?: (typeof deliveryStates)[number] | undefined;
  readonly event_id?: string | undefined;
}

const deliveriesPath = (id: string, filter: DeliveryFilter, before: string, limit: number): string => {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries({ ...filter, before })) if (value) query.set(name, value);
  return `/api/secure/${pathOf(id, 'deliveries')}?${query.toString()}`;
};

/** Query of the deliveries of a webhook, newest first. */
export const deliveriesQuery = (client: Client, id: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [webhook.name, 'deliveries', id, filter],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) =>
      deliveriesSchema.parse(await client.json(deliveriesPath(id, filter, pageParam, 50), signal)),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > mostRead ? false : every),
  });

/** Query of whether a webhook was told of an event. */
export const toldQuery = (client: Client, id: string, eventId: string) =>
  queryOptions({
    queryKey: [webhook.name, 'told', id, eventId],
    queryFn: async ({ signal }) => {
      const path = deliveriesPath(id, { event_id: eventId }, '', 1);
      return deliveriesSchema.parse(await client.json(path, signal)).deliveries.length > 0;
    },
  });

/** Query of one delivery with its attempts and what is sent. */
export const deliveryQuery = (client: Client, id: string, delivery: string) =>
  queryOptions({
    queryKey: [webhook.name, 'delivery', id, delivery],
    queryFn: async ({ signal }) =>
      deliverySchema.parse(await client.json(`/api/secure/${pathOf(id, `deliveries/${delivery}`)}`, signal)),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? every : false),
  });
