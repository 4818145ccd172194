import { Hono } from 'hono';
import { sql } from 'kysely';
import type { z } from 'zod';
import { eventHorizon } from '@/core/contract/field-changes';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { history } from '@/core/contract/role';
import { inScope, trusted } from '@/core/server/db/db';
import { wireTime } from '@/core/server/db/table';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { json } from '@/core/server/http/json-answer';
import { refuseParameters } from '@/core/server/http/routes';

const none: z.output<typeof eventHorizon> = { horizon: null, removed_at: null, years: null };

/** `GET /api/secure/event_horizon`: what the pages of the trail say of events that were removed by their age. */
export const eventHorizonAddress: ExtraRoutes = {
  rules: { 'GET /api/secure/event_horizon': history.read },
  paths: {
    '/api/secure/event_horizon': {
      get: {
        operationId: 'event_horizon',
        tags: ['event'],
        summary:
          'From when on the company has all events of its master data, and under which setting older ones went',
        'x-roles': history.read,
        responses: {
          200: {
            description: 'The horizon; null if nothing was removed.',
            content: jsonOf(documented(eventHorizon, 'output')),
          },
          ...problems(400, 401, 403, 414, 429, 503),
        },
      },
    },
  },
  make: ({ db }: Parts) =>
    new Hono<AppEnv>().get('/event_horizon', async (c) => {
      refuseParameters(c.req.url);
      const caller = c.get('caller');
      const [found] = await inScope(db, caller, 'read only', (tx) =>
        tx.rows(sql<typeof none>`
          select ${trusted(wireTime('h.horizon'))} as horizon, ${trusted(wireTime('h.set_at'))} as removed_at, h.years
          from event_horizon h where h.tenant_id = ${caller.tenantId} and h.company_id = ${caller.companyId}`),
      );
      return json(JSON.stringify(found ?? none), 200);
    }),
};
