import { sql } from 'kysely';
import { z } from 'zod';
import { acts } from '@/contract/role';
import { text } from '@/contract/values';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { inScope, trusted } from '@/server/db/db';
import { newId } from '@/server/write/uuid';
import { HttpProblem, notFound } from '@/server/http/problems';
import { json } from '@/server/http/json-answer';
import { wireTime } from '@/server/db/table';
import { checkCodes } from '../report/schema/check-codes';
import { findDays } from '../report/server/report-days.server';
import { reportFigures } from '../report/server/report-query.server';
import { acknowledgementEntry, readChecks, subjectsOf } from './verdicts.server';

/** The roles that may acknowledge faults: those responsible for the books. */

const body = z.strictObject({
  code: z.enum(checkCodes),
  reason: text(4000).regex(/\S/, { error: 'Must not be empty' }),
  withdrawn: z.boolean().optional(),
});

/**
 * Endpoint that acknowledges the faults of a check: they stay visible, but no longer mark the day as failing
 * (docs/report.md#checks).
 */
const acknowledge = route({
  method: 'POST',
  path: '/report/businessdaytx/:businessday_id/acknowledgement',
  operationId: 'acknowledge_businessdaytx',
  tag: 'businessday',
  summary:
    'Acknowledge the faults of a check as they stand, with a reason, or withdraw that; also of a closed or exported day',
  needs: acts.acknowledge,
  body,
  answers: { 201: jsonAnswer('The entry, which stays.', acknowledgementEntry) },
  problems: [409],
  handle: async ({ c, caller, parts: { db }, params: { businessday_id: id }, body: said }) => {
    const { code, reason, withdrawn = false } = said;
    const entry = await inScope(db, caller, 'read write', async (tx) => {
      const [day] = await findDays(tx, caller, sql`t.id = ${id}`);
      if (!day) throw notFound();
      // Locks the day, so that no receipt can add to the faults before the commit.
      await tx.rows(
        sql`select from businessday t where t.tenant_id = ${caller.tenantId} and t.id = ${id} for no key update`,
      );
      const [figures] = await tx.rows(reportFigures(caller, day, 'careful'));
      const check = readChecks(figures?.checks ?? '[]').find((one) => one.code === code);
      if (!check || check.ok) {
        throw new HttpProblem(409, 'nothing_to_acknowledge', 'Conflict', `The check ${code} does not fail`);
      }
      await tx.rows(sql`
        insert into revision as r (tenant_id, resource, revision) values (${caller.tenantId}, 'businessday', 1)
        on conflict (tenant_id, resource) do update
          set revision = r.revision + 1, at = greatest(r.at, clock_timestamp())`);
      const [row] = await tx.rows(sql<{ entry: string }>`
        with made as (
          insert into businessday_acknowledgement (tenant_id, company_id, id, businessday_id, code, subjects, reason, withdrawn, by)
          values (${caller.tenantId}, ${caller.companyId}, ${newId()}, ${id}, ${code}, ${subjectsOf(check)}::text[],
            ${reason.trim()}, ${withdrawn}, ${caller.keyName ?? ''})
          returning *
        ), said as (
          select made.*, json_build_object('id', id, 'businessday_id', businessday_id, 'code', code, 'subjects', subjects,
            'reason', reason, 'withdrawn', withdrawn, 'at', ${trusted(wireTime('made.at'))}, 'by', by) as entry from made
        ), logged as (
          insert into event (tenant_id, company_id, at, action, entity, entity_id, user_id, key_id, who, request_id, payload, after)
          select tenant_id, company_id, at, 'create', 'acknowledgement', id, ${caller.userId}::uuid, ${caller.keyId}::uuid,
            ${caller.keyName}, ${c.get('requestId')}, entry::jsonb, entry::jsonb
          from said
        )
        select entry::text as entry from said`);
      return row?.entry ?? '';
    });
    return json(entry, 201);
  },
});

export const acknowledgementAddresses = endpoints(acknowledge);
