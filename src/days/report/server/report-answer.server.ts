import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Database } from '@/server/db/db';
import { readFresh } from '@/server/db/standbys';
import { unmodified } from '@/server/http/etag';
import type { AppEnv } from '@/server/http/http-env';
import { json } from '@/server/http/json-answer';
import { revisionToken } from '@/server/read/list-revision';
import { companyKey } from '@/server/write/scope-key';
import { madeOf } from './one-snapshot.server';
import { reportEdition } from './report-query.server';

/** A JSON response: a text, followed by chunks of bytes. */
export interface Answer {
  readonly text: string;
  readonly rest: readonly Bytes[];
}

export type Bytes = Uint8Array<ArrayBuffer>;
const encoder = new TextEncoder();

/** How a response is made of what was read: its ETag covers `edition` beside the address, such as its language. */
export interface Form<Read> {
  readonly edition: string;
  readonly respond: (read: Read, headers: Readonly<Record<string, string>>) => Response | Promise<Response>;
}

/** The form of a report: JSON, streamed. */
export const jsonForm: Form<Answer> = {
  edition: '',
  respond: (answer, headers) => json(streamOf(answer), 200, headers),
};

/**
 * Answers 304 if the client has the current response, otherwise responds with the result of `make`. A standby may make it, in
 * all its parts: it exports snapshots as a primary does. Then `make` is given the token that its snapshot must have.
 *
 * @param resources those that the response depends on.
 */
export async function unlessKnown<Read extends object>(
  c: Context<AppEnv>,
  db: Database,
  make: (on: Database, mark: string | null) => Promise<Read>,
  { edition, respond }: Form<Read>,
  resources = madeOf,
): Promise<Response> {
  const caller = c.get('caller');
  const { pathname, search } = new URL(c.req.url);
  // Read before the report, so that the report may be newer than its ETag, but never older.
  const mark = await revisionToken(db, caller, resources);
  const known = JSON.stringify([
    mark,
    companyKey(caller),
    pathname.toLowerCase(),
    search,
    reportEdition(db),
    edition,
  ]);
  const etag = `"${createHash('sha256').update(known).digest('base64url').slice(0, 22)}"`;
  const unchanged = unmodified(c.req.header('if-none-match'), etag);
  if (unchanged) return unchanged;
  const fresh = { of: `${caller.tenantId} report`, mark, isLong: true };
  const { read } = await readFresh(db, fresh, async (on) => ({
    mark,
    read: await make(on, on === db ? null : mark),
  }));
  return respond(read, { ETag: etag });
}

/** Returns the response as a stream with backpressure: a chunk is produced when the previous one has been read. */
function streamOf({ text, rest }: Answer): ReadableStream<Bytes> {
  const left = [encoder.encode(text), ...rest].values();
  return new ReadableStream({
    pull: (controller) => {
      const next = left.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
}
