import { acts } from '@/contract/role';
import { requireSeenPath } from '@/server/read/seen';
import { sql } from 'kysely';
import { z } from 'zod';
import { ref } from '@/contract/openapi/parts';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import type { Parts } from '@/server/http/http-env';
import { inScope, trusted, type Tx } from '@/server/db/db';
import { findEntity } from '@/server/read/list';
import { notFound } from '@/server/http/problems';
import { drawTime } from '@/server/write/revision';
import { json } from '@/server/http/json-answer';
import { entityAnswer } from '@/server/http/routes';
import { requireAllLocations, type Caller } from '@/server/auth/caller';
import { entityJson, wireTime, type Table } from '@/server/db/table';
import { sales } from '@/resources/sales/contract';
import { customer } from './contract';

const exported = {
  type: 'object',
  required: ['customer', 'events', 'sales', 'discounts'],
  properties: {
    customer: { $ref: '#/components/schemas/customer' },
    events: { type: 'array', items: { type: 'object' } },
    sales: { type: 'array', items: { $ref: '#/components/schemas/sales' } },
    discounts: { type: 'array', items: { $ref: '#/components/schemas/discount' } },
  },
};

/** The most groups that are suggested. */
const mostGroups = 200;

/** Why something about an erased customer stays. */
const reasons = {
  bookkeeping_law: 'a receipt is an accounting record, kept as it was printed for as long as the law says',
  referred_to: 'the id and the number alone, to which receipts and discounts refer',
  trail: 'that the record was changed, when and by whom, without what it said',
} as const;

/** What an erasure leaves, and why: before it as a preview, afterwards as its report. */
const erasureReport = z.object({
  id: z.guid(),
  erased_at: z.string().nullable(),
  stays: z.array(
    z.object({
      what: z.enum(['customer', 'event', 'sales', 'discount']),
      records: z.int(),
      why: z.enum(['bookkeeping_law', 'referred_to', 'trail']).describe(
        Object.entries(reasons)
          .map(([name, text]) => `\`${name}\`: ${text}`)
          .join('; '),
      ),
      copies: z
        .array(z.object({ pointer: z.string(), records: z.int() }))
        .describe('Where a till wrote text of its own into receipts of the customer: it may name them.'),
    }),
  ),
});

const secret = { 'Cache-Control': 'no-store' };

/**
 * Endpoints for data protection requests (security.md): export of everything about a customer, and erasure; and the
 * groups that there are.
 */
export const customerAddresses = endpoints(
  route({
    method: 'GET',
    path: '/customer_group',
    operationId: 'list_customer_group',
    tag: 'customer',
    summary: 'The groups that active customers of the company are in, at most 200, for suggestions',
    needs: customer.access.read,
    answers: { 200: jsonAnswer('Their names.', { type: 'array', items: { type: 'string' } }) },
    problems: [409],
    handle: async ({ c, caller, parts: { db } }) => {
      requireSeenPath(caller, 'customer', ['data', 'customer_group']);
      const rows = await inScope(db, caller, 'read only', (tx) =>
        tx.rows(sql<{ name: string }>`select g.name from customer_groups(${mostGroups}) g(name)`),
      );
      return c.json(rows.map(({ name }) => name));
    },
  }),
  route({
    method: 'GET',
    path: '/customer/:id/export',
    operationId: 'export_customer',
    tag: 'customer',
    summary:
      'All that is known about one customer: the record, its events, the sales and discounts that name it',
    needs: acts.exportCustomers,
    answers: { 200: jsonAnswer('Everything.', exported) },
    handle: async ({ c, caller, parts: { db, tables }, params: { id } }) => {
      // What one location knows would pass for all that is known.
      requireAllLocations(caller);
      const found = await inScope(db, caller, 'read only', (tx) => exportCustomer(tx, caller, tables, id));
      if (found === null) throw notFound();
      await c.get('security').exported(c, caller, id);
      return json(found, 200, {
        'Content-Disposition': `attachment; filename="customer-${id}.json"`,
        ...secret,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/customer/:id/erase',
    operationId: 'erase_customer',
    tag: 'customer',
    summary: 'Erase one customer for good: name and data, in the record and in its events; it is deactivated',
    needs: acts.eraseCustomers,
    answers: { 200: jsonAnswer('What is left.', ref('customer')) },
    handle: async ({ c, caller, parts: { db, tables }, params: { id } }) => {
      const table = tableOf(tables, customer.name);
      const erased = await inScope(db, caller, 'read write', (tx) =>
        eraseCustomer(tx, { db, tables, table, caller, requestId: c.get('requestId') }, id),
      );
      return entityAnswer(erased, undefined);
    },
  }),
  route({
    method: 'GET',
    path: '/customer/:id/erasure',
    operationId: 'report_erasure_customer',
    tag: 'customer',
    summary: 'What an erasure of one customer leaves, and why: before it, and afterwards as its report',
    needs: acts.exportCustomers,
    answers: { 200: jsonAnswer('What stays.', erasureReport) },
    handle: async ({ caller, parts: { db }, params: { id } }) => {
      requireAllLocations(caller);
      const report = await inScope(db, caller, 'read only', (tx) => reportErasure(tx, caller, id));
      return json(JSON.stringify(report), 200, secret);
    },
  }),
);

function tableOf(tables: Parts['tables'], name: string): Table {
  const table = tables[name];
  if (!table) throw new Error(`There is no table of ${name}`);
  return table;
}

/**
 * Returns JSON text of the customer, its events, and the sales and discounts that reference it, or null if the customer
 * does not exist. Sales hold no copy of a customer, only its id.
 */
async function exportCustomer(
  tx: Tx,
  caller: Caller,
  tables: Parts['tables'],
  id: string,
): Promise<string | null> {
  const record = await findEntity(tx, caller, tableOf(tables, customer.name), id);
  if (!record) return null;
  const ofCompany = sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}`;
  const entities = (name: string, condition: ReturnType<typeof sql>) => sql<string>`(
    select '[' || coalesce(string_agg(${trusted(entityJson(tableOf(tables, name)))}::text, ',' order by t.seq), '') || ']'
    from ${sql.table(name)} t where ${ofCompany} and ${condition})`;
  const [row] = await tx.rows(sql<{ events: string; sales: string; discounts: string }>`
    select ${entities('sales', sql`t.customer_id = ${id}::uuid`)} as sales,
      ${entities('discount', sql`t.data->'customer_ids' ?| array[${id}, upper(${id})]`)} as discounts,
      (select '[' || coalesce(string_agg((select row_to_json(e) from (select t.id,
          ${trusted(wireTime('t.at'))} as at, t.action, t.who, t.payload, t.before, t.after) e)::text,
          ',' order by t.at, t.seq), '') || ']'
        from event t where ${ofCompany} and t.entity = ${customer.name} and t.entity_id = ${id}::uuid) as events`);
  if (!row) throw new Error('An export gave no row');
  const { events, sales, discounts } = row;
  return `{"customer":${record.entity},"events":${events},"sales":${sales},"discounts":${discounts}}`;
}

/**
 * Returns what an erasure of a customer leaves, by kind, and why. What a till wrote into receipts beyond the fields that a
 * receipt has, or as their name, is named by its place: the service does not know whom it is about, and does not change it.
 *
 * @throws 404 if the company owns no such customer.
 */
async function reportErasure(tx: Tx, caller: Caller, id: string): Promise<z.output<typeof erasureReport>> {
  const own = sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}`;
  const known = Object.keys(sales.data.shape);
  const [row] = await tx.rows(sql<{
    erased_at: string | null;
    events: number;
    sales: number;
    discounts: number;
  }>`
    select
      (select ${trusted(wireTime('e.at'))} from erased e where e.tenant_id = c.tenant_id and e.entity = 'customer'
        and e.entity_id = c.id) as erased_at,
      (select count(*)::int from event t where ${own} and t.entity = 'customer' and t.entity_id = c.id and t.action <> 'erase') as events,
      (select count(*)::int from sales t where ${own} and t.customer_id = c.id) as sales,
      (select count(*)::int from discount t where ${own} and t.data->'customer_ids' ?| array[${id}, upper(${id})]) as discounts
    from customer c where c.tenant_id = ${caller.tenantId} and c.company_id = ${caller.companyId} and c.id = ${id}::uuid`);
  if (!row) throw notFound();
  const copies = await tx.rows(sql<{ pointer: string; records: number }>`
    select p.pointer, count(distinct t.id)::int as records from sales t
    cross join lateral (
      select '/name' as pointer where t.name <> ''
      union all
      select '/data/' || k.key from jsonb_object_keys(t.data) k(key) where k.key <> all(${[...known, 'modified_at']}::text[])
      union all
      select '/data/reason' where coalesce(t.data->>'reason', '') <> ''
    ) p
    where ${own} and t.customer_id = ${id}::uuid group by p.pointer order by p.pointer`);
  const stays = (what: Stays['what'], records: number, why: Stays['why'], of: Stays['copies'] = []) =>
    records > 0 ? [{ what, records, why, copies: of }] : [];
  return {
    id,
    erased_at: row.erased_at,
    stays: [
      ...stays('customer', 1, 'referred_to'),
      ...stays('event', row.events, 'trail'),
      ...stays('sales', row.sales, 'bookkeeping_law', copies),
      ...stays('discount', row.discounts, 'referred_to'),
    ],
  };
}
type Stays = z.output<typeof erasureReport>['stays'][number];

/**
 * Erases a customer in the order of every write (docs/design.md#3-one-database-postgresql): it locks the record, draws
 * the revision, and then calls the one database function that may erase (table.ts), which also writes an event.
 *
 * @throws 404 if the company owns no such customer.
 */
async function eraseCustomer(tx: Tx, context: Parameters<typeof drawTime>[1], id: string) {
  const { caller, table, requestId } = context;
  const [stored] = await tx.rows(sql<{ active: boolean }>`
    select t.active from customer t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}::uuid
    for no key update`);
  if (!stored) throw notFound();
  const at = await drawTime(tx, context, [{ id, fields: { active: false } }], new Map([[id, stored]]));
  await tx.rows(sql`select erase_customer(${id}::uuid, ${at}::timestamptz, ${caller.userId}::uuid,
    ${caller.keyId}::uuid, ${caller.keyName}, ${requestId})`);
  return findEntity(tx, caller, table, id);
}
