/**
 * Migrations of whom a session acts as, after those of sessions.ts. Ids are unique within a tenant alone, so a
 * membership or key is named together with its tenant; functions that bypass the policies stay within the tenant too.
 * A landed migration is never edited: a change is a new one.
 */
export const actingMigrations: Readonly<Record<string, string>> = {
  '085_membership_of_tenant': `
    -- Sessions of one person stand in several tenants and are ended by their id: it is unique over all of them.
    alter table session no force row level security;
    delete from session s using session other where other.id = s.id and other.tenant_id < s.tenant_id;
    alter table session force row level security;
    create unique index session_id on session (id);

    -- As of accounts.ts, to a membership of a tenant. Without the tenant, as older pages and processes ask, the id must
    -- be that of one membership of the person alone.
    create function session_switch(token bytea, renewed bytea, tenant uuid, membership uuid, remote text, request text)
    returns boolean language plpgsql volatile security definer set search_path = public as $$
    #variable_conflict use_column
    declare one session; there record; found integer;
    begin
      select s.* into one from session s where s.hash = token and session_stands(s) for update;
      if one.login_id is null then return false; end if;
      select count(*) into found from memberships_of(one.login_id) m
        where m.user_id = membership and (tenant is null or m.tenant_id = tenant);
      if found <> 1 then return false; end if;
      select m.* into there from memberships_of(one.login_id) m
        where m.user_id = membership and (tenant is null or m.tenant_id = tenant);
      update session s set tenant_id = there.tenant_id, company_id = there.company_id, user_id = membership,
        hash = renewed, used_at = clock_timestamp() where s.tenant_id = one.tenant_id and s.id = one.id
        returning s.* into one;
      perform signed_in(there.tenant_id, membership);
      perform session_noted(one, 'sign_in', 'switch', remote, request);
      return true;
    end $$;
    create or replace function session_switch(token bytea, renewed bytea, membership uuid, remote text, request text)
    returns boolean language plpgsql volatile security definer set search_path = public as $$
    begin
      return session_switch(token, renewed, null::uuid, membership, remote, request);
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

    grant create on schema public to tillhouse_auth;
    do $$
    declare one text;
    begin
      foreach one in array array['session_switch(bytea, bytea, uuid, uuid, text, text)',
        'acting_id_is_shared(uuid, uuid)'] loop
        execute format('alter function %s owner to tillhouse_auth', one);
        execute format('revoke all on function %s from public', one);
      end loop;
    end $$;
    revoke create on schema public from tillhouse_auth;
  `,

  '086_mark_of_tenant': `
    -- As of core.ts (011_revision_mark), and within a request of its own tenant alone.
    create or replace function revision_mark(tenant uuid, resources text[]) returns text
    language plpgsql stable security definer set search_path = public as $$
    begin
      if tenant <> app_tenant() then return null; end if;
      return (select string_agg(r.resource || ':' || r.revision || ':' || extract(epoch from r.at)::text, ' ' order by r.resource)
        from revision r where r.tenant_id = tenant and r.resource = any (resources));
    end $$;
  `,
};
