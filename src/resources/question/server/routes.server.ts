import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { idempotencyKey } from '@/contract/openapi/parameters';
import { ref } from '@/contract/openapi/parts';
import { fieldProblems } from '@/contract/problem';
import { roles } from '@/contract/role';
import { filledText } from '@/contract/values';
import { inScope } from '@/server/db/db';
import { readJson } from '@/server/http/body';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import type { AppEnv } from '@/server/http/http-env';
import { invalid, notFound } from '@/server/http/problems';
import { answer } from '@/server/http/routes';
import { readIdempotencyKey, withIdempotency } from '@/server/write/idempotency';
import { question } from '../contract';
import { moveQuestion, type Move } from './moves.server';

const person = z.object({ id: z.guid(), name: z.string(), role: z.enum(roles) });
const bodies = {
  answer: z.strictObject({ text: filledText(4000) }),
  close: z.strictObject({}),
  reopen: z.strictObject({}),
};
const summaries = {
  answer: 'Answer a question; a closed one takes no answers',
  close: 'Close a question; who asked and administrators may',
  reopen: 'Open a closed question again; who asked and administrators may',
};
const kinds = ['answer', 'close', 'reopen'] as const;

/** What is done with a question, and the people who may be asked (docs/report.md#questions). */
export const questionAddresses = endpoints(
  route({
    method: 'GET',
    path: '/question_person',
    operationId: 'list_question_person',
    tag: 'question',
    summary: 'The people of the company who may be asked, by name',
    needs: question.access.create,
    answers: { 200: jsonAnswer('All of them.', z.array(person)) },
    problems: [409],
    handle: async ({ c, caller, parts: { db } }) => {
      const people = await inScope(db, caller, 'read only', (tx) =>
        tx.rows(sql<z.infer<typeof person>>`
          select u.id, u.name, u.role from "user" u
          where u.tenant_id = ${caller.tenantId} and u.company_id = ${caller.companyId} and u.active and u.role <> 'terminal'
          order by u.name, u.id`),
      );
      return c.json(people);
    },
  }),
  ...kinds.map((kind) =>
    route({
      method: 'POST',
      path: `/question/:id/${kind}`,
      operationId: `${kind}_question`,
      tag: 'question',
      summary: summaries[kind],
      needs: question.access.update,
      headers: [idempotencyKey],
      body: { schema: bodies[kind], read: (c) => readMove(c, kind) },
      answers: { 200: jsonAnswer('The question.', ref('question')) },
      problems: [409],
      handle: async ({ c, caller, parts: { db, tables }, params: { id }, body: { move, text } }) => {
        const table = tables[question.name];
        if (!table) throw notFound();
        const key = c.req.header('idempotency-key');
        const retry = readIdempotencyKey(key, `question/${id}/${kind}`, undefined, text);
        const context = { db, tables, table, caller, requestId: c.get('requestId') };
        const [result] = await inScope(db, caller, 'read write', (tx) =>
          withIdempotency(tx, caller, retry, false, () => moveQuestion(tx, context, id, move)),
        );
        if (!result) throw new Error('A write gave no result');
        return answer(question.name, result);
      },
    }),
  ),
);

/** Reads what is to be done, and the body's own text. @throws 422 naming each wrong field. */
async function readMove(
  c: Context<AppEnv>,
  kind: (typeof kinds)[number],
): Promise<{ move: Move; text: string }> {
  const { value, text } = await readJson(c.req.raw);
  const read = bodies[kind].safeParse(value, { reportInput: true });
  if (!read.success) throw invalid(fieldProblems(read.error));
  const move: Move =
    kind === 'answer' && 'text' in read.data && typeof read.data.text === 'string'
      ? { kind, text: read.data.text.trim() }
      : { kind: kind === 'close' ? 'close' : 'reopen' };
  return { move, text };
}
