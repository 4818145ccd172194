/**
 * Migrations of the audit trail, companies, keys and people, after those of core.ts. A landed migration is never
 * edited: a change is a new one.
 */
export const peopleMigrations: Readonly<Record<string, string>> = {
  '020_event_place': `
    -- The order in which the trail is read, with seq. Events of one resource are written one transaction
    -- after the other (006_revision), those of two are not: seq alone may become visible out of order.
    -- Two things hold of this number:
    -- * it is no less than the writer's own transaction id, so whoever reads only below the oldest one
    --   that is under way (pg_snapshot_xmin) misses no event that commits late;
    -- * it is no less than that of any transaction that was over when this write began, so the events of a
    --   record stand in the order in which they happened, also where the later one has the older id.
    alter table event add column place bigint not null default 0;
    alter table event alter column place set default greatest(
      pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1);
    create index event_place on event (tenant_id, company_id, place, seq);
  `,

  '021_apikey_wire': `
    alter table apikey add column search text generated always as (concat_search(name, role, prefix)) stored;
    create policy searched on apikey for select to tillhouse_search using (true);
    grant select (tenant_id, company_id, id, search) on apikey to tillhouse_search;
    create function search_apikey(phrase text, longest text, others text[]) returns setof uuid
    language sql stable security definer set search_path = public as $$
      select t.id from apikey t where t.tenant_id = app_tenant() and t.company_id = app_company()
        and (t.search like phrase or (t.search like longest and t.search like all (others)))
    $$;

    -- What a request may never do to a key, whatever the service forgets: bring it back, or change its rights.
    create function apikey_is_kept() returns trigger language plpgsql as $$
    begin
      if new.active and not old.active then
        raise exception 'a revoked key stays revoked' using errcode = 'TH001', detail = new.id::text;
      elsif new.role <> old.role then
        raise exception 'a key keeps its role' using errcode = 'TH002', column = 'role', detail = new.id::text;
      elsif new.expires_at is distinct from old.expires_at then
        raise exception 'a key keeps its end' using errcode = 'TH002', column = 'expires_at', detail = new.id::text;
      end if;
      return new;
    end $$;
    create trigger kept before update on apikey for each row
      when (current_user = 'tillhouse_app') execute function apikey_is_kept();

    -- The trail says that a key was given, and never which.
    create function event_hides_keys() returns trigger language plpgsql as $$
    begin
      new.payload := new.payload || '{"key": "[redacted]"}';
      new.after := new.after || '{"key": "[redacted]"}';
      return new;
    end $$;
    create trigger redacted before insert on event for each row
      when (new.entity = 'apikey' and new.action = 'create') execute function event_hides_keys();

    grant create on schema public to tillhouse_search;
    alter function search_apikey(text, text, text[]) owner to tillhouse_search;
    revoke create on schema public from tillhouse_search;
    revoke all on function search_apikey(text, text, text[]) from public;
    grant execute on function search_apikey(text, text, text[]) to tillhouse_app;
  `,

  '022_company_wire': `
    -- The columns of the wire alone: parent_id and lineage never change.
    grant update (active, name, ident, data, version, modified_at) on company to tillhouse_app;
    create policy changed on company for update to tillhouse_app
      using (tenant_id = app_tenant() and id = app_company())
      with check (tenant_id = app_tenant() and id = app_company());
    drop policy seen on company;
    create policy seen on company for select to tillhouse_app using (tenant_id = app_tenant()
      and (id = any ((select app_lineage())::uuid[]) or parent_id = app_company()));

    -- What is made without a lineage is a child of the company that makes it.
    create function company_is_child() returns trigger language plpgsql as $$
    begin
      new.company_id := new.id;
      new.parent_id := app_company();
      new.lineage := new.id || app_lineage();
      return new;
    end $$;
    create trigger child before insert on company for each row
      when (new.lineage is null) execute function company_is_child();

    -- Companies as a caller may see them: of its ancestors only what it works by.
    alter table company add column search text generated always as (concat_search(name)) stored;
    create view company_seen with (security_invoker = true) as
      select c.tenant_id, c.company_id, c.id, c.parent_id, c.seq, c.version, c.active, c.name, c.search,
        c.created_at, c.modified_at,
        case when own.is then c.ident else '' end as ident,
        case when own.is then c.data else (
          select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(c.data) d
          where d.key in ('currency', 'locale', 'timezone', 'additional_fields')) end as data
      from company c cross join lateral (select app_company() in (c.id, c.parent_id) as is) own;
    grant select on company_seen to tillhouse_app;

    create policy searched on company for select to tillhouse_search using (true);
    grant select (tenant_id, company_id, id, search) on company to tillhouse_search;
    create function search_company_seen(phrase text, longest text, others text[]) returns setof uuid
    language sql stable security definer set search_path = public as $$
      select t.id from company t where t.tenant_id = app_tenant() and t.id = any ((select app_lineage())::uuid[])
        and (t.search like phrase or (t.search like longest and t.search like all (others)))
    $$;
    grant create on schema public to tillhouse_search;
    alter function search_company_seen(text, text, text[]) owner to tillhouse_search;
    revoke create on schema public from tillhouse_search;
    revoke all on function search_company_seen(text, text, text[]) from public;
    grant execute on function search_company_seen(text, text, text[]) to tillhouse_app;
  `,

  '023_login': `
    -- A person signs in once, by e-mail, and has a membership (user) in one company or several: so this
    -- table has no tenant. No request reads or writes it; a login is named by a membership, and made with it.
    create table login (
      id uuid primary key default gen_random_uuid(),
      email text not null unique check (email = lower(email)),
      -- scrypt; null until the person has chosen a password.
      password_hash text,
      created_at timestamptz(3) not null default clock_timestamp()
    );
    alter table login enable row level security, force row level security;
    create policy known on login to tillhouse_auth using (true) with check (true);
    grant select, insert on login to tillhouse_auth;

    create function login_of(address text) returns uuid
    language plpgsql volatile security definer set search_path = public as $$
    declare found uuid;
    begin
      select id into found from login where email = lower(address);
      if found is null then
        insert into login (email) values (lower(address)) on conflict (email) do nothing returning id into found;
      end if;
      if found is null then
        select id into found from login where email = lower(address);
      end if;
      return found;
    end $$;
    grant create on schema public to tillhouse_auth;
    alter function login_of(text) owner to tillhouse_auth;
    revoke create on schema public from tillhouse_auth;
    revoke all on function login_of(text) from public;
    grant execute on function login_of(text) to tillhouse_app;

    create function user_has_login() returns trigger language plpgsql as $$
    begin
      new.login_id := login_of(new.email);
      return new;
    end $$;
  `,
};
