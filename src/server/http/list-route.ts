import type { Context, Handler } from 'hono';
import { parseListQuery, type ListQuery } from '@/contract/paging';
import { authorize, type Caller } from '../auth/caller';
import { readFresh } from '../db/standbys';
import type { Table } from '../db/table';
import { requireWithinHorizon } from '../retention/horizon';
import { listFromCursor, listPage } from '../read/list';
import type { CachedList, ListCache } from '../read/list-cache';
import { listEtag, listQuestion, type ListQuestion } from '../read/list-revision';
import { CodedBody } from './compression/coded-body';
import { compress, leastBytes } from './compression/compress';
import { chooseCoding, etagIn } from './compression/content-coding';
import { unmodified } from './etag';
import type { AppEnv, Parts } from './http-env';
import { json } from './json-answer';
import { badQuery } from './problems';

/**
 * Returns the handler of a resource's list (docs/interface.md#46-pagination). An answer is kept, compressed, for as long
 * as the revisions that it depends on stand; they were read with the caller (auth/callers-now.ts).
 */
export const listRoute = (
  parts: Parts & { answers: ListCache<ListQuestion> },
  table: Table,
): Handler<AppEnv> => {
  const answer = answeredList(parts, table);
  return async (c) => {
    const given = await answer(c);
    // Kept answers too: the horizon moves on without any write of the list.
    await requireWithinHorizon(parts.db, c.get('caller'), table, askedMoment(c.req.url));
    return given;
  };
};

/** Returns the moment that a list was asked for, of a query that was answered; null for now. */
function askedMoment(url: string): string | null {
  if (!url.includes('as_of') && !url.includes('%')) return null;
  const moment = new URL(url).searchParams.get('as_of');
  return moment === null ? null : new Date(moment).toISOString();
}

const answeredList =
  (parts: Parts & { answers: ListCache<ListQuestion> }, table: Table) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    const caller = c.get('caller');
    authorize(caller, table.resource.access, 'read');
    const { url } = c.req;
    const at = url.indexOf('?');
    const question = listQuestion(caller, table, at < 0 ? '' : url.slice(at));
    const mark = c.get('listMark');
    const kept = mark === null ? null : parts.answers.find(question, mark);
    if (kept) return keptAnswer(c, kept, () => parts.answers.keep(question, kept));
    const { query, problems } = parseListQuery(table.resource, new URL(url).searchParams);
    if (problems.length > 0) throw badQuery(problems);
    if (mark !== null && !query.includeScheduled) {
      const unchanged = unmodified(c.req.header('if-none-match'), listEtag(mark, question, table));
      if (unchanged) return unchanged;
    }
    // What is scheduled has no revision of this list: such an answer is not kept, and no standby's.
    const answer = await listAnswer(parts, caller, table, query, query.includeScheduled ? null : mark);
    if (query.includeScheduled) return json(answer.body, 200, answer.headers);
    if (answer.mark === null) return json(answer.body, 200, answer.headers);
    const made = await cachedList(c, answer, answer.mark, listEtag(answer.mark, question, table));
    parts.answers.keep(question, made);
    return keptAnswer(c, made);
  };

/** Returns an answer to be kept, in the coding that this first client asks for. */
async function cachedList(
  c: Context<AppEnv>,
  { body, headers }: { body: string; headers: Record<string, string> },
  mark: string,
  etag: string,
): Promise<CachedList> {
  const bytes = new TextEncoder().encode(body);
  const coding = bytes.byteLength < leastBytes ? 'identity' : chooseCoding(c.req.header('accept-encoding'));
  const isCompressible = bytes.byteLength >= leastBytes;
  return { mark, etag, headers, isCompressible, body: new CodedBody(await compress(bytes, coding), coding) };
}

/** Answers from a kept list; `grown` is called when it takes more memory than before. */
async function keptAnswer(
  c: Context<AppEnv>,
  { etag, body, headers, isCompressible }: CachedList,
  grown: () => void = () => undefined,
): Promise<Response> {
  const unchanged = unmodified(c.req.header('if-none-match'), etag);
  if (unchanged) return unchanged;
  const coding = isCompressible ? chooseCoding(c.req.header('accept-encoding')) : 'identity';
  let bytes = body.get(coding);
  if (!bytes) {
    bytes = await body.in(coding);
    grown();
  }
  return json(bytes, 200, {
    ...headers,
    ETag: etagIn(etag, coding),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
  });
}

/**
 * Returns a list's body with its own headers, of a page or a cursor (docs/interface.md#46-pagination), and its
 * revision (list-revision.ts). With the revision that the primary has now, a standby may answer (db/standbys.ts).
 */
export async function listAnswer(
  { db, cursorSecret }: Pick<Parts, 'db' | 'cursorSecret'>,
  caller: Caller,
  table: Table,
  query: ListQuery,
  markOfPrimary: string | null = null,
): Promise<{ body: string; headers: Record<string, string>; mark: string | null }> {
  const { paging } = query;
  const fresh = { of: `${caller.tenantId} ${table.resource.name}`, mark: markOfPrimary };
  if (paging.kind === 'page') {
    const { body, total, mark } = await readFresh(db, fresh, (on) =>
      listPage(on, caller, table, query, paging),
    );
    return { body, headers: pageHeaders(paging, total), mark };
  }
  const { body, nextCursor, hasMore, mark } = await readFresh(db, fresh, (on) =>
    listFromCursor(on, cursorSecret, caller, table, query, paging),
  );
  return {
    body: `{"data":${body},"next_cursor":${JSON.stringify(nextCursor)},"has_more":${hasMore}}`,
    headers: {},
    mark,
  };
}

/** Returns the pagination headers of a page (docs/interface.md#46-pagination). */
export function pageHeaders({ page, pageSize }: ListQuery['paging'] & { kind: 'page' }, total: number) {
  return {
    'X-Total-Count': String(total),
    'X-Page': String(page),
    'X-Page-Size': String(pageSize),
    'X-Total-Pages': String(Math.ceil(total / pageSize)),
  };
}
