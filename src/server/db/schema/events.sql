-- The audit trail.

create function new_event_id() returns uuid language sql volatile parallel safe as $$
  -- A UUIDv7 (RFC 9562): 48 bits of milliseconds, then random.
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;

create table event (
  tenant_id uuid not null,
  company_id uuid not null,
  id uuid not null default new_event_id(),
  seq bigint generated always as identity,
  at timestamptz(3) not null,
  action text not null,
  entity text not null,
  entity_id uuid not null,
  user_id uuid,
  key_id uuid,
  who text,
  request_id text,
  payload jsonb,
  before jsonb,
  after jsonb,
  -- The order in which the trail is read, with seq. Events of one resource are written one transaction
  -- after the other (revisions.sql), those of two are not: seq alone may become visible out of order.
  -- Two things hold of this number:
  -- * it is no less than the writer's own transaction id, so whoever reads only below the oldest one
  --   that is under way (pg_snapshot_xmin) misses no event that commits late;
  -- * it is no less than that of any transaction that was over when this write began, so the events of a
  --   record stand in the order in which they happened, also where the later one has the older id.
  place bigint not null default greatest(
    pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1),
  -- The change set and the item that it came from.
  changeset_id uuid,
  changeset_item integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);
create index event_order on event (tenant_id, company_id, seq);
alter table event enable row level security, force row level security;
create policy own on event for select to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company());
create policy written on event for insert to tillhouse_app
  with check (tenant_id = app_tenant() and company_id = app_company());
grant select, insert on event to tillhouse_app;

-- Append-only, also for the owner of the table; but what may go goes (retention.sql), and what an erasure takes out.
create function event_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and current_user = 'tillhouse_auth' then return null; end if;
  raise exception 'the audit trail is append-only' using errcode = '42501';
end $$;
create trigger append_only before update or delete or truncate on event
  for each statement execute function event_is_append_only();

create index event_place on event (tenant_id, company_id, place, seq);
-- A record at a moment (as-of.ts), and its history: the last event up to a time.
create index event_moment on event (tenant_id, company_id, entity, entity_id, at, seq);

-- The trail of one person or key, newest first, without reading the others'. An event has one of the two.
create index event_user on event (tenant_id, company_id, user_id, place, seq) where user_id is not null;
create index event_key on event (tenant_id, company_id, key_id, place, seq) where key_id is not null;
create index event_time on event (tenant_id, company_id, at);

-- Records as they were are given by functions of the search role, as what is found is.
create policy searched on event for select to tillhouse_search using (true);
grant select (tenant_id, company_id, seq, at, entity, entity_id, after) on event to tillhouse_search;

-- An erasure takes out of an event what it tells of a person, and nothing else: the role of the erasing
-- functions may set three columns (grants), to null alone, and events of its own tenant's company alone
-- (policies). Everybody else, the owner too, changes nothing.
create policy erasable on event for select to tillhouse_auth
  using (tenant_id = app_tenant() and company_id = app_company());
create policy erased on event for update to tillhouse_auth
  using (tenant_id = app_tenant() and company_id = app_company())
  with check (tenant_id = app_tenant() and company_id = app_company()
    and payload is null and before is null and after is null);
create policy told on event for insert to tillhouse_auth
  with check (tenant_id = app_tenant() and company_id = app_company() and action = 'erase');
grant select (tenant_id, company_id, entity, entity_id, payload, before, after) on event to tillhouse_auth;
grant update (payload, before, after) on event to tillhouse_auth;
grant insert on event to tillhouse_auth;

create index event_changeset on event (tenant_id, company_id, changeset_id, changeset_item)
  where changeset_id is not null;
