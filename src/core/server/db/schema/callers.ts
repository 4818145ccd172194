/**
 * Migrations of how a request's caller is found, after those of acting.ts. A landed migration is never edited: a change
 * is a new one.
 */
export const callerMigrations: Readonly<Record<string, string>> = {
  '087_callers_now': `
    -- The callers of all requests that wait at one moment, with what lists of their tenant depend on (revision_mark):
    -- as caller_by_key and caller_by_session have it, by one statement. It writes nothing, so that no session's lock
    -- is waited for; whether a session's use is to be written is \`unused\`.
    -- resources: for each request, names separated by a space; empty for none.
    create function callers_now(hashes bytea[], sessions boolean[], resources text[])
    returns table (n bigint, tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text,
      locale text, session_id uuid, confirmed boolean, unused boolean, mark text)
    language plpgsql stable security definer set search_path = public as $$
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
    grant create on schema public to tillhouse_auth;
    alter function callers_now(bytea[], boolean[], text[]) owner to tillhouse_auth;
    revoke create on schema public from tillhouse_auth;
    revoke all on function callers_now(bytea[], boolean[], text[]) from public;
  `,

  '088_plans_kept': `
    -- What runs with each request or write is planned once a connection: arrays of any length would be planned anew,
    -- and so is, before PostgreSQL 18, every call of a function in SQL.
    alter function callers_now(bytea[], boolean[], text[]) set plan_cache_mode = force_generic_plan;

    create or replace function settled_place() returns bigint
    language plpgsql stable security definer set search_path = pg_catalog as $$
    begin
      return coalesce(
        (select min(under_way::text::bigint) from pg_snapshot_xip(pg_current_snapshot()) under_way
          where not exists (
            select from pg_stat_activity elsewhere
            where elsewhere.datname <> current_database()
              and elsewhere.backend_xid::text::bigint = under_way::text::bigint % 4294967296)),
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint);
    end $$;

    create or replace function counts_plus(counts jsonb, company uuid, active integer, deactivated integer)
    returns jsonb language plpgsql immutable parallel safe as $$
    begin
      return jsonb_set(counts, array[company::text], jsonb_build_array(
        coalesce((counts->company::text->>0)::bigint, 0) + active,
        coalesce((counts->company::text->>1)::bigint, 0) + deactivated));
    end $$;
  `,

  '089_key_maker': `
    -- Who made a key: the person behind it (persons_of). Keys of the command line have nobody.
    alter table apikey add column made_user uuid, add column made_key uuid;
    alter table apikey no force row level security;
    alter table event no force row level security;
    update apikey k set made_user = e.user_id, made_key = e.key_id from event e
    where e.tenant_id = k.tenant_id and e.company_id = k.company_id and e.entity = 'apikey' and e.entity_id = k.id
      and e.action = 'create' and (e.user_id is not null or e.key_id is not null);
    alter table event force row level security;
    alter table apikey force row level security;

    -- As of people.ts (021_apikey_wire), and who made it.
    create or replace function apikey_is_kept() returns trigger language plpgsql as $$
    begin
      if new.active and not old.active then
        raise exception 'a revoked key stays revoked' using errcode = 'TH001', detail = new.id::text;
      elsif new.role <> old.role then
        raise exception 'a key keeps its role' using errcode = 'TH002', column = 'role', detail = new.id::text;
      elsif new.expires_at is distinct from old.expires_at then
        raise exception 'a key keeps its end' using errcode = 'TH002', column = 'expires_at', detail = new.id::text;
      elsif (new.made_user, new.made_key) is distinct from (old.made_user, old.made_key) then
        raise exception 'a key keeps its maker' using errcode = 'TH002', column = 'made_by', detail = new.id::text;
      end if;
      return new;
    end $$;
  `,
};
