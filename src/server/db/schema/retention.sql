-- The retention of events of master data (docs/decisions/154-retention-of-events.md): what is written down of those that were removed,
-- which may go, and the job.

-- One row for each company of which events were removed: those of master data from before `horizon`, but the newest of
-- each record and what the undo of a change set still reads. A moment before it cannot be answered any more.
create table event_horizon (
  tenant_id uuid not null,
  company_id uuid not null,
  horizon timestamptz(3) not null,
  -- The setting under which it was set.
  years integer not null check (years > 0),
  set_at timestamptz(3) not null,
  -- Null while the removal up to this horizon is under way; and how many events of each resource it has removed.
  finished_at timestamptz(3),
  removed jsonb not null default '{}',
  primary key (tenant_id, company_id),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);

-- How many events of a record went, and up to which version: those of all versions up to it, and none of a later one
-- (ops/backup/verify).
create table event_removed (
  tenant_id uuid not null,
  company_id uuid not null,
  entity text not null,
  entity_id uuid not null,
  events bigint not null,
  version integer not null,
  primary key (tenant_id, entity, entity_id),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);

do $$
declare one text;
begin
  foreach one in array array['event_horizon', 'event_removed'] loop
    execute format('alter table %I enable row level security, force row level security', one);
    execute format('create policy known on %I for all to tillhouse_auth
      using (tenant_id = app_tenant() and company_id = app_company())
      with check (tenant_id = app_tenant() and company_id = app_company())', one);
    execute format('grant select, insert, update on %I to tillhouse_auth', one);
    execute format('grant select on %I to tillhouse_app', one);
  end loop;
end $$;

-- A child company reads shared records of its ancestors as they were, so it has to know from when on it may.
create policy seen on event_horizon for select to tillhouse_app
  using (tenant_id = app_tenant() and company_id = any ((select app_lineage())::uuid[]));
create policy seen on event_removed for select to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company());

-- A horizon only moves on, and counts only grow: also for the owner of the tables.
create function event_horizon_is_kept() returns trigger language plpgsql as $$
begin
  if current_user = 'tillhouse_auth' and tg_op <> 'DELETE'
    and new.horizon <= clock_timestamp() - make_interval(years => new.years) then
    if tg_op = 'INSERT' then return new; end if;
    if new.horizon >= old.horizon and new.tenant_id = old.tenant_id and new.company_id = old.company_id then
      return new;
    end if;
  end if;
  raise exception 'what was removed of the audit trail stays written down' using errcode = '42501';
end $$;
create trigger kept before insert or update or delete on event_horizon
  for each row execute function event_horizon_is_kept();

create function event_removed_is_kept() returns trigger language plpgsql as $$
begin
  -- They are written by the trigger of a delete alone.
  if current_user = 'tillhouse_auth' and tg_op <> 'DELETE' and pg_trigger_depth() > 1 then
    if tg_op = 'INSERT' then return new; end if;
    if new.events > old.events and new.version >= old.version
      and (new.tenant_id, new.company_id, new.entity, new.entity_id)
        = (old.tenant_id, old.company_id, old.entity, old.entity_id) then
      return new;
    end if;
  end if;
  raise exception 'what was removed of the audit trail stays written down' using errcode = '42501';
end $$;
create trigger kept before insert or update or delete on event_removed
  for each row execute function event_removed_is_kept();

create function removed_events_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what was removed of the audit trail stays written down' using errcode = '42501';
end $$;
create trigger kept_all before truncate on event_horizon for each statement execute function removed_events_stay();
create trigger kept_all before truncate on event_removed for each statement execute function removed_events_stay();

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

-- Held shared by who begins an undo, so that no event goes between the look and the set that keeps it.
create function events_lock(tenant uuid, company uuid) returns bigint language sql immutable parallel safe as
  $$ select hashtextextended('tillhouse events ' || tenant || company, 0) $$;

create function event_companies() returns table (tenant_id uuid, company_id uuid)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select c.tenant_id, c.id from company c order by c.tenant_id, c.id;
end $$;

-- Looks at the next `most` events of a resource of a company after a place, in the order of the records, and removes those
-- that may go. The horizon is set, and written in the security log, with the first of them. Returns the place of the
-- last one looked at, null at the end, and how many went: -1 if another process is at work.
create function events_expire(tenant uuid, company uuid, resource text, until timestamptz, of_years integer,
  most integer, inout at_id uuid, inout at_time timestamptz, inout at_seq bigint, out removed bigint)
language plpgsql volatile security definer set search_path = public as $$
declare
  ids uuid[];
  ours event_horizon;
begin
  perform set_config('app.tenant', tenant::text, true), set_config('app.company', company::text, true);
  removed := -1;
  if not pg_try_advisory_xact_lock(hashtext('tillhouse events past')) then return; end if;
  removed := 0;
  select * into ours from event_horizon h where h.tenant_id = tenant and h.company_id = company;
  -- Of a longer time now than before nothing more goes.
  if ours.horizon > until then at_id := null; return; end if;
  perform pg_advisory_xact_lock(events_lock(tenant, company));
  with seen as materialized (
    select e.entity_id, e.at, e.seq, (e.after->>'version')::int as version from event e
    where e.tenant_id = tenant and e.company_id = company and e.entity = resource and e.at < until
      and (e.entity_id, e.at, e.seq) > (at_id, at_time, at_seq)
    order by e.entity_id, e.at, e.seq limit most
  ),
  last as (select * from seen order by entity_id desc, at desc, seq desc limit 1),
  -- An update that changes nothing leaves an event of the same version: the events of a version go together.
  record as materialized (
    select r.id, least(r.newest, event_limit(tenant, company, resource, r.id, until) - 1) as version
    from (select s.entity_id as id, max(s.version) as newest from seen s group by 1) r
    where not exists (select from erased x where x.tenant_id = tenant and x.entity = resource and x.entity_id = r.id)
  )
  select (select array_agg(e.id) from record r join event e on e.tenant_id = tenant and e.company_id = company
      and e.entity = resource and e.entity_id = r.id and e.at < until and (e.after->>'version')::int <= r.version),
    l.entity_id, l.at, l.seq
  into ids, at_id, at_time, at_seq
  from (select) one left join last l on true;
  if ids is null then return; end if;
  if ours.horizon is distinct from until then
    insert into event_horizon as h (tenant_id, company_id, horizon, years, set_at)
    values (tenant, company, until, of_years, clock_timestamp())
    on conflict (tenant_id, company_id) do update
      set horizon = excluded.horizon, years = excluded.years, set_at = excluded.set_at, finished_at = null;
    insert into securityevent (tenant_id, company_id, kind, detail)
    values (tenant, company, 'events_expiring', format('%s; TILLHOUSE_EVENT_YEARS=%s', (until at time zone 'UTC')::date, of_years));
  end if;
  delete from event e where e.tenant_id = tenant and e.company_id = company and e.id = any (ids);
  get diagnostics removed = row_count;
  update event_horizon h set finished_at = null, removed = h.removed
      || jsonb_build_object(resource, coalesce((h.removed->>resource)::bigint, 0) + events_expire.removed)
    where h.tenant_id = tenant and h.company_id = company;
end $$;

-- Writes in the security log how much went, once everything up to the horizon has been looked at.
create function events_expired(tenant uuid, company uuid) returns boolean
language plpgsql volatile security definer set search_path = public as $$
declare ours event_horizon;
begin
  perform set_config('app.tenant', tenant::text, true), set_config('app.company', company::text, true);
  if not pg_try_advisory_xact_lock(hashtext('tillhouse events past')) then return false; end if;
  select * into ours from event_horizon h where h.tenant_id = tenant and h.company_id = company and h.finished_at is null;
  if not found then return true; end if;
  insert into securityevent (tenant_id, company_id, kind, detail)
  select tenant, company, 'events_expired', format('%s; TILLHOUSE_EVENT_YEARS=%s; %s', (ours.horizon at time zone 'UTC')::date,
    ours.years, string_agg(r.key || ' ' || r.value, ', ' order by r.key)) from jsonb_each_text(ours.removed) r;
  update event_horizon h set finished_at = clock_timestamp(), removed = '{}'
    where h.tenant_id = tenant and h.company_id = company;
  return true;
end $$;

-- They run with the rights of tillhouse_auth, and are called by the owner of the database and by whom they are granted to.
do $$
declare one text;
begin
  foreach one in array array[
    'event_companies()',
    'events_expire(uuid, uuid, text, timestamptz, integer, integer, uuid, timestamptz, bigint)',
    'events_expired(uuid, uuid)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
