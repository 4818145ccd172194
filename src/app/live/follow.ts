import { z } from 'zod';
import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../data/client';
import { RequestError } from '../data/request-error';
import type { LiveChange, ChangeFeed } from './change-feed';
import { invalidationOf } from './invalidation';
import { progressKey, progressSchema, type Progress } from './progress';

const changeSchema: z.ZodType<LiveChange> = z.looseObject({
  resource: z.string(),
  id: z.string(),
  version: z.int().nullable(),
  action: z.string(),
  at: z.string(),
  who: z.string().nullable(),
});

/**
 * Milliseconds. A stream without a message for `silent` is treated as broken: the service sends a keep-alive
 * every 15 seconds.
 */
const timing = { silent: 40_000, firstPause: 1000, longestPause: 30_000, collect: 200, between: 2000 };

/**
 * Follows the change stream of a service while the window is visible, starting at the position from
 * `/api/secure/me`: publishes each change and refetches the queries on screen. A hidden window closes its
 * stream (a browser opens six connections per service) and resumes after the last message when it is visible
 * again.
 *
 * @returns a function that ends it.
 */
export function followLive(parts: {
  client: Client;
  queries: QueryClient;
  changeFeed: ChangeFeed;
  position: string;
}): () => void {
  const { client, queries, changeFeed, position } = parts;
  const refetcher = createRefetcher(queries);
  let lastEventId = position;
  let open: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryDelay = timing.firstPause;

  const handleMessage = ({ event, data, id }: { event: string; data: string; id: string | undefined }) => {
    if (id !== undefined) lastEventId = id;
    if (event === 'missed') {
      changeFeed.publish('missed');
      refetcher.all();
    } else if (event === 'change') {
      const change = changeSchema.parse(JSON.parse(data));
      changeFeed.publish(change);
      refetcher.changed(change);
    } else if (event === 'progress') {
      const { resource, id, ...progress } = progressSchema.parse(JSON.parse(data));
      queries.setQueryData<Progress>(progressKey(resource, id), progress);
    }
  };

  /** Reads one stream until it ends; the client never ends it by itself. */
  const readStream = async (signal: AbortController) => {
    let silenceTimer: ReturnType<typeof setTimeout> | undefined;
    const resetSilenceTimer = () => {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(() => signal.abort(), timing.silent);
    };
    try {
      resetSilenceTimer();
      const body = await client.stream('/api/secure/live', { 'Last-Event-ID': lastEventId }, signal.signal);
      refetcher.unread();
      for await (const message of messagesOf(body)) {
        resetSilenceTimer();
        retryDelay = timing.firstPause;
        handleMessage(message);
      }
    } finally {
      clearTimeout(silenceTimer);
    }
  };

  const connect = () => {
    clearTimeout(timer);
    if (open || document.hidden) return;
    const controller = new AbortController();
    open = controller;
    void readStream(controller)
      .catch((error: unknown) => {
        // These statuses are final (the stream does not exist here, or this role may not read it); a 401 has
        // already ended the session.
        return error instanceof RequestError && error.status >= 400 && error.status < 429;
      })
      .then((isFinal) => {
        if (open !== controller) return;
        open = null;
        if (isFinal === true) return;
        timer = setTimeout(connect, retryDelay);
        retryDelay = Math.min(2 * retryDelay, timing.longestPause);
      });
  };
  const disconnect = () => {
    clearTimeout(timer);
    const controller = open;
    open = null;
    controller?.abort();
  };
  const updateConnection = () => (document.hidden ? disconnect() : connect());

  document.addEventListener('visibilitychange', updateConnection);
  connect();
  return () => {
    document.removeEventListener('visibilitychange', updateConnection);
    disconnect();
    refetcher.stop();
  };
}

/** Refetches what has changed: soon, but at most once per `between`, even while a till posts many receipts. */
function createRefetcher(queries: QueryClient) {
  const invalidation = invalidationOf(queries);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const lastRefetch = new Map<string, number>();
  const schedule = (resource: string) => {
    if (timers.has(resource)) return;
    const elapsed = performance.now() - (lastRefetch.get(resource) ?? -timing.between);
    const refetch = () => {
      timers.delete(resource);
      lastRefetch.set(resource, performance.now());
      // The open record is not refetched while it is being edited: its form shows a change notice instead.
      const kinds = new Set(
        queries
          .getQueryCache()
          .findAll({ queryKey: [resource] })
          .map(({ queryKey }) => queryKey[1])
          .filter((kind) => kind !== 'record'),
      );
      for (const kind of kinds) invalidation.invalidate([resource, kind]);
    };
    timers.set(resource, setTimeout(refetch, Math.max(timing.collect, timing.between - elapsed)));
  };
  return {
    changed(change: LiveChange) {
      schedule(change.resource);
      // Every write creates an event.
      schedule('event');
    },
    all() {
      const resources = new Set(
        queries
          .getQueryCache()
          .getAll()
          .map(({ queryKey }) => String(queryKey[0])),
      );
      for (const resource of resources) schedule(resource);
    },
    /** What could not be read while the service was away. */
    unread() {
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state: { error } }) => error instanceof RequestError && error.kind === 'offline',
      });
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** A message of an event stream (WHATWG HTML, 9.2), or a keep-alive comment, which has no event type. */
interface StreamMessage {
  readonly event: string;
  readonly data: string;
  /** `Last-Event-ID` to resume after this message; undefined if the message sends none. */
  readonly id: string | undefined;
}

/**
 * Parses the messages of an event stream until it ends. `EventSource` is not usable: it cannot send
 * `Authorization`.
 *
 * @throws what reading the stream throws: a broken connection, or the abort of its signal.
 */
export async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (buffer + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      buffer = parts.pop() ?? '';
      for (const part of parts) yield messageOf(part);
    }
  } finally {
    reader.releaseLock();
  }
}

function messageOf(text: string): StreamMessage {
  const data: string[] = [];
  let event = '';
  let id: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id') id = value;
  }
  return { event, data: data.join('\n'), id };
}
