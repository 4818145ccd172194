import { sql } from 'kysely';
import { firstHour, type FirstHourSteps } from '@/contract/first-hour';
import { inScope } from '@/server/db/db';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { company } from './contract';

/** What a new company has of what it needs to sell, for the overview of its administrators. */
export const firstHourAddress = endpoints(
  route({
    method: 'GET',
    path: '/first_hour',
    operationId: 'first_hour',
    tag: 'company',
    summary: 'What a new company has of what it needs to sell; nothing once it has closed a business day',
    needs: company.access.update,
    answers: { 200: jsonAnswer('What there is.', firstHour) },
    handle: async ({ c, caller, parts: { db } }) => {
      const { tenantId, companyId, lineage } = caller;
      const own = sql`t.tenant_id = ${tenantId} and t.company_id = ${companyId}`;
      const shared = sql`t.tenant_id = ${tenantId} and t.company_id = any (${lineage}::uuid[]) and t.active`;
      const steps = await inScope(db, caller, 'read only', async (tx) => {
        const [begun] = await tx.rows(sql<{ is_over: boolean }>`
          select exists (select from businessday t where ${own} and t.status <> 'open')
            or exists (select from company t where t.tenant_id = ${tenantId} and t.parent_id = ${companyId}) as is_over`);
        if (begun?.is_over !== false) return null;
        const [found] = await tx.rows(sql<FirstHourSteps>`
          with registers as materialized (
            select t.id, t.name, l.id as location_id, l.name as location, t.created_at from pos t
            join location l on l.tenant_id = t.tenant_id and l.id = t.location_id and l.active
            where ${own} and t.active order by t.created_at, t.id limit 10
          )
          select
            (select count(*)::int from account t where ${shared}) as accounts,
            (select t.data->'rounding'->>'unit' from tender t where ${shared} and t.type = 'cash' order by t.tender_num limit 1) as cash_rounding,
            (select count(*)::int from location t where ${own} and t.active) as locations,
            (select json_build_object('id', t.id, 'name', t.name, 'day_cutover', t.data->>'day_cutover') from location t
              where ${own} and t.active
              order by t.id is distinct from (select r.location_id from registers r order by r.created_at, r.id limit 1), t.created_at, t.id limit 1) as location,
            (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'location', r.location) order by r.created_at, r.id), '[]')
              from registers r) as registers,
            (select coalesce(json_agg(t.rate::text order by t.rate desc), '[]') from (select distinct t.rate from tax t where ${shared}) t) as taxes,
            (select coalesce(json_agg(t.name order by t.tender_num nulls last, t.name), '[]') from tender t where ${shared}) as tenders,
            (select count(*)::int from (select from plu t where ${shared} limit 10000) t) as products,
            (select count(*)::int from dpt t where ${shared}) as departments,
            (select count(*)::int from "user" t where ${own} and t.active) as people,
            exists (select from apikey t where ${own} and t.pos_id is not null) or exists (select from sales t where ${own}) as sells`);
        return found ?? null;
      });
      return c.json({ steps });
    },
  }),
);
