import { Hono } from 'hono';
import { sql } from 'kysely';
import { mailsSchema } from '@/core/contract/mail/mails';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { inScope } from '@/core/server/db/db';
import type { AppEnv, ExtraRoutes } from '@/core/server/http/http-env';
import { json } from '@/core/server/http/json-answer';
import { mailsAbout } from '@/core/server/mail/outbox';
import { notFound } from '@/core/server/http/problems';
import { recordId, refuseParameters } from '@/core/server/http/routes';
import { reportmail } from './contract';

/** `GET /api/secure/reportmail/:id/mails`: what was sent of a report in the last 30 days, and what was not. */
export const reportmailAddresses: ExtraRoutes = {
  rules: { 'GET /api/secure/reportmail/:id/mails': reportmail.access.read },
  paths: {
    '/api/secure/reportmail/{id}/mails': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: {
        operationId: 'reportmail_mails',
        tags: ['reportmail'],
        summary: 'The mails of a report in the last 30 days, at most the newest 50',
        'x-roles': reportmail.access.read,
        responses: {
          200: { description: 'The mails.', content: jsonOf(documented(mailsSchema, 'output')) },
          ...problems(400, 401, 403, 404, 414, 429, 503),
        },
      },
    },
  },
  make: ({ db }) =>
    new Hono<AppEnv>().get('/reportmail/:id/mails', async (c) => {
      refuseParameters(c.req.url);
      const id = recordId(c.req.param('id'));
      const caller = c.get('caller');
      const mails = await inScope(db, caller, 'one snapshot', async (tx) => {
        const [known] = await tx.rows(sql<object>`
          select from reportmail t
          where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}`);
        if (!known) throw notFound();
        return mailsAbout(tx, caller, 'reportmail_id', id);
      });
      return json(JSON.stringify(mails), 200);
    }),
};
