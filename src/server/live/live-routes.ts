import { everybody } from '@/contract/role';
import { endpoints, route } from '../http/endpoint';
import { isFromNetwork } from '../auth/refused-keys';
import { callerOf } from '../auth/authenticate';
import { readSecret } from '../read/cursor';
import { HttpProblem, unavailable } from '../http/problems';
import { callerKey, companyKey } from '../write/scope-key';
import { sealPlace, unsealPlace } from './place';

/** The most streams that one key, or one person, may have at a process. */
export const maxStreams = 16;
/** Bytes that may wait for a client before it counts as too slow. */
const maxBufferedBytes = 1024 * 1024;

function openStream(cancelled: () => void) {
  const held: { controller?: ReadableStreamDefaultController<Uint8Array> } = {};
  const readable = new ReadableStream<Uint8Array>(
    {
      start(given) {
        held.controller = given;
      },
      cancel: cancelled,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
  );
  if (!held.controller) throw new Error('A stream starts when it is made');
  return { readable, controller: held.controller };
}

const tooMany = () =>
  new HttpProblem(
    429,
    'too_many_streams',
    'Too many requests',
    `${maxStreams} live streams are possible with one key`,
    { headers: { 'Retry-After': '5' } },
  );

/** The content of a `change` message. `who` is null for callers that may not read the record's audit trail. */
const change = {
  type: 'object',
  required: ['resource', 'id', 'version', 'action', 'at', 'who'],
  properties: {
    resource: { type: 'string' },
    id: { type: 'string', format: 'uuid' },
    version: { type: ['integer', 'null'], description: 'Null for what is accepted once.' },
    action: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
    who: { type: ['string', 'null'] },
  },
};

/**
 * Changes of what the caller may read, as server-sent events, from the moment of their commit. `Last-Event-ID` resumes
 * from a position; if it is unknown, `missed` says so.
 */
export const liveAddress = endpoints(
  route({
    method: 'GET',
    path: '/live',
    operationId: 'live',
    tag: 'system',
    summary: 'Changes as they happen, as server-sent events',
    description: [
      'Each create or update of what the caller may read, from the moment of its commit: messages of the kind',
      '`change`, with the JSON below as their data. `ready` says that all that happened before has been told;',
      '`missed`, that something could not be told, and what is shown is to be read anew. A change may be told',
      'twice. `progress` says how far the work on a change set of the own company is; it is told once, and to nobody',
      'later. A comment comes every 15 seconds. The stream ends when its credentials do, and when the',
      'service stops.',
    ].join(' '),
    needs: everybody,
    headers: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        schema: { type: 'string' },
        description:
          'The id of the last message that came, or `live` of `/api/secure/me`: what came since is told.',
      },
    ],
    answers: { 200: { description: 'The stream.', content: { 'text/event-stream': { schema: change } } } },
    handle: async ({ c, caller, parts: { db, live } }) => {
      if (!live) throw unavailable('There are no live changes here');
      if (live.countOf(caller) >= maxStreams) throw tooMany();
      const { headers, method, url } = c.req.raw;
      const request = { headers: new Headers(headers), method, url };
      const holds = () =>
        callerOf(db, request, 'looked at').then(
          (now) =>
            callerKey(now) === callerKey(caller) &&
            now.role === caller.role &&
            isFromNetwork(now, c.get('address')) &&
            JSON.stringify(now.rights) === JSON.stringify(caller.rights) &&
            // A location or field that was given or taken away is seen in another stream.
            companyKey(now) === companyKey(caller),
          (error: unknown) => {
            // The session has ended, or acts as somebody else by now.
            if (error instanceof HttpProblem && error.status < 500) return false;
            throw error;
          },
        );

      const encoder = new TextEncoder();
      let leave = () => {};
      const secret = await readSecret(db);
      const lastId = c.req.header('last-event-id');
      const since = lastId === undefined ? null : unsealPlace(secret, caller, lastId);
      const idOf = (place: bigint) => sealPlace(secret, caller, place);
      const { readable, controller } = openStream(() => leave());
      const end = () => {
        try {
          controller.close();
        } catch {
          // The client has already disconnected.
        }
      };
      const send = (text: string) => {
        if ((controller.desiredSize ?? 0) <= 0) return false;
        controller.enqueue(encoder.encode(text));
        return true;
      };
      leave = await live.subscribe({ caller, holds, send, end, idOf }, since);
      if (c.req.raw.signal.aborted) leave();
      c.req.raw.signal.addEventListener('abort', () => leave());
      return new Response(readable, {
        // Without this header a buffering proxy would hold the whole stream back.
        headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
      });
    },
  }),
);
