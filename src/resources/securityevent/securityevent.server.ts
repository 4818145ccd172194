import type { Hono } from 'hono';
import { sql } from 'kysely';
import type { AppEnv, Parts } from '@/server/http/http-env';
import { trusted } from '@/server/db/db';
import { logRoutes } from '@/server/read/log';
import { wireTime } from '@/server/db/table';
import { securityevent } from './contract';

/** The routes of the company's security log: lists and single entries. Writing is 405. */
export const securityeventRoutes = (parts: Parts): Hono<AppEnv> =>
  logRoutes(parts, {
    resource: securityevent,
    entityFor: () => entity,
    visibleTo: ({ tenantId, companyId }) => sql`t.tenant_id = ${tenantId} and t.company_id = ${companyId}`,
    textFilters: ['kind', 'address'],
  });

/**
 * Every entity has `active` and `data` (docs/interface.md#21-common-fields): an entry is never deactivated and has no
 * settings, so both are constants.
 */
const entity = sql`(select row_to_json(e) from (select t.id, true as active, ${trusted(wireTime('t.at'))} as at, t.kind, t.user_id,
  t.key_id, t.who, t.subject_id, t.subject, t.address, t.detail, t.request_id, '{}'::json as data) e)::text`;
