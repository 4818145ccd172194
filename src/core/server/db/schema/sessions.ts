/**
 * Migrations of what a session records, when a password was last confirmed, sessions that end with the rights they came
 * from, and links that reveal nothing. They come after that of security-log.ts. A landed migration is never edited: a
 * change is a new one.
 */
export const sessionMigrations: Readonly<Record<string, string>> = {
  '071_session_facts': `
    -- From where a session was begun, by which browser, and when the password was last typed in it.
    alter table session
      add column address text not null default '',
      add column agent text not null default '',
      add column confirmed_at timestamptz(3) not null default clock_timestamp();

    drop function caller_by_session(bytea, boolean);
    drop function session_begin(bytea, uuid, uuid, uuid, uuid);
    drop function session_switch(bytea, uuid);
    drop function session_end(bytea, boolean);
    drop function password_set(uuid, text, bytea);

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

    -- What the security log says of a session: in the company that it acts in, of the person or key it is for.
    create function session_noted(one session, what text, about text, remote text, request text) returns void
    language plpgsql volatile security definer set search_path = public as $$
    begin
      insert into securityevent (tenant_id, company_id, kind, user_id, key_id, who, address, detail, request_id)
      select one.tenant_id, one.company_id, what, one.user_id, one.key_id,
        coalesce((select u.name from "user" u where u.tenant_id = one.tenant_id and u.id = one.user_id),
          (select k.name from apikey k where k.tenant_id = one.tenant_id and k.id = one.key_id)),
        nullif(remote, ''), about, request;
    end $$;

    create function session_begin(token bytea, tenant uuid, company uuid, membership uuid, api_key uuid, remote text,
      browser text, way text, request text) returns void
    language plpgsql volatile security definer set search_path = public as $$
    declare one session;
    begin
      delete from session s where s.used_at < clock_timestamp() - interval '12 hours';
      insert into session (tenant_id, company_id, hash, login_id, user_id, key_id, address, agent)
      values (tenant, company, token, login_of_membership(tenant, membership), membership, api_key, remote, browser)
      returning * into one;
      perform signed_in(tenant, membership);
      perform session_noted(one, 'sign_in', way, remote, request);
    end $$;

    -- To another membership of the same person, under another token; false where there is none in which they may act.
    create function session_switch(token bytea, renewed bytea, membership uuid, remote text, request text) returns boolean
    language plpgsql volatile security definer set search_path = public as $$
    declare one session; there record;
    begin
      select s.* into one from session s where s.hash = token and session_stands(s) for update;
      if one.login_id is null then return false; end if;
      select m.* into there from memberships_of(one.login_id) m where m.user_id = membership;
      if there.user_id is null then return false; end if;
      update session s set tenant_id = there.tenant_id, company_id = there.company_id, user_id = membership,
        hash = renewed, used_at = clock_timestamp() where s.tenant_id = one.tenant_id and s.id = one.id
        returning s.* into one;
      perform signed_in(there.tenant_id, membership);
      perform session_noted(one, 'sign_in', 'switch', remote, request);
      return true;
    end $$;

    -- This one, or all of the same person or key. Nobody is told of what a new sign-in of the same browser replaces.
    create function session_end(token bytea, everywhere boolean, noted boolean, remote text, request text) returns void
    language plpgsql volatile security definer set search_path = public as $$
    declare one session; other session;
    begin
      delete from session s where s.hash = token returning s.* into one;
      if one.id is null then return; end if;
      if noted then perform session_noted(one, 'sign_out', null, remote, request); end if;
      if not everywhere then return; end if;
      for other in delete from session s where s.login_id = one.login_id
        or (s.tenant_id = one.tenant_id and s.key_id = one.key_id) returning s.* loop
        if session_stands(other) then perform session_noted(other, 'session_ended', null, remote, request); end if;
      end loop;
    end $$;

    -- The password was typed again, or the key: what asks for it is open for a while (core/server/auth/confirmation.ts).
    create function session_confirm(token bytea, remote text, request text) returns boolean
    language plpgsql volatile security definer set search_path = public as $$
    declare one session;
    begin
      update session s set confirmed_at = clock_timestamp(), used_at = clock_timestamp()
        where s.hash = token and session_stands(s) returning s.* into one;
      if one.id is null then return false; end if;
      perform session_noted(one, 'reauthenticated', null, remote, request);
      return true;
    end $$;

    -- The sessions of a person, in whichever company, or those of a key; those that still stand.
    create function sessions_of(tenant uuid, membership uuid, api_key uuid)
    returns table (id uuid, company text, begun_at timestamptz, used_at timestamptz, address text, agent text)
    language plpgsql stable security definer set search_path = public as $$
    #variable_conflict use_column
    begin
      return query select s.id, c.name, s.begun_at, s.used_at, s.address, s.agent
        from session s join company c on c.tenant_id = s.tenant_id and c.id = s.company_id
        where session_stands(s) and (s.login_id = login_of_membership(tenant, membership)
          or (s.tenant_id = tenant and s.key_id = api_key))
        order by s.used_at desc, s.id;
    end $$;

    -- The sessions that act by one membership of a company: what its administrators may see and end.
    create function sessions_of_membership(tenant uuid, wanted uuid, membership uuid)
    returns table (id uuid, company text, begun_at timestamptz, used_at timestamptz, address text, agent text)
    language plpgsql stable security definer set search_path = public as $$
    #variable_conflict use_column
    begin
      return query select s.id, c.name, s.begun_at, s.used_at, s.address, s.agent
        from session s join company c on c.tenant_id = s.tenant_id and c.id = s.company_id
        where session_stands(s) and s.tenant_id = tenant and s.company_id = wanted and s.user_id = membership
        order by s.used_at desc, s.id;
    end $$;

    -- Ends one session of the same person or key, or all but one. How many there were.
    create function sessions_end(tenant uuid, membership uuid, api_key uuid, only_this uuid, but_this uuid,
      remote text, request text) returns integer
    language plpgsql volatile security definer set search_path = public as $$
    declare one session; ended integer := 0;
    begin
      for one in delete from session s where (s.login_id = login_of_membership(tenant, membership)
          or (s.tenant_id = tenant and s.key_id = api_key))
        and (only_this is null or s.id = only_this) and s.id is distinct from but_this returning s.* loop
        if session_stands(one) then
          ended := ended + 1;
          perform session_noted(one, 'session_ended', null, remote, request);
        end if;
      end loop;
      return ended;
    end $$;

    -- The same by an administrator, who is in the log as who did it: sessions of one membership of their company.
    create function sessions_end_of_membership(tenant uuid, wanted uuid, membership uuid, only_this uuid, by_user uuid,
      by_key uuid, by_name text, remote text, request text) returns integer
    language plpgsql volatile security definer set search_path = public as $$
    declare one session; ended integer := 0;
    begin
      for one in delete from session s where s.tenant_id = tenant and s.company_id = wanted and s.user_id = membership
        and (only_this is null or s.id = only_this) returning s.* loop
        if session_stands(one) then ended := ended + 1; end if;
      end loop;
      if ended > 0 then
        insert into securityevent (tenant_id, company_id, kind, user_id, key_id, who, subject_id, subject, address, request_id)
        select tenant, wanted, 'session_ended', by_user, by_key, by_name, u.id, u.name, nullif(remote, ''), request
        from "user" u where u.tenant_id = tenant and u.id = membership;
      end if;
      return ended;
    end $$;

    -- Sets the password of whom the session is for, within their own request: its token is another one from now on,
    -- and every other session of the person ends. False where it has ended meanwhile.
    create function password_change(token bytea, renewed bytea, password text) returns boolean
    language plpgsql volatile security definer set search_path = public as $$
    declare one session;
    begin
      update session s set hash = renewed, confirmed_at = clock_timestamp(), used_at = clock_timestamp()
        where s.hash = token and session_stands(s) and s.login_id is not null
          and s.tenant_id = app_tenant() and s.company_id = app_company()
        returning s.* into one;
      if one.id is null then return false; end if;
      update login l set password_hash = password where l.id = one.login_id;
      delete from session s where s.login_id = one.login_id and s.id <> one.id;
      return true;
    end $$;

    -- Sessions and one-time links end with the right that they came from, and do not come back with it.
    create function membership_ends_sessions() returns trigger
    language plpgsql security definer set search_path = public as $$
    begin
      delete from session s where s.tenant_id = new.tenant_id and s.user_id = new.id;
      delete from invitation i where i.tenant_id = new.tenant_id and i.user_id = new.id;
      return null;
    end $$;
    create function apikey_ends_sessions() returns trigger
    language plpgsql security definer set search_path = public as $$
    begin
      delete from session s where s.tenant_id = new.tenant_id and s.key_id = new.id;
      return null;
    end $$;
    create trigger ends_sessions after update on apikey for each row
      when (old.active and not new.active) execute function apikey_ends_sessions();
    create function company_ends_sessions() returns trigger
    language plpgsql security definer set search_path = public as $$
    begin
      delete from session s using company c
        where c.tenant_id = new.tenant_id and new.id = any (c.lineage) and s.tenant_id = c.tenant_id and s.company_id = c.id;
      delete from invitation i using company c
        where c.tenant_id = new.tenant_id and new.id = any (c.lineage) and i.tenant_id = c.tenant_id and i.company_id = c.id;
      return null;
    end $$;
    create trigger ends_sessions after update on company for each row
      when (old.active and not new.active) execute function company_ends_sessions();

    grant create on schema public to tillhouse_auth;
    do $$
    declare one text;
    begin
      foreach one in array array['caller_by_session(bytea, boolean)', 'session_noted(session, text, text, text, text)',
        'session_begin(bytea, uuid, uuid, uuid, uuid, text, text, text, text)',
        'session_switch(bytea, bytea, uuid, text, text)', 'session_end(bytea, boolean, boolean, text, text)',
        'session_confirm(bytea, text, text)', 'sessions_of(uuid, uuid, uuid)', 'sessions_of_membership(uuid, uuid, uuid)',
        'sessions_end(uuid, uuid, uuid, uuid, uuid, text, text)',
        'sessions_end_of_membership(uuid, uuid, uuid, uuid, uuid, uuid, text, text, text)',
        'password_change(bytea, bytea, text)', 'membership_ends_sessions()', 'apikey_ends_sessions()',
        'company_ends_sessions()'] loop
        execute format('alter function %s owner to tillhouse_auth', one);
        execute format('revoke all on function %s from public', one);
      end loop;
    end $$;
    revoke create on schema public from tillhouse_auth;
    -- With its event, in the transaction of whoever changes it.
    grant execute on function password_change(bytea, bytea, text) to tillhouse_app;
  `,

  '072_link_says_nothing': `
    -- A link says the same whether or not its e-mail is known in another company: what it leads to is decided when a
    -- password is typed. A reset of somebody who works elsewhere, too, is opened like any other, and refused then.
    drop function invitation_by_token(bytea);
    create function invitation_by_token(token bytea)
    returns table (tenant_id uuid, company_id uuid, lineage uuid[], user_id uuid, login_id uuid, role text, who text,
      email text, company text, kind text, expires_at timestamptz, password_hash text, established boolean, shared boolean)
    language plpgsql stable security definer set search_path = public as $$
    #variable_conflict use_column
    begin
      return query select i.tenant_id, i.company_id, c.lineage, u.id, l.id, u.role, u.name, u.email, c.name, i.kind,
          i.expires_at, l.password_hash,
          -- Whoever holds the link proves by their password that they are who the e-mail is known as.
          i.kind = 'join' and (l.password_hash is not null or login_is_shared(l.id, i.tenant_id, i.company_id)),
          i.kind = 'reset' and login_is_shared(l.id, i.tenant_id, i.company_id)
        from invitation i
        join "user" u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.company_id = i.company_id
        join login l on l.id = u.login_id
        join company c on c.tenant_id = i.tenant_id and c.id = i.company_id
        where i.hash = token and i.expires_at > clock_timestamp() and u.active and company_works(i.tenant_id, i.company_id);
    end $$;

    create or replace function invitation_use(token bytea, password text) returns boolean
    language plpgsql volatile security definer set search_path = public as $$
    declare one record;
    begin
      perform from invitation i where i.hash = token for update;
      select v.* into one from invitation_by_token(token) v;
      if one.user_id is null or one.shared or one.established <> (password is null) then return false; end if;
      delete from invitation i where i.hash = token;
      update "user" u set accepted_at = coalesce(u.accepted_at, clock_timestamp())
        where u.tenant_id = one.tenant_id and u.id = one.user_id;
      if password is not null then
        update login l set password_hash = password where l.id = one.login_id;
        delete from session s where s.login_id = one.login_id;
      end if;
      return true;
    end $$;

    grant create on schema public to tillhouse_auth;
    alter function invitation_by_token(bytea) owner to tillhouse_auth;
    revoke create on schema public from tillhouse_auth;
    revoke all on function invitation_by_token(bytea) from public;
    revoke execute on function login_is_shared(uuid, uuid, uuid) from tillhouse_app;
  `,
};
