import { sql } from 'kysely';
import { readTrail } from '@/contract/history';
import { masterData } from '@/contract/role';
import {
  mostRecentChanges,
  mostRecentEvents,
  recentChanges,
  type RecentChange,
} from '@/contract/recent-changes';
import { instant } from '@/contract/values';
import { inScope, trusted } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { json } from '@/server/http/json-answer';
import { queryOf } from '@/server/http/query';
import { wholeNumber } from '@/server/http/query-parameters';
import { visibleEvents } from './event.server';

/**
 * What tills and shops write all day is no news to those who keep the catalogue; a change set is what it changes, and questions
 * stand on the overview themselves.
 */
const untold = ['sales', 'businessday', 'changeset', 'question'];

interface Found {
  readonly total: number;
  readonly is_complete: boolean;
  readonly entities: string[];
  readonly changes: RecentChange[];
}

const none: Found = { total: 0, is_complete: true, entities: [], changes: [] };

/** What others changed lately, for the overview: of the events that the caller may read in the trail (event.server.ts). */
export const recentChangesAddress = endpoints(
  route({
    method: 'GET',
    path: '/recent_changes',
    operationId: 'recent_changes',
    tag: 'event',
    summary:
      'What others changed since a moment, newest first: each record, and each change set, once for who did it',
    needs: { ...readTrail, roles: masterData.update },
    query: queryOf({
      since: {
        read: instant(),
        rule: 'Must be a moment, such as 2026-03-01T00:00:00Z',
        needed: 'A moment is needed, such as 2026-03-01T00:00:00Z',
        schema: { type: 'string', format: 'date-time' },
        description: 'The moment from which on changes are told',
      },
      limit: {
        read: wholeNumber(1, mostRecentChanges).default(5),
        schema: { type: 'integer', minimum: 1, maximum: mostRecentChanges, default: 5 },
        description: 'How many are told',
      },
    }),
    answers: { 200: jsonAnswer('The changes.', recentChanges) },
    handle: async ({ caller, parts: { db, tables }, query: { since, limit } }) => {
      const { tenantId, companyId, userId, keyId } = caller;
      const told = sql`${visibleEvents(caller, tables)} and t.at >= ${since}::timestamptz
        and t.entity <> all(${untold}::text[]) and coalesce(t.user_id <> ${userId}::uuid, true)
        and coalesce(t.key_id <> ${keyId}::uuid, true)`;
      const [found] = await inScope(db, caller, 'read only', (tx) =>
        tx.rows(sql<Found>`
          with found as materialized (
            select t.seq, t.at, t.entity, t.entity_id, t.user_id, t.key_id from event t
            where ${told} and t.changeset_id is null order by t.at desc limit ${mostRecentEvents}
          ), sets as materialized (
            -- One with a hundred thousand records is one change, and hides no other.
            select e.at as latest, e.seq, e.entity, greatest(1, (s.counts->>'applied')::bigint) as events from changeset s
            cross join lateral (
              select t.seq, t.at, t.entity from event t where ${told} and t.changeset_id = s.id
              order by t.changeset_item desc limit 1
            ) e
            where s.tenant_id = ${tenantId} and s.company_id = ${companyId} and s.modified_at >= ${since}::timestamptz
          ), grouped as materialized (
            select max(at) as latest, (array_agg(seq order by at desc, seq desc))[1] as seq, count(*) as events from found
            group by entity_id, user_id, key_id
            union all select latest, seq, events from sets
          ), newest as (
            select t.*, g.events from (select * from grouped order by latest desc, seq desc limit ${limit}) g
            join event t on t.tenant_id = ${tenantId} and t.company_id = ${companyId} and t.seq = g.seq
          )
          select (select count(*) from grouped) as total,
            (select count(*) from found) < ${mostRecentEvents} as is_complete,
            array(select entity from found union select entity from sets order by 1) as entities,
            (select coalesce(json_agg(json_build_object('event_id', n.id, 'at', ${trusted(wireTime('n.at'))},
              'what', case when n.action = 'create' then 'created' when n.action = 'erase' then 'erased'
                when n.before->'active' is distinct from n.after->'active' and n.before is not null
                  then case when n.after->>'active' = 'true' then 'activated' else 'deactivated' end
                else 'changed' end,
              'entity', n.entity, 'entity_id', n.entity_id,
              'name', nullif(n.after->>'name', ''), 'who', n.who,
              'user_id', n.user_id, 'key_id', n.key_id,
              'changeset', (select json_build_object('id', c.id, 'name', c.name) from changeset c
                where c.tenant_id = ${tenantId} and c.id = n.changeset_id),
              'events', n.events) order by n.at desc, n.seq desc), '[]') from newest n) as changes`),
      );
      return json(JSON.stringify(found ?? none), 200);
    },
  }),
);
