import { sql } from 'kysely';
import type { z } from 'zod';
import { eventHorizon } from '@/contract/field-changes';
import { readTrail } from '@/contract/history';
import { inScope, trusted } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { json } from '@/server/http/json-answer';

const none: z.output<typeof eventHorizon> = { horizon: null, removed_at: null, years: null };

/** What the pages of the trail say of events that were removed by their age. */
export const eventHorizonAddress = endpoints(
  route({
    method: 'GET',
    path: '/event_horizon',
    operationId: 'event_horizon',
    tag: 'event',
    summary:
      'From when on the company has all events of its master data, and under which setting older ones went',
    needs: readTrail,
    answers: { 200: jsonAnswer('The horizon; null if nothing was removed.', eventHorizon) },
    handle: async ({ caller, parts: { db } }) => {
      const [found] = await inScope(db, caller, 'read only', (tx) =>
        tx.rows(sql<typeof none>`
          select ${trusted(wireTime('h.horizon'))} as horizon, ${trusted(wireTime('h.set_at'))} as removed_at, h.years
          from event_horizon h where h.tenant_id = ${caller.tenantId} and h.company_id = ${caller.companyId}`),
      );
      return json(JSON.stringify(found ?? none), 200);
    },
  }),
);
