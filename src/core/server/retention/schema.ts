import { eventExpiryMigrations } from './expiry-schema';
import { eventHorizonMigrations } from './horizon-schema';

/**
 * Migrations of the retention of events of master data (docs/decisions/154-retention-of-events.md), in order: what is written
 * down, which events may go, and the job. A landed migration is never edited: a change is a new one.
 */
export const eventRetentionMigrations: Readonly<Record<string, string>> = {
  ...eventHorizonMigrations,

  '171_event_goes': `
    -- The version of a record below which all of its events may go under a horizon: the newest before it, which stays as what
    -- the record was then, or the first that an undo still reads, of a change set that is not over or younger than it. So
    -- what is left of a history has no hole.
    create function event_limit(tenant uuid, company uuid, resource text, record uuid, horizon timestamptz) returns integer
    language plpgsql stable as $$
    begin
      return least(
        (select (e.after->>'version')::int from event e
          where e.tenant_id = tenant and e.company_id = company and e.entity = resource and e.entity_id = record
            and e.at < horizon
          order by e.at desc, e.seq desc limit 1),
        (select min((e.after->>'version')::int) from changeset_item i
          join changeset s on s.tenant_id = i.tenant_id and s.id = i.changeset_id
          join event e on e.tenant_id = i.tenant_id and e.company_id = i.company_id and e.changeset_id = i.changeset_id
            and e.changeset_item = i.n
          where i.tenant_id = tenant and i.company_id = company and i.resource = event_limit.resource and i.record_id = record
            and (greatest(s.modified_at, s.worked_at, s.applied_at) >= horizon
              or s.status in ('preparing', 'previewing', 'running', 'scheduled')
              or (s.revert_due_at is not null and s.undone_by is null)
              or exists (select from changeset u
                where u.tenant_id = s.tenant_id and u.undoes = s.id and u.status = 'preparing'))));
    end $$;

    -- Whether an event may go: of master data, never of an erased record. The list is that of master-data.ts.
    create function event_may_go(e event, horizon timestamptz) returns boolean language plpgsql stable as $$
    begin
      return (e.at < horizon
        and e.entity = any (array['plu', 'dpt', 'grp', 'supplier', 'discount', 'customer'])
        and e.action in ('create', 'update')
        and (e.after->>'version')::int < event_limit(e.tenant_id, e.company_id, e.entity, e.entity_id, horizon)
        and not exists (select from erased x
          where x.tenant_id = e.tenant_id and x.entity = e.entity and x.entity_id = e.entity_id)) is true;
    end $$;

    -- Append-only, also for the owner of the table; but what may go goes, and what an erasure takes out (031_t_erasure).
    create or replace function event_is_append_only() returns trigger language plpgsql as $$
    begin
      if tg_op in ('UPDATE', 'DELETE') and current_user = 'tillhouse_auth' then return null; end if;
      raise exception 'the audit trail is append-only' using errcode = '42501';
    end $$;
    create function event_goes() returns trigger language plpgsql as $$
    begin
      if current_user = 'tillhouse_auth' and event_may_go(old, (select h.horizon from event_horizon h
        where h.tenant_id = old.tenant_id and h.company_id = old.company_id)) then return old; end if;
      raise exception 'the audit trail is append-only' using errcode = '42501';
    end $$;
    create trigger goes before delete on event for each row execute function event_goes();
    create policy past on event for delete to tillhouse_auth
      using (tenant_id = app_tenant() and company_id = app_company());
    grant select, delete on event to tillhouse_auth;

    -- Whatever goes is counted in the same statement.
    create function event_is_counted() returns trigger language plpgsql as $$
    begin
      insert into event_removed as r (tenant_id, company_id, entity, entity_id, events, version)
      select g.tenant_id, g.company_id, g.entity, g.entity_id, count(*), max((g.after->>'version')::int)
      from gone g group by 1, 2, 3, 4
      on conflict (tenant_id, entity, entity_id)
        do update set events = r.events + excluded.events, version = greatest(r.version, excluded.version);
      return null;
    end $$;
    create trigger counted after delete on event
      referencing old table as gone for each statement execute function event_is_counted();
  `,

  ...eventExpiryMigrations,
};
