-- Who a request comes from.

-- Whom an API key is for; it runs with every request.
create function caller_by_key(wanted bytea)
returns table (tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, key_name text, locale text)
language plpgsql stable security definer set search_path = public as $$
-- plpgsql, not sql: its plan is kept for the connection, and this runs with every request.
begin
  return query select k.tenant_id, k.company_id, c.lineage, k.role, k.id, k.name, coalesce(root.data->>'locale', 'und')
  from apikey k
  join company c on c.tenant_id = k.tenant_id and c.id = k.company_id
  join company root on root.tenant_id = k.tenant_id and root.id = k.tenant_id
  where k.hash = wanted and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
    and not exists (select from company above
      where above.tenant_id = k.tenant_id and above.id = any (c.lineage) and not above.active);
end $$;

-- Who a session's cookie names. That it was used is written at most once a minute; a stream that only looks
-- whether it still stands does not use it.
create function caller_by_session(wanted bytea, uses boolean)
returns table (tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text,
  locale text, session_id uuid, confirmed boolean)
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
declare one session;
begin
  select s.* into one from session s where s.hash = wanted and session_stands(s);
  if one.id is null then return; end if;
  if uses and one.used_at < clock_timestamp() - interval '1 minute' then
    update session s set used_at = clock_timestamp() where s.tenant_id = one.tenant_id and s.id = one.id;
  end if;
  return query select c.tenant_id, c.id, c.lineage, coalesce(u.role, k.role), k.id, u.id, coalesce(u.name, k.name),
      coalesce(root.data->>'locale', 'und'), one.id, one.confirmed_at > clock_timestamp() - interval '10 minutes'
    from company c
    join company root on root.tenant_id = c.tenant_id and root.id = c.tenant_id
    left join apikey k on k.tenant_id = c.tenant_id and k.company_id = c.id and k.id = one.key_id
      and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
    left join "user" u on u.tenant_id = c.tenant_id and u.company_id = c.id and u.id = one.user_id
      and u.active and u.login_id = one.login_id and u.accepted_at is not null
    where c.tenant_id = one.tenant_id and c.id = one.company_id and (k.id is not null or u.id is not null)
      and company_works(c.tenant_id, c.id);
end $$;

-- Whether the id of a membership or key of this tenant belongs to one of another tenant, too. Memberships have their
-- index in resources/user/table.ts.
create index apikey_id_alone on apikey (id);
create function acting_id_is_shared(tenant uuid, wanted uuid) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select from "user" u where u.id = wanted and u.tenant_id <> tenant)
    or exists (select from apikey k where k.id = wanted and k.tenant_id <> tenant);
end $$;

-- The callers of all requests that wait at one moment, with what lists of their tenant depend on (revision_mark):
-- as caller_by_key and caller_by_session have it, by one statement. It writes nothing, so that no session's lock
-- is waited for; whether a session's use is to be written is `unused`.
-- resources: for each request, names separated by a space; empty for none. It is planned once a connection: arrays of any length
-- would be planned anew.
create function callers_now(hashes bytea[], sessions boolean[], resources text[])
returns table (n bigint, tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text,
  locale text, session_id uuid, confirmed boolean, unused boolean, mark text)
language plpgsql stable security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select a.n, c.tenant_id, c.id, c.lineage, a.role, a.key_id, a.user_id, a.who, coalesce(root.data->>'locale', 'und'),
    a.session_id, a.confirmed, a.unused,
    case when a.resources <> '' then (
      select string_agg(r.resource || ':' || r.revision || ':' || extract(epoch from r.at)::text, ' ' order by r.resource)
      from revision r where r.tenant_id = c.tenant_id and r.resource = any (string_to_array(a.resources, ' '))) end
  from (
    select q.n, q.resources, k.tenant_id, k.company_id, k.role, k.id as key_id, null::uuid as user_id, k.name as who,
      null::uuid as session_id, null::boolean as confirmed, false as unused
    from unnest(hashes, sessions, resources) with ordinality q(hash, by_session, resources, n)
    join apikey k on k.hash = q.hash
    where not q.by_session and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
    union all
    select q.n, q.resources, s.tenant_id, s.company_id, coalesce(u.role, k.role), k.id, u.id, coalesce(u.name, k.name),
      s.id, s.confirmed_at > clock_timestamp() - interval '10 minutes', s.used_at < clock_timestamp() - interval '1 minute'
    from unnest(hashes, sessions, resources) with ordinality q(hash, by_session, resources, n)
    join session s on s.hash = q.hash
    left join apikey k on k.tenant_id = s.tenant_id and k.company_id = s.company_id and k.id = s.key_id
      and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
    left join "user" u on u.tenant_id = s.tenant_id and u.company_id = s.company_id and u.id = s.user_id
      and u.active and u.login_id = s.login_id and u.accepted_at is not null
    where q.by_session and session_stands(s) and (k.id is not null or u.id is not null)
  ) a
  join company c on c.tenant_id = a.tenant_id and c.id = a.company_id
  join company root on root.tenant_id = a.tenant_id and root.id = a.tenant_id
  where not exists (select from company above
    where above.tenant_id = a.tenant_id and above.id = any (c.lineage) and not above.active);
end $$;

-- A membership or key as it stands now, for what is done in its name without a request; no row if it may no longer act.
create function standing_caller(tenant uuid, membership uuid, api_key uuid)
returns table (tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text, locale text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select c.tenant_id, c.id, c.lineage, coalesce(u.role, k.role), k.id, u.id, coalesce(u.name, k.name),
      coalesce(root.data->>'locale', 'und')
    from company c
    join company root on root.tenant_id = c.tenant_id and root.id = c.tenant_id
    left join apikey k on k.tenant_id = c.tenant_id and k.company_id = c.id and k.id = api_key
      and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
    left join "user" u on u.tenant_id = c.tenant_id and u.company_id = c.id and u.id = membership
      and u.active and u.accepted_at is not null
    where c.tenant_id = tenant and (k.id is not null or u.id is not null) and company_works(c.tenant_id, c.id);
end $$;

-- They run with the rights of tillhouse_auth, and are called by the owner of the database and by whom they are granted to.
do $$
declare one text;
begin
  foreach one in array array[
    'caller_by_session(bytea, boolean)',
    'acting_id_is_shared(uuid, uuid)',
    'callers_now(bytea[], boolean[], text[])',
    'standing_caller(uuid, uuid, uuid)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
alter function caller_by_key(bytea) owner to tillhouse_auth;
