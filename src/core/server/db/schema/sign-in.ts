/**
 * Migrations of sign-in: sessions and one-time links (docs/design.md#sessions). They come after those of people.ts.
 * Requests read and write these tables only through functions that `tillhouse_auth` owns, because they establish who
 * somebody is, before there is a caller.
 */
export const signInMigrations: Readonly<Record<string, string>> = {
  '024p_session': `
    create table session (
      tenant_id uuid not null,
      -- The company that is acted in; a switch among one's memberships changes it, and the tenant.
      company_id uuid not null,
      id uuid not null default gen_random_uuid(),
      -- SHA-256 of the token in the cookie.
      hash bytea not null unique,
      -- A person, by a membership of theirs, or an API key.
      login_id uuid,
      user_id uuid,
      key_id uuid,
      begun_at timestamptz(3) not null default clock_timestamp(),
      used_at timestamptz(3) not null default clock_timestamp(),
      primary key (tenant_id, id),
      foreign key (tenant_id, company_id) references company (tenant_id, id),
      check ((user_id is null) = (login_id is null) and (user_id is null) <> (key_id is null))
    );
    create index session_login on session (login_id);
    create index session_key on session (tenant_id, key_id);
    create index session_used on session (used_at);
    alter table session enable row level security, force row level security;
    create policy known on session to tillhouse_auth using (true) with check (true);
    grant select, insert, update, delete on session to tillhouse_auth;
    -- Without a policy: to requests the table is there, and empty.
    grant select (tenant_id, company_id, id) on session to tillhouse_app;

    create table invitation (
      tenant_id uuid not null,
      company_id uuid not null,
      user_id uuid not null,
      -- SHA-256 of the token in the link.
      hash bytea not null unique,
      -- join: the membership is accepted. reset: the password is set anew, by the company's administrator.
      -- recover: the same by the administrator of the installation, who stands above all companies.
      kind text not null check (kind in ('join', 'reset', 'recover')),
      expires_at timestamptz(3) not null,
      primary key (tenant_id, user_id),
      foreign key (tenant_id, company_id) references company (tenant_id, id)
    );
    alter table invitation enable row level security, force row level security;
    create policy known on invitation to tillhouse_auth using (true) with check (true);
    grant select, insert, update, delete on invitation to tillhouse_auth;
    grant select (tenant_id, company_id, user_id) on invitation to tillhouse_app;

    grant update (password_hash) on login to tillhouse_auth;

    -- A membership under another e-mail is another person's: it waits to be accepted anew. Whether it was
    -- accepted, and when somebody signed in by it, is no request's to write.
    create or replace function user_has_login() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        new.login_id := login_of(new.email);
        if current_user = 'tillhouse_app' then
          new.accepted_at := null;
          new.last_sign_in_at := null;
        end if;
      elsif current_user = 'tillhouse_app' then
        if lower(new.email) is distinct from lower(old.email) then
          new.login_id := login_of(new.email);
          new.accepted_at := null;
        else
          new.login_id := old.login_id;
          new.accepted_at := old.accepted_at;
        end if;
        new.last_sign_in_at := old.last_sign_in_at;
      end if;
      return new;
    end $$;

    -- Ended by 30 minutes without a request, or after 12 hours.
    create function session_stands(s session) returns boolean language sql stable as $$
      select s.used_at > clock_timestamp() - interval '30 minutes' and s.begun_at > clock_timestamp() - interval '12 hours'
    $$;

    -- Whether a company and all above it are active.
    create function company_works(tenant uuid, wanted uuid) returns boolean
    language plpgsql stable set search_path = public as $$
    begin
      return exists (select from company c where c.tenant_id = tenant and c.id = wanted)
        and not exists (select from company c join company above
          on above.tenant_id = c.tenant_id and above.id = any (c.lineage)
          where c.tenant_id = tenant and c.id = wanted and not above.active);
    end $$;

    -- Who a session's cookie names. That it was used is written at most once a minute; a stream that only looks
    -- whether it still stands does not use it.
    create function caller_by_session(wanted bytea, uses boolean)
    returns table (tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text, locale text)
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
          coalesce(root.data->>'locale', 'und')
        from company c
        join company root on root.tenant_id = c.tenant_id and root.id = c.tenant_id
        left join apikey k on k.tenant_id = c.tenant_id and k.company_id = c.id and k.id = one.key_id
          and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
        left join "user" u on u.tenant_id = c.tenant_id and u.company_id = c.id and u.id = one.user_id
          and u.active and u.login_id = one.login_id and u.accepted_at is not null
        where c.tenant_id = one.tenant_id and c.id = one.company_id and (k.id is not null or u.id is not null)
          and company_works(c.tenant_id, c.id);
    end $$;

    create function login_by_email(address text) returns table (login_id uuid, password_hash text)
    language plpgsql stable security definer set search_path = public as $$
    begin
      return query select l.id, l.password_hash from login l where l.email = lower(address);
    end $$;

    -- The memberships in which a person may act now, the last one used first.
    create function memberships_of(login uuid)
    returns table (tenant_id uuid, company_id uuid, user_id uuid, role text, who text, email text, company text)
    language plpgsql stable security definer set search_path = public as $$
    #variable_conflict use_column
    begin
      return query select u.tenant_id, u.company_id, u.id, u.role, u.name, u.email, c.name
        from "user" u join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
        where u.login_id = login and u.active and u.accepted_at is not null and company_works(u.tenant_id, u.company_id)
        order by u.last_sign_in_at desc nulls last, u.created_at, u.id;
    end $$;

    create function login_of_membership(tenant uuid, membership uuid) returns uuid
    language plpgsql stable security definer set search_path = public as $$
    begin
      return (select u.login_id from "user" u where u.tenant_id = tenant and u.id = membership);
    end $$;

    -- Lists of memberships say when somebody signed in, and are kept while their revisions stand.
    create policy signs_in on revision to tillhouse_auth using (true) with check (true);
    grant insert, update on revision to tillhouse_auth;
    create function signed_in(tenant uuid, membership uuid) returns void
    language plpgsql volatile security definer set search_path = public as $$
    begin
      update "user" u set last_sign_in_at = clock_timestamp() where u.tenant_id = tenant and u.id = membership;
      if not found then return; end if;
      insert into revision as r (tenant_id, resource, revision) values (tenant, 'user_sign_in', 1)
      on conflict (tenant_id, resource) do update
        set revision = r.revision + 1, at = greatest(r.at, clock_timestamp());
    end $$;

    create function session_begin(token bytea, tenant uuid, company uuid, membership uuid, api_key uuid) returns void
    language plpgsql volatile security definer set search_path = public as $$
    begin
      delete from session s where s.used_at < clock_timestamp() - interval '12 hours';
      insert into session (tenant_id, company_id, hash, login_id, user_id, key_id)
      values (tenant, company, token, login_of_membership(tenant, membership), membership, api_key);
      perform signed_in(tenant, membership);
    end $$;

    -- To another membership of the same person; false where there is none in which they may act.
    create function session_switch(token bytea, membership uuid) returns boolean
    language plpgsql volatile security definer set search_path = public as $$
    declare one session; there record;
    begin
      select s.* into one from session s where s.hash = token and session_stands(s) for update;
      if one.login_id is null then return false; end if;
      select m.* into there from memberships_of(one.login_id) m where m.user_id = membership;
      if there.user_id is null then return false; end if;
      update session s set tenant_id = there.tenant_id, company_id = there.company_id, user_id = membership,
        used_at = clock_timestamp() where s.tenant_id = one.tenant_id and s.id = one.id;
      perform signed_in(there.tenant_id, membership);
      return true;
    end $$;

    -- This one, or all of the same person or key.
    create function session_end(token bytea, everywhere boolean) returns void
    language plpgsql volatile security definer set search_path = public as $$
    declare one session;
    begin
      delete from session s where s.hash = token returning s.* into one;
      if not everywhere or one.id is null then return; end if;
      delete from session s where s.login_id = one.login_id
        or (s.tenant_id = one.tenant_id and s.key_id = one.key_id);
    end $$;

    -- A person who has accepted a membership in another company: their password is nobody's to set there.
    create function login_is_shared(login uuid, tenant uuid, company uuid) returns boolean
    language plpgsql stable security definer set search_path = public as $$
    begin
      return exists (select from "user" u where u.login_id = login and u.accepted_at is not null
        and (u.tenant_id, u.company_id) <> (tenant, company));
    end $$;

    -- Makes the one link of a membership; the one before no longer opens anything.
    create function invitation_make(tenant uuid, membership uuid, token bytea, purpose text, hours integer)
    returns timestamptz language plpgsql volatile security definer set search_path = public as $$
    declare ends timestamptz;
    begin
      insert into invitation as i (tenant_id, company_id, user_id, hash, kind, expires_at)
      select u.tenant_id, u.company_id, u.id, token, purpose, clock_timestamp() + make_interval(hours => hours)
      from "user" u where u.tenant_id = tenant and u.id = membership and u.active
        -- Within a request: of its own company alone.
        and (app_company() is null or (u.tenant_id = app_tenant() and u.company_id = app_company()))
      on conflict (tenant_id, user_id) do update
        set hash = excluded.hash, kind = excluded.kind, expires_at = excluded.expires_at
      returning expires_at into ends;
      return ends;
    end $$;

    create function invitation_by_token(token bytea)
    returns table (tenant_id uuid, company_id uuid, lineage uuid[], user_id uuid, login_id uuid, role text, who text,
      email text, company text, kind text, expires_at timestamptz, password_hash text, established boolean)
    language plpgsql stable security definer set search_path = public as $$
    #variable_conflict use_column
    begin
      return query select i.tenant_id, i.company_id, c.lineage, u.id, l.id, u.role, u.name, u.email, c.name, i.kind,
          i.expires_at, l.password_hash,
          -- Whoever holds the link proves by their password that they are who the e-mail is known as.
          i.kind = 'join' and (l.password_hash is not null or login_is_shared(l.id, i.tenant_id, i.company_id))
        from invitation i
        join "user" u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.company_id = i.company_id
        join login l on l.id = u.login_id
        join company c on c.tenant_id = i.tenant_id and c.id = i.company_id
        where i.hash = token and i.expires_at > clock_timestamp() and u.active and company_works(i.tenant_id, i.company_id)
          and (i.kind <> 'reset' or not login_is_shared(l.id, i.tenant_id, i.company_id));
    end $$;

    -- Uses the link up: accepts the membership and, with a hash, sets the password, which ends what was
    -- signed in with the old one. False where the link was used or replaced meanwhile.
    create function invitation_use(token bytea, password text) returns boolean
    language plpgsql volatile security definer set search_path = public as $$
    declare one record;
    begin
      perform from invitation i where i.hash = token for update;
      select v.* into one from invitation_by_token(token) v;
      if one.user_id is null or one.established <> (password is null) then return false; end if;
      delete from invitation i where i.hash = token;
      update "user" u set accepted_at = coalesce(u.accepted_at, clock_timestamp())
        where u.tenant_id = one.tenant_id and u.id = one.user_id;
      if password is not null then
        update login l set password_hash = password where l.id = one.login_id;
        delete from session s where s.login_id = one.login_id;
      end if;
      return true;
    end $$;

    -- Accepts a membership without a link: of whoever made the company, and of the demo's people.
    create function membership_accept(tenant uuid, membership uuid) returns void
    language plpgsql volatile security definer set search_path = public as $$
    begin
      update "user" u set accepted_at = coalesce(u.accepted_at, clock_timestamp())
        where u.tenant_id = tenant and u.id = membership;
    end $$;

    create function password_set(login uuid, password text, but_session bytea) returns void
    language plpgsql volatile security definer set search_path = public as $$
    begin
      update login l set password_hash = password where l.id = login;
      delete from session s where s.login_id = login and s.hash is distinct from but_session;
    end $$;

    grant create on schema public to tillhouse_auth;
    do $$
    declare one text;
    begin
      foreach one in array array['caller_by_session(bytea, boolean)', 'login_by_email(text)', 'memberships_of(uuid)',
        'login_of_membership(uuid, uuid)', 'session_begin(bytea, uuid, uuid, uuid, uuid)',
        'signed_in(uuid, uuid)', 'session_switch(bytea, uuid)', 'session_end(bytea, boolean)', 'login_is_shared(uuid, uuid, uuid)',
        'invitation_make(uuid, uuid, bytea, text, integer)', 'invitation_by_token(bytea)',
        'invitation_use(bytea, text)', 'membership_accept(uuid, uuid)', 'password_set(uuid, text, bytea)'] loop
        execute format('alter function %s owner to tillhouse_auth', one);
        execute format('revoke all on function %s from public', one);
      end loop;
    end $$;
    revoke create on schema public from tillhouse_auth;
    -- With its events, in the transaction of whoever accepted.
    grant execute on function invitation_use(bytea, text) to tillhouse_app;
    -- An administrator's request makes links (user.server.ts).
    grant execute on function invitation_make(uuid, uuid, bytea, text, integer) to tillhouse_app;
    grant execute on function login_is_shared(uuid, uuid, uuid) to tillhouse_app;
  `,
};
