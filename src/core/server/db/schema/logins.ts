/**
 * Migrations of the login that belongs to its person: one canonical address, links of the login itself, and nothing of
 * a login that a tenant decides (docs/security.md#logins). They come after those of mail (mail/schema.ts); what becomes of memberships is a step
 * of their table (resources/user/table.ts). A landed migration is never edited: a change is a new one.
 */
export const loginMigrations: Readonly<Record<string, string>> = {
  '180_login_of_person': `
    -- The rule of core/contract/email.ts, for what is ASCII already: there NFKC and IDNA change nothing.
    create function email_is_canonical(address text) returns boolean language sql immutable parallel safe as $$
      select octet_length(address) <= 254 and (address collate "C") ~
        '^(?=[^@]{1,64}@)[a-z0-9!#$%&''*+/=?^_{|}~-]+(?:\\.[a-z0-9!#$%&''*+/=?^_{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)*(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'
    $$;

    -- Set where the address is not canonical and could not be made so: nobody signs in with it, and each start
    -- of the service names it (auth/held-logins.ts).
    alter table login add column held_at timestamptz(3);

    alter table login no force row level security;
    alter table session no force row level security;
    update login set held_at = clock_timestamp() where not email_is_canonical(email);
    delete from session s using login l where l.id = s.login_id and l.held_at is not null;
    alter table login force row level security;
    alter table session force row level security;

    -- It folded by the collation of the database.
    alter table login drop constraint if exists login_email_check;
    alter table login add constraint login_canonical check (held_at is not null or email_is_canonical(email));
    grant update (email, held_at) on login to tillhouse_auth;

    create or replace function login_of(address text) returns uuid
    language plpgsql volatile security definer set search_path = public as $$
    declare found uuid;
    begin
      select l.id into found from login l where l.email = address;
      if found is null then
        insert into login (email) values (address) on conflict (email) do nothing returning id into found;
      end if;
      if found is null then
        select l.id into found from login l where l.email = address;
      end if;
      return found;
    end $$;

    create function login_is(login uuid, address text) returns boolean
    language plpgsql stable security definer set search_path = public as $$
    begin
      return exists (select from login l where l.id = login and l.email = address);
    end $$;

    -- A membership has the address of its login, whoever writes it. Under another address it is another person's: it waits
    -- to be accepted anew, and the login that it had is not touched. An older service may still send capital letters.
    create or replace function user_has_login() returns trigger language plpgsql as $$
    begin
      new.email := lower(new.email collate "C");
      if tg_op = 'INSERT' then
        new.login_id := login_of(new.email);
        if current_user = 'tillhouse_app' then
          new.accepted_at := null;
          new.last_sign_in_at := null;
        end if;
      elsif current_user = 'tillhouse_app' then
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

    -- The address is given in its canonical form; an older service may still send capital letters.
    create or replace function login_by_email(address text) returns table (login_id uuid, password_hash text)
    language plpgsql stable security definer set search_path = public as $$
    begin
      return query select l.id, l.password_hash from login l
        where l.email = lower(address collate "C") and l.held_at is null;
    end $$;

    -- Whose membership it is, if they took it up: an address that a company wrote proves nothing.
    create or replace function login_of_membership(tenant uuid, membership uuid) returns uuid
    language plpgsql stable security definer set search_path = public as $$
    begin
      return (select u.login_id from "user" u
        where u.tenant_id = tenant and u.id = membership and u.accepted_at is not null);
    end $$;

    -- The login that a session was begun with. What a person does to their own login goes by it and never by a membership,
    -- which a company may give another address in the same moment.
    create function login_of_session(wanted uuid) returns table (login_id uuid, email text, password_hash text)
    language plpgsql stable security definer set search_path = public as $$
    begin
      return query select l.id, l.email, l.password_hash from session s join login l on l.id = s.login_id
        where s.id = wanted and session_stands(s);
    end $$;

    -- As of sessions.ts, for the login that was proven: the membership may have been given another address since.
    create function session_begin(token bytea, tenant uuid, company uuid, membership uuid, api_key uuid, login uuid,
      remote text, browser text, way text, request text) returns void
    language plpgsql volatile security definer set search_path = public as $$
    declare one session; whose uuid;
    begin
      delete from session s where s.used_at < clock_timestamp() - interval '12 hours';
      if membership is not null then
        select u.login_id into whose from "user" u
          where u.tenant_id = tenant and u.id = membership and u.accepted_at is not null
            and (login is null or u.login_id = login)
          for key share;
        if whose is null then return; end if;
      end if;
      insert into session (tenant_id, company_id, hash, login_id, user_id, key_id, address, agent)
      values (tenant, company, token, whose, membership, api_key, remote, browser)
      returning * into one;
      perform signed_in(tenant, membership);
      perform session_noted(one, 'sign_in', way, remote, request);
    end $$;
    create or replace function session_begin(token bytea, tenant uuid, company uuid, membership uuid, api_key uuid,
      remote text, browser text, way text, request text) returns void
    language plpgsql volatile security definer set search_path = public as $$
    begin
      perform session_begin(token, tenant, company, membership, api_key, null::uuid, remote, browser, way, request);
    end $$;

    -- As sessions_of and sessions_end of sessions.ts, by the session of who asks.
    create function sessions_of_session(wanted uuid)
    returns table (id uuid, company text, begun_at timestamptz, used_at timestamptz, address text, agent text)
    language plpgsql stable security definer set search_path = public as $$
    #variable_conflict use_column
    begin
      return query select s.id, c.name, s.begun_at, s.used_at, s.address, s.agent
        from session own
        join session s on s.login_id = own.login_id or (s.tenant_id = own.tenant_id and s.key_id = own.key_id)
        join company c on c.tenant_id = s.tenant_id and c.id = s.company_id
        where own.id = wanted and session_stands(s)
        order by s.used_at desc, s.id;
    end $$;
    create function sessions_end_of_session(wanted uuid, only_this uuid, remote text, request text) returns integer
    language plpgsql volatile security definer set search_path = public as $$
    declare one session; ended integer := 0;
    begin
      for one in delete from session s using session own
        where own.id = wanted and s.id <> own.id
          and (s.login_id = own.login_id or (s.tenant_id = own.tenant_id and s.key_id = own.key_id))
          and (only_this is null or s.id = only_this) returning s.* loop
        if session_stands(one) then
          ended := ended + 1;
          perform session_noted(one, 'session_ended', null, remote, request);
        end if;
      end loop;
      return ended;
    end $$;

    -- Links of a login itself: of a forgotten password, and of another address of one's own. They belong to no membership:
    -- no company replaces or ends them.
    create table login_link (
      login_id uuid not null,
      kind text not null check (kind in ('recover', 'address')),
      -- SHA-256 of the token in the link.
      hash bytea not null unique,
      -- The new address, to which the link was sent.
      address text check (email_is_canonical(address)),
      expires_at timestamptz(3) not null,
      primary key (login_id, kind),
      check ((kind = 'address') = (address is not null))
    );
    alter table login_link enable row level security, force row level security;
    create policy known on login_link to tillhouse_auth using (true) with check (true);
    grant select, insert, update, delete on login_link to tillhouse_auth;

    -- False for a login that is not there any more.
    create function login_link_make(login uuid, purpose text, token bytea, new_address text, hours integer) returns boolean
    language plpgsql volatile security definer set search_path = public as $$
    begin
      insert into login_link as k (login_id, kind, hash, address, expires_at)
      select l.id, purpose, token, new_address, clock_timestamp() + make_interval(hours => hours)
      from login l where l.id = login and l.held_at is null
      on conflict (login_id, kind) do update
        set hash = excluded.hash, address = excluded.address, expires_at = excluded.expires_at;
      return found;
    end $$;

    -- As of sessions.ts, and the links of logins: they are shown, and sign in, by the membership that was used last.
    create or replace function invitation_by_token(token bytea)
    returns table (tenant_id uuid, company_id uuid, lineage uuid[], user_id uuid, login_id uuid, role text, who text,
      email text, company text, kind text, expires_at timestamptz, password_hash text, established boolean, shared boolean)
    language plpgsql stable security definer set search_path = public as $$
    #variable_conflict use_column
    begin
      return query select i.tenant_id, i.company_id, c.lineage, u.id, l.id, u.role, u.name, u.email, c.name, i.kind,
          i.expires_at, l.password_hash,
          i.kind = 'join' and (l.password_hash is not null or login_is_shared(l.id, i.tenant_id, i.company_id)),
          i.kind = 'reset' and login_is_shared(l.id, i.tenant_id, i.company_id)
        from invitation i
        join "user" u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.company_id = i.company_id
        join login l on l.id = u.login_id and l.held_at is null
        join company c on c.tenant_id = i.tenant_id and c.id = i.company_id
        where i.hash = token and i.expires_at > clock_timestamp() and u.active and company_works(i.tenant_id, i.company_id);
      if found then return; end if;
      return query select m.tenant_id, m.company_id, c.lineage, m.user_id, l.id, m.role, m.who, coalesce(k.address, l.email),
          m.company, k.kind, k.expires_at, l.password_hash, k.kind = 'address', false
        from login_link k
        join login l on l.id = k.login_id and l.held_at is null
        cross join lateral (select * from memberships_of(l.id) limit 1) m
        join company c on c.tenant_id = m.tenant_id and c.id = m.company_id
        where k.hash = token and k.expires_at > clock_timestamp();
    end $$;

    create or replace function invitation_use(token bytea, password text) returns boolean
    language plpgsql volatile security definer set search_path = public as $$
    declare one record;
    begin
      perform from invitation i where i.hash = token for update;
      perform from login_link k where k.hash = token for update;
      select v.* into one from invitation_by_token(token) v;
      if one.user_id is null or one.kind = 'address' or one.shared or one.established <> (password is null) then
        return false;
      end if;
      delete from invitation i where i.hash = token;
      delete from login_link k where k.hash = token;
      update "user" u set accepted_at = coalesce(u.accepted_at, clock_timestamp())
        where u.tenant_id = one.tenant_id and u.id = one.user_id and u.login_id = one.login_id;
      if password is not null then
        update login l set password_hash = password where l.id = one.login_id;
        delete from session s where s.login_id = one.login_id;
        -- Whoever asked for them did so under the old password.
        delete from login_link k where k.login_id = one.login_id;
      end if;
      return true;
    end $$;

    -- A password that the person changes ends links that were made under the old one, too.
    create or replace function password_change(token bytea, renewed bytea, password text) returns boolean
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
      delete from login_link k where k.login_id = one.login_id;
      return true;
    end $$;

    -- Uses a link to a new address up: the login has it from now on, and the old one is told by mail. Memberships follow in
    -- the same transaction (auth/own-address.ts), those that were not taken up stay with the old address, which is no
    -- login of the person any more. Null if the link is used, or the address somebody's meanwhile.
    create function login_rename(token bytea, language text) returns text
    language plpgsql volatile security definer set search_path = public as $$
    declare link login_link; former text; other uuid; one record;
    begin
      select k.* into link from login_link k
        where k.hash = token and k.kind = 'address' and k.expires_at > clock_timestamp() for update;
      if link.login_id is null then return null; end if;
      select l.email into former from login l where l.id = link.login_id for update;
      if former is null or exists (select from login l where l.email = link.address) then return null; end if;
      update login l set email = link.address where l.id = link.login_id;
      delete from login_link k where k.login_id = link.login_id;
      if exists (select from "user" u where u.login_id = link.login_id and u.accepted_at is null) then
        other := login_of(former);
        update "user" u set login_id = other where u.login_id = link.login_id and u.accepted_at is null;
      end if;
      insert into mail_outbox (tenant_id, company_id, kind, recipient, data, give_up_at)
      values ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 'address_changed', former,
        jsonb_build_object('language', language), clock_timestamp() + interval '24 hours');
      return former;
    end $$;

    -- The memberships that a person has taken up, also where they may not act now.
    create function memberships_taken(login uuid)
    returns table (tenant_id uuid, company_id uuid, lineage uuid[], user_id uuid, role text, who text)
    language plpgsql stable security definer set search_path = public as $$
    #variable_conflict use_column
    begin
      return query select u.tenant_id, u.company_id, c.lineage, u.id, u.role, u.name
        from "user" u join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
        where u.login_id = login and u.accepted_at is not null order by u.tenant_id, u.company_id, u.id;
    end $$;

    -- Mails about a login are of no tenant.
    alter table mail_outbox drop constraint mail_outbox_check;
    alter table mail_outbox add constraint mail_outbox_check check ((tenant_id = '00000000-0000-0000-0000-000000000000')
      = (kind in ('password', 'address', 'address_changed')));
    create or replace function mail_settle(mail uuid, attempt uuid, outcome text, why text, pause interval) returns text
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare became text;
    begin
      update mail_outbox m set
          state = case when outcome = 'waiting' and clock_timestamp() + pause > m.give_up_at then 'failed' else outcome end,
          next_at = clock_timestamp() + pause, problem = why, claim = null, claimed_until = null,
          finished_at = case when outcome <> 'waiting' or clock_timestamp() + pause > m.give_up_at then clock_timestamp() end
        where m.id = mail and m.claim = attempt and m.state = 'waiting' returning m.state into became;
      -- It names an e-mail that may be nobody's here.
      delete from mail_outbox m where m.id = mail and m.state <> 'waiting'
        and m.kind in ('password', 'address', 'address_changed');
      return became;
    end $$;

    grant create on schema public to tillhouse_auth;
    do $$
    declare one text;
    begin
      foreach one in array array['login_is(uuid, text)', 'login_of_session(uuid)',
        'session_begin(bytea, uuid, uuid, uuid, uuid, uuid, text, text, text, text)', 'sessions_of_session(uuid)',
        'sessions_end_of_session(uuid, uuid, text, text)', 'login_link_make(uuid, text, bytea, text, integer)',
        'login_rename(bytea, text)', 'memberships_taken(uuid)'] loop
        execute format('alter function %s owner to tillhouse_auth', one);
        execute format('revoke all on function %s from public', one);
      end loop;
    end $$;
    revoke create on schema public from tillhouse_auth;
    grant execute on function login_is(uuid, text) to tillhouse_app;
  `,
};
