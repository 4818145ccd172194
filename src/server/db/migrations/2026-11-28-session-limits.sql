-- How long a session lasts, as the companies say in which it acts: the strictest of a company and those above it.

alter table session
  add column idle_minutes integer not null default 30,
  add column most_hours integer not null default 12;

-- In minutes and hours; 30 and 12 where none says otherwise. What is no number of the contract's is not said.
create function session_limits(tenant uuid, company uuid) returns table (idle integer, most integer)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select coalesce(min(case when x.idle between 5 and 720 then x.idle end)::integer, 30),
      coalesce(min(case when x.most between 1 and 720 then x.most end)::integer, 12)
    from company here
    join company c on c.tenant_id = here.tenant_id and c.id = any (here.lineage)
    cross join lateral (select
      case when jsonb_typeof(c.data->'session'->'idle_minutes') = 'number' then (c.data->'session'->>'idle_minutes')::numeric end as idle,
      case when jsonb_typeof(c.data->'session'->'hours') = 'number' then (c.data->'session'->>'hours')::numeric end as most) x
    where here.tenant_id = tenant and here.id = company;
end $$;

create or replace function session_stands(s session) returns boolean language sql stable as $$
  select s.used_at > clock_timestamp() - make_interval(mins => s.idle_minutes)
    and s.begun_at > clock_timestamp() - make_interval(hours => s.most_hours)
$$;

create function session_has_limits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select l.idle, l.most into new.idle_minutes, new.most_hours from session_limits(new.tenant_id, new.company_id) l;
  return new;
end $$;
create trigger has_limits before insert or update of company_id on session for each row execute function session_has_limits();

-- A company that says otherwise says it of the sessions that stand, too, its own and those of the companies below.
create function company_limits_sessions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update session s set idle_minutes = l.idle, most_hours = l.most
  from company c cross join lateral session_limits(c.tenant_id, c.id) l
  where c.tenant_id = new.tenant_id and new.id = any (c.lineage) and s.tenant_id = c.tenant_id and s.company_id = c.id;
  return null;
end $$;
create trigger limits_sessions after update of data on company for each row
  when (old.data->'session' is distinct from new.data->'session') execute function company_limits_sessions();

do $$
declare one text;
begin
  foreach one in array array['session_limits(uuid, uuid)', 'session_has_limits()', 'company_limits_sessions()'] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
