import { Hono, type Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { idempotencyKey } from '@/core/contract/openapi-parameters';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { fieldProblems } from '@/core/contract/problem';
import { problems } from '@/core/contract/problem-codes';
import { roles } from '@/core/contract/role';
import { filledText } from '@/core/contract/values';
import { inScope } from '@/core/server/db/db';
import { readJson } from '@/core/server/http/body';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { invalid, notFound } from '@/core/server/http/problems';
import { answer, recordId, refuseParameters } from '@/core/server/http/routes';
import { readIdempotencyKey, withIdempotency } from '@/core/server/write/idempotency';
import { question } from '../contract';
import { moveQuestion, type Move } from './moves.server';

const writers = question.access.update;
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
export const questionAddresses: ExtraRoutes = {
  rules: {
    'GET /api/secure/question_person': question.access.create,
    ...Object.fromEntries(kinds.map((kind) => [`POST /api/secure/question/:id/${kind}`, writers])),
  },
  paths: {
    '/api/secure/question_person': {
      get: {
        operationId: 'list_question_person',
        tags: ['question'],
        summary: 'The people of the company who may be asked, by name',
        'x-roles': question.access.create,
        responses: {
          200: { description: 'All of them.', content: jsonOf(documented(z.array(person), 'output')) },
          ...problems(400, 401, 403, 409, 414, 429, 503),
        },
      },
    },
    ...Object.fromEntries(
      kinds.map((kind) => [
        `/api/secure/question/{id}/${kind}`,
        {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
          ],
          post: {
            operationId: `${kind}_question`,
            tags: ['question'],
            summary: summaries[kind],
            'x-roles': writers,
            parameters: [idempotencyKey],
            requestBody: { required: true, content: jsonOf(documented(bodies[kind], 'input')) },
            responses: {
              200: {
                description: 'The question.',
                content: jsonOf({ $ref: '#/components/schemas/question' }),
              },
              ...problems(400, 401, 403, 404, 408, 409, 413, 414, 415, 422, 429, 503),
            },
          },
        },
      ]),
    ),
  },
  make: routes,
};

function routes({ db, tables }: Parts): Hono<AppEnv> {
  const made = new Hono<AppEnv>();

  made.get('/question_person', async (c) => {
    refuseParameters(c.req.url);
    const { tenantId, companyId } = c.get('caller');
    const people = await inScope(db, c.get('caller'), 'read only', (tx) =>
      tx.rows(sql<z.infer<typeof person>>`
        select u.id, u.name, u.role from "user" u
        where u.tenant_id = ${tenantId} and u.company_id = ${companyId} and u.active and u.role <> 'terminal'
        order by u.name, u.id`),
    );
    return c.json(people);
  });

  for (const kind of kinds) {
    made.post(`/question/:id/${kind}`, async (c) => {
      refuseParameters(c.req.url);
      const table = tables[question.name];
      if (!table) throw notFound();
      const id = recordId(c.req.param('id'));
      const { move, text } = await readMove(c, kind);
      const key = c.req.header('idempotency-key');
      const retry = readIdempotencyKey(key, `question/${id}/${kind}`, undefined, text);
      const caller = c.get('caller');
      const context = { db, tables, table, caller, requestId: c.get('requestId') };
      const [result] = await inScope(db, caller, 'read write', (tx) =>
        withIdempotency(tx, caller, retry, false, () => moveQuestion(tx, context, id, move)),
      );
      if (!result) throw new Error('A write gave no result');
      return answer(question.name, result);
    });
  }
  return made;
}

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
