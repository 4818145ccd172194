import { sql } from 'kysely';
import { z } from 'zod';
import { companyMailsSchema, mailStates } from '@/contract/mail/mails';
import { documented, header, integer, jsonOf } from '@/contract/openapi/parts';
import { pageDefaults } from '@/contract/paging';
import type { Caller } from '@/server/auth/caller';
import { inScope, type Database } from '@/server/db/db';
import { endpoints, route } from '@/server/http/endpoint';
import { json } from '@/server/http/json-answer';
import { pageHeaders } from '@/server/http/list-route';
import { queryOf } from '@/server/http/query';
import { wholeNumber } from '@/server/http/query-parameters';
import { company } from '../contract';
import { mailColumns } from '@/server/mail/outbox';

type State = (typeof mailStates)[number];

/** What a list of mails is asked with. */
interface MailQuery {
  readonly state: State | null;
  readonly page: number;
  readonly pageSize: number;
}

const pageParameter = (name: 'page' | 'pageSize', most: number) => ({
  read: wholeNumber(1, most).default(pageDefaults[name]),
  schema: { type: 'integer', minimum: 1, default: pageDefaults[name] },
});

/** All mails of the company of the last 30 days, for administrators (docs/operations.md#mail). */
export const companyMailAddresses = endpoints(
  route({
    method: 'GET',
    path: '/mail',
    operationId: 'list_mails',
    tag: 'company',
    summary: 'The mails of the company in the last 30 days: sent, waiting, and failed with the reason',
    needs: company.access.update,
    query: queryOf({
      state: {
        read: z.enum(mailStates).nullable().default(null),
        rule: `Must be one of ${mailStates.join(', ')}`,
        schema: { type: 'string', enum: mailStates },
      },
      page: pageParameter('page', 100_000),
      pageSize: pageParameter('pageSize', pageDefaults.maximum),
    }),
    answers: {
      200: {
        description: 'The mails, newest first.',
        headers: Object.fromEntries(
          Object.keys(pageHeaders({ kind: 'page', page: 1, pageSize: 1 }, 0)).map((name) => [
            name,
            header('As in other lists.', integer),
          ]),
        ),
        content: jsonOf(documented(companyMailsSchema)),
      },
    },
    handle: async ({ caller, parts: { db }, query }) => {
      const { mails, total } = await read(db, caller, query);
      return json(JSON.stringify(mails), 200, pageHeaders({ kind: 'page', ...query }, total));
    },
  }),
);

/** Reads a page of mails, with the person or the report that each is about. */
async function read(db: Database, caller: Caller, { state, page, pageSize }: MailQuery) {
  const isOfCompany = sql`m.tenant_id = ${caller.tenantId} and m.company_id = ${caller.companyId}
    and (${state}::text is null or m.state = ${state})`;
  const isSame = (table: string) => sql`${sql.ref(`${table}.tenant_id`)} = m.tenant_id
    and ${sql.ref(`${table}.company_id`)} = m.company_id`;
  return inScope(db, caller, 'one snapshot', async (tx) => {
    const [counted] = await tx.rows(sql<{ total: number }>`
      select count(*)::int as total from mail_outbox m where ${isOfCompany}`);
    const mails = await tx.rows(sql<object>`
      select ${mailColumns}, m.kind, coalesce(u.name, r.name, s.name) as name, r.made_by as sent_for, coalesce(u.id, r.id, s.id) as record_id,
        case when u.id is not null then 'user' when r.id is not null then 'reportmail' when s.id is not null then 'changeset' end as resource
      from mail_outbox m
        left join "user" u on ${isSame('u')} and u.id::text = m.data->>'user_id'
        left join reportmail r on ${isSame('r')} and r.id::text = m.data->>'reportmail_id'
        left join changeset s on ${isSame('s')} and s.id::text = m.data->>'changeset_id'
      where ${isOfCompany}
      order by m.created_at desc, m.id limit ${pageSize} offset ${(page - 1) * pageSize}`);
    return { mails, total: counted?.total ?? 0 };
  });
}
