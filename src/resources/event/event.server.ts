import { ofTheBooks, readsBooks, readsHistory, readTrail } from '@/contract/history';
import type { Hono } from 'hono';
import { sql, type RawBuilder } from 'kysely';
import type { AppEnv, Parts } from '@/server/http/http-env';
import type { Caller } from '@/server/auth/caller';
import { trusted, inScope } from '@/server/db/db';
import { logRoutes } from '@/server/read/log';
import type { Tables } from '@/server/read/visibility';
import { wireTime, withoutHidden } from '@/server/db/table';
import { fieldGroups } from '@/contract/field-groups';
import { event } from './contract';
import type { z } from 'zod';
import { eventHorizon } from '@/contract/field-changes';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { json } from '@/server/http/json-answer';

/** The routes of the audit trail (docs/interface.md#6-events): lists and single events. Writing is 405. */
export const eventRoutes = (parts: Parts): Hono<AppEnv> =>
  logRoutes(parts, {
    resource: event,
    entityFor,
    visibleTo: (caller) => visibleEvents(caller, parts.tables),
    textFilters: ['action', 'entity'],
  });

/** Returns what an event has of a record in a column, without what the caller does not see. */
const seenIn = (column: string, caller: Caller): RawBuilder<unknown> =>
  trusted(
    Object.values(fieldGroups)
      .flatMap((of) => Object.keys(of))
      .reduce((otherwise, resource) => {
        const seen = withoutHidden(column, resource, caller);
        return seen === column
          ? otherwise
          : `case when t.entity = '${resource}' then ${seen} else ${otherwise} end`;
      }, column),
  );

const entityFor = (
  caller: Caller,
) => sql`(select row_to_json(e) from (select t.id, ${trusted(wireTime('t.at'))} as at, t.action, t.entity,
  t.entity_id, t.user_id, t.key_id, t.who, t.request_id, t.changeset_id, t.changeset_item,
  (select i.line from changeset_item i where t.changeset_id is not null and i.tenant_id = t.tenant_id
    and i.changeset_id = t.changeset_id and i.n = t.changeset_item) as changeset_line, ${seenIn('t.payload', caller)} as payload,
  ${seenIn('t.before', caller)} as before, ${seenIn('t.after', caller)} as after) e)::text`;

/**
 * Returns the condition for the events that this caller may read: all events of the company for an administrator, those
 * of business days and receipts for an accountant, for a manager those of the resources that managers may update.
 */
export function visibleEvents(caller: Caller, tables: Tables): RawBuilder<unknown> {
  const ofCompany = sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}`;
  if (caller.role === 'admin' && !caller.rights) return ofCompany;
  const names = Object.values(tables).flatMap(({ resource }) =>
    readsHistory(caller, resource) ? [resource.name] : [],
  );
  const entities = readsBooks(caller) ? [...names, ...ofTheBooks] : names;
  return sql`${ofCompany} and t.entity = any(${entities}::text[])`;
}

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
