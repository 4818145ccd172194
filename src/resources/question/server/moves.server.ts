import { sql } from 'kysely';
import type { Tx } from '@/server/db/db';
import { trusted } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { notFound } from '@/server/http/problems';
import type { Result, WriteContext } from '@/server/write/write-context';
import { writeItems } from '@/server/write/write-items';
import { isAsker, notOwnQuestion, questionState } from './rules.server';

interface Row {
  readonly id: string;
  readonly version: number;
  readonly active: boolean;
  readonly created_at: string;
  readonly asked_user: string | null;
  readonly asked_key: string | null;
  readonly answers: readonly object[];
  readonly closed_at: string | null;
  readonly now: string;
}

/** The most answers of a question. */
const mostAnswers = 200;

/** What is done with a question besides asking it; each raises its version and writes its event. */
export type Move = { readonly kind: 'answer'; readonly text: string } | { readonly kind: 'close' | 'reopen' };

/**
 * Answers a question, closes it or opens it again, in the transaction of a request (docs/report.md#questions). A closed one
 * takes no answers; only who asked and administrators close and open. Closing a closed one, or opening an open one,
 * changes nothing.
 *
 * @throws 404; 403 `not_own_question`; 409 `question_state`.
 */
export async function moveQuestion(tx: Tx, context: WriteContext, id: string, move: Move): Promise<Result[]> {
  const { caller } = context;
  const [row] = await tx.rows(sql<Row>`
    select q.id, q.version, q.active, ${trusted(wireTime('q.created_at'))} as created_at, q.asked_user, q.asked_key,
      q.answers, ${trusted(wireTime('q.closed_at'))} as closed_at, ${trusted(wireTime('c.now'))} as now
    from question q cross join lateral (select coalesce(${context.clock ?? null}::timestamptz, clock_timestamp()) as now) c
    where q.tenant_id = ${caller.tenantId} and q.company_id = ${caller.companyId} and q.id = ${id}
    for no key update of q`);
  if (!row) throw notFound();
  if (move.kind !== 'answer' && !isAsker(caller, row) && caller.role !== 'admin') throw notOwnQuestion();
  const { version, active, created_at } = row;
  const item = {
    n: 0,
    path: [],
    id,
    idGiven: true,
    fields: columnsOf(context, row, move),
    writeOnly: {},
    owned: {},
    data: null,
  };
  return writeItems(
    tx,
    context,
    {
      caller,
      items: [item],
      payloads: JSON.stringify([move.kind === 'answer' ? { answer: move.text } : { move: move.kind }]),
      stored: new Map([[id, { id, version, active, created_at, company_id: caller.companyId }]]),
    },
    false,
  );
}

function columnsOf({ caller }: WriteContext, row: Row, move: Move): Readonly<Record<string, unknown>> {
  if (move.kind !== 'answer') {
    if (move.kind === 'reopen') return { closed_at: null, closed_by: null };
    return row.closed_at === null ? { closed_at: row.now, closed_by: caller.keyName } : {};
  }
  if (row.closed_at !== null || !row.active)
    throw questionState('The question is closed: it takes no answers');
  if (row.answers.length >= mostAnswers)
    throw questionState(`A question has at most ${mostAnswers} answers: ask another one`);
  const answer = { at: row.now, by: caller.keyName ?? '', by_id: caller.userId ?? caller.keyId };
  return { answers: [...row.answers, { ...answer, text: move.text }] };
}
