import { Hono } from 'hono';
import type { AppEnv } from '../app';
import { callerOf } from '../caller';
import type { Database } from '../db';
import { HttpProblem } from '../problems';
import { refuseParameters } from '../routes';
import { ownerOf, type Live } from './live';

const streamsAtMost = 16;
/** Bytes that wait for a client before it counts as one that does not keep up. */
const waitingAtMost = 1024 * 1024;

/**
 * `GET /api/secure/live`: what is changed of what the caller may read, as server-sent events, from the moment of
 * its commit. `Last-Event-ID` asks for what came since; where that is not known, `missed` says so.
 */
export function liveRoutes(db: Database, live: Live): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/', async (c) => {
    refuseParameters(c.req.url);
    const caller = c.get('caller');
    if (live.countOf(caller) >= streamsAtMost) throw tooMany();
    const authorization = c.req.header('authorization');
    const holds = () =>
      callerOf(db, authorization).then(
        (now) => ownerOf(now) === ownerOf(caller) && now.role === caller.role,
        (error: unknown) => {
          if (error instanceof HttpProblem && error.status === 401) return false;
          throw error;
        },
      );

    const encoder = new TextEncoder();
    let leave = () => {};
    const { readable, controller } = openStream(() => leave());
    const end = () => {
      try {
        controller.close();
      } catch {
        // The client has gone already.
      }
    };
    const send = (text: string) => {
      if ((controller.desiredSize ?? 0) <= 0) return false;
      controller.enqueue(encoder.encode(text));
      return true;
    };
    leave = await live.subscribe({ caller, holds, send, end }, placeOf(c.req.header('last-event-id')));
    if (c.req.raw.signal.aborted) leave();
    c.req.raw.signal.addEventListener('abort', () => leave());
    return new Response(readable, {
      // A proxy that collects an answer before it passes it on would hold everything back.
      headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
    });
  });
  return routes;
}

function openStream(cancelled: () => void) {
  const held: { controller?: ReadableStreamDefaultController<Uint8Array> } = {};
  const readable = new ReadableStream<Uint8Array>(
    {
      start(given) {
        held.controller = given;
      },
      cancel: cancelled,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waitingAtMost }),
  );
  if (!held.controller) throw new Error('A stream starts when it is made');
  return { readable, controller: held.controller };
}

/** A place that was told before; one that is not of ours is like one that is not known any more. */
const placeOf = (lastEventId: string | undefined): bigint | null => {
  if (lastEventId === undefined) return null;
  return /^\d{1,18}$/.test(lastEventId) ? BigInt(lastEventId) : 10n ** 18n;
};

const tooMany = () =>
  new HttpProblem(
    429,
    'too_many_streams',
    'Too many requests',
    `${streamsAtMost} live streams are possible with one key`,
    { headers: { 'Retry-After': '5' } },
  );
