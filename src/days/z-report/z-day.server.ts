import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import type { Database, Tx } from '@/server/db/db';
import { notFound } from '@/server/http/problems';
import { reportSchema } from '../report/report';
import { findWholeDays, type FoundDay } from '../report/server/report-days.server';
import { inOneSnapshot } from '../report/server/one-snapshot.server';
import { reportFigures } from '../report/server/report-query.server';
import { reportText } from '../report/server/report-text.server';

/** Whose day it is: the company and the location, as they were called when the day was sealed. */
export interface Sender {
  readonly company: string;
  readonly business_id: string;
  readonly address: string;
}

/** The fields of the day that its paper shows. What a till sent in `data` may have any shape. */
const paperDay = z.object({
  id: z.string(),
  name: z.string(),
  date: z.string(),
  status: z.string(),
  opened_at: z.string().nullable(),
  closed_at: z.string().nullable(),
  location: z.object({ name: z.string() }),
  data: z.object({
    z_reports: z
      .array(z.object({ pos_id: z.string(), z_number: z.number() }).partial().catch({}))
      .catch([])
      .default([]),
  }),
});

const paperReport = reportSchema.omit({ transactions: true }).extend({ businessday: paperDay });
export type ZReport = z.infer<typeof paperReport>;

/** What a Z report is made of: the report of a day without its receipts, and whose it is. */
export interface ZDay {
  readonly report: ZReport;
  /** The newest seal of a day that is not open. */
  readonly seal: ZReport['seals'][number] | undefined;
  readonly sender: Sender;
}

/**
 * Reads a day for its Z report, in one snapshot. @throws 404 for a day that does not exist or is not visible
 *
 * @param mark of a standby, as in `inOneSnapshot`
 */
export async function readZDay(
  db: Database,
  caller: Caller,
  id: string,
  mark: string | null = null,
): Promise<ZDay> {
  const { text, sender } = await inOneSnapshot(db, caller, mark, async (tx, parsing) => {
    const [day] = await findWholeDays(tx, caller, sql`t.id = ${id}`);
    if (!day) throw notFound();
    const [figures] = await tx.rows(reportFigures(caller, day, parsing));
    if (!figures) throw new Error('A report has one row');
    const head = await reportText(tx, caller, day, figures, figures.checks);
    return { text: `${head}]}`, sender: await senderOf(tx, caller, day) };
  });
  const report = paperReport.parse(JSON.parse(text));
  return { report, seal: report.businessday.status === 'open' ? undefined : report.seals.at(-1), sender };
}

/** The days of a location in a month, in the order of their file. */
export const monthDays = (
  tx: Tx,
  caller: Caller,
  location: string,
  month: string,
): Promise<{ id: string }[]> =>
  tx.rows(sql<{ id: string }>`
    select t.id from businessday t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.location_id = ${location}
      and t.active and t.date >= ${`${month}-01`}::date and t.date < ${`${month}-01`}::date + interval '1 month'
    order by t.date, coalesce(t.opened_at, t.created_at), t.seq`);

/**
 * SQL: the record `o` as it was at a moment, when a day or a month was sealed: what the first event since then says was before
 * it. So a company or a location that is renamed changes no paper of before. At `infinity` it is as it is.
 */
export const asSealed = (
  caller: Caller,
  entity: 'company' | 'location',
  id: string,
  at: string,
) => sql`coalesce((
  select e.before from event e
  where e.tenant_id = ${caller.tenantId} and e.company_id = ${caller.companyId} and e.entity = ${sql.lit(entity)}
    and e.entity_id = ${id} and e.at > ${at}::timestamptz and e.before is not null
  order by e.seq limit 1), to_jsonb(o))`;

async function senderOf(tx: Tx, caller: Caller, { id, location_id }: FoundDay): Promise<Sender> {
  const [sealed] = await tx.rows(sql<{ at: string }>`
    select coalesce(max(s.at)::text, 'infinity') as at
    from businessday d join businessday_seal s on s.tenant_id = d.tenant_id and s.businessday_id = d.id
    where d.tenant_id = ${caller.tenantId} and d.id = ${id} and d.status <> 'open'`);
  const at = sealed?.at ?? 'infinity';
  const [row] = await tx.rows(sql<Sender>`
    select coalesce(c.record->>'name', '') as company,
      coalesce(nullif(l.record#>>'{data,business_id}', ''), nullif(c.record->>'ident', ''), '') as business_id,
      concat_ws(', ', nullif(l.record#>>'{data,address,street}', ''), nullif(concat_ws(' ',
        nullif(l.record#>>'{data,address,postal_code}', ''), nullif(l.record#>>'{data,address,city}', '')), '')) as address
    from (select ${asSealed(caller, 'company', caller.companyId, at)} as record from company o
        where o.tenant_id = ${caller.tenantId} and o.id = ${caller.companyId}) c,
      (select ${asSealed(caller, 'location', location_id, at)} as record from location o
        where o.tenant_id = ${caller.tenantId} and o.id = ${location_id}) l`);
  if (!row) throw new Error(`The day ${id} has no company or no location`);
  return row;
}
