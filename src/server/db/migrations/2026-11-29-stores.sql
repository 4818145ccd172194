-- A membership that holds some locations (docs/security.md#stores). What it may read is decided here: its requests run as `tillhouse_store`,
-- which has the rights of `tillhouse_app` and the policies below besides. For everybody else nothing is tested.

create function app_locations() returns uuid[] language sql stable parallel safe as
  $$ select string_to_array(nullif(current_setting('app.locations', true), ''), ',')::uuid[] $$;

-- Whether a transaction reads alone.
create function reads_only() returns boolean language sql stable parallel safe as
  $$ select current_setting('transaction_read_only') = 'on' $$;

-- What is of one location, in whatever a request does. Of registers and reports by mail a write sees all: what it sets off concerns
-- others, too, such as a mail about a day that is closed.
do $$
declare one record;
begin
  for one in select * from (values ('businessday', false), ('sales', false), ('pos', true), ('reportmail', true)) t (name, shows) loop
    execute format('create policy held on %I as restrictive for select to tillhouse_store
      using (%L and not reads_only() or location_id = any ((select app_locations())::uuid[]))', one.name, one.shows);
    execute format('create policy held_new on %I as restrictive for insert to tillhouse_store
      with check (location_id = any ((select app_locations())::uuid[]))', one.name);
    execute format('create policy held_changed on %I as restrictive for update to tillhouse_store
      using (location_id = any ((select app_locations())::uuid[])) with check (location_id = any ((select app_locations())::uuid[]))', one.name);
  end loop;
end $$;
create policy held on question as restrictive to tillhouse_store
  using (exists (select from businessday d where d.tenant_id = question.tenant_id and d.id = question.businessday_id));

-- What is derived from it, where something is read. Triggers of a write keep it for everybody: they see all of it.
do $$
declare one record;
begin
  for one in
    select c.oid::regclass as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'location_id' and not a.attisdropped) as placed
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname like 'businessday\_%' or c.relname = 'archive_queue') and c.relname not like '%\_search' and c.relname not like '%\_filter\_count'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname in ('location_id', 'businessday_id') and not a.attisdropped)
  loop
    execute format('create policy held on %1$s as restrictive to tillhouse_store using (not reads_only() or %2$s) with check (true)', one.name,
      case when one.placed then 'location_id = any ((select app_locations())::uuid[])'
        else format('exists (select from businessday d where d.tenant_id = %1$s.tenant_id and d.id = %1$s.businessday_id)', one.name) end);
  end loop;
end $$;

-- The trail of what is not there.
create policy held on event as restrictive for select to tillhouse_store using (case entity
  when 'businessday' then exists (select from businessday r where r.tenant_id = event.tenant_id and r.id = event.entity_id)
  when 'sales' then exists (select from sales r where r.tenant_id = event.tenant_id and r.id = event.entity_id)
  when 'pos' then exists (select from pos r where r.tenant_id = event.tenant_id and r.id = event.entity_id)
  when 'question' then exists (select from question r where r.tenant_id = event.tenant_id and r.id = event.entity_id)
  when 'reportmail' then exists (select from reportmail r where r.tenant_id = event.tenant_id and r.id = event.entity_id)
  -- Locks of months say what all locations came to.
  when 'month' then false
  else true end);
create policy held on changeset_item as restrictive for select to tillhouse_store using (not reads_only() or resource <> 'pos'
  or exists (select from pos r where r.tenant_id = changeset_item.tenant_id and r.id = changeset_item.record_id));

-- Whether a membership of this role and `data` holds a location.
create function location_is_held(role text, data jsonb, location uuid) returns boolean language sql immutable parallel safe as $$
  select role = 'admin' or jsonb_typeof(data->'location_ids') is distinct from 'array'
    or lower(data->>'location_ids')::jsonb ? location::text
$$;

-- As before, also of requests by a membership that holds some locations.
create or replace function user_has_login() returns trigger language plpgsql as $$
begin
  new.email := lower(new.email collate "C");
  if tg_op = 'INSERT' then
    new.login_id := login_of(new.email);
    if current_user in ('tillhouse_app', 'tillhouse_store') then
      new.accepted_at := null;
      new.last_sign_in_at := null;
    end if;
  elsif current_user in ('tillhouse_app', 'tillhouse_store') then
    if new.email is distinct from old.email and not login_is(old.login_id, new.email) then
      new.login_id := login_of(new.email);
      new.accepted_at := null;
    else
      new.login_id := old.login_id;
      new.accepted_at := old.accepted_at;
    end if;
    new.last_sign_in_at := old.last_sign_in_at;
  elsif new.email is distinct from old.email or new.login_id is distinct from old.login_id then
    if not login_is(new.login_id, new.email) then
      raise exception 'a membership has the address of its login' using errcode = '23514';
    end if;
  end if;
  return new;
end $$;
create or replace trigger kept before update on apikey for each row
  when (current_user in ('tillhouse_app', 'tillhouse_store')) execute function apikey_is_kept();
