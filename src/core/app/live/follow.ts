import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../data/client';
import { RequestError } from '../data/request-error';
import { messagesOf } from './event-stream';
import { changeShape, type LiveChange, type ChangeFeed } from './change-feed';
import { invalidationOf } from './invalidation';

/**
 * Milliseconds. A stream without a message for `silent` is treated as broken: the service sends a keep-alive
 * every 15 seconds.
 */
const times = { silent: 40_000, firstPause: 1000, longestPause: 30_000, collect: 200, between: 2000 };

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
  desk: ChangeFeed;
  from: string;
}): () => void {
  const { client, queries, desk, from } = parts;
  const refresh = refresher(queries);
  let place = from;
  let open: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = times.firstPause;

  const hear = ({ event, data, id }: { event: string; data: string; id: string | undefined }) => {
    if (id !== undefined) place = id;
    if (event === 'missed') {
      desk.tell('missed');
      refresh.all();
    } else if (event === 'change') {
      const change = changeShape.parse(JSON.parse(data));
      desk.tell(change);
      refresh.changed(change);
    }
  };

  /** Reads one stream until it ends; the client never ends it by itself. */
  const listen = async (signal: AbortController) => {
    let alive: ReturnType<typeof setTimeout> | undefined;
    const live = () => {
      clearTimeout(alive);
      alive = setTimeout(() => signal.abort(), times.silent);
    };
    try {
      live();
      const body = await client.stream('/api/secure/live', { 'Last-Event-ID': place }, signal.signal);
      for await (const message of messagesOf(body)) {
        live();
        pause = times.firstPause;
        hear(message);
      }
    } finally {
      clearTimeout(alive);
    }
  };

  const connect = () => {
    clearTimeout(timer);
    if (open || document.hidden) return;
    const mine = new AbortController();
    open = mine;
    void listen(mine)
      .catch((error: unknown) => {
        // These statuses are final (the stream does not exist here, or this role may not read it); a 401 has
        // already ended the session.
        return error instanceof RequestError && error.status >= 400 && error.status < 429;
      })
      .then((isFinal) => {
        if (open !== mine) return;
        open = null;
        if (isFinal === true) return;
        timer = setTimeout(connect, pause);
        pause = Math.min(2 * pause, times.longestPause);
      });
  };
  const leave = () => {
    clearTimeout(timer);
    const mine = open;
    open = null;
    mine?.abort();
  };
  const look = () => (document.hidden ? leave() : connect());

  document.addEventListener('visibilitychange', look);
  connect();
  return () => {
    document.removeEventListener('visibilitychange', look);
    leave();
    refresh.stop();
  };
}

/** Refetches what has changed: soon, but at most once per `between`, even while a till posts many receipts. */
function refresher(queries: QueryClient) {
  const refreshes = invalidationOf(queries);
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const last = new Map<string, number>();
  const later = (resource: string) => {
    if (waiting.has(resource)) return;
    const since = performance.now() - (last.get(resource) ?? -times.between);
    const act = () => {
      waiting.delete(resource);
      last.set(resource, performance.now());
      // The open record is not refetched while it is being edited: its form shows a change notice instead.
      const kinds = new Set(
        queries
          .getQueryCache()
          .findAll({ queryKey: [resource] })
          .map(({ queryKey }) => queryKey[1])
          .filter((kind) => kind !== 'record'),
      );
      for (const kind of kinds) refreshes.ask([resource, kind]);
    };
    waiting.set(resource, setTimeout(act, Math.max(times.collect, times.between - since)));
  };
  return {
    changed(change: LiveChange) {
      later(change.resource);
      // Every write creates an event.
      later('event');
    },
    all() {
      const resources = new Set(
        queries
          .getQueryCache()
          .getAll()
          .map(({ queryKey }) => String(queryKey[0])),
      );
      for (const resource of resources) later(resource);
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}
