-- The login belongs to its person: one canonical address, links of the login itself, and nothing of a login that a tenant
-- decides (docs/security.md#logins).

-- The rule of contract/email.ts, for what is ASCII already: there NFKC and IDNA change nothing.
create function email_is_canonical(address text) returns boolean language sql immutable parallel safe as $$
  select octet_length(address) <= 254 and (address collate "C") ~
    '^(?=[^@]{1,64}@)[a-z0-9!#$%&''*+/=?^_{|}~-]+(?:\.[a-z0-9!#$%&''*+/=?^_{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'
$$;

-- A person signs in once, by e-mail, and has a membership (user) in one company or several: so this
-- table has no tenant. No request reads or writes it; a login is named by a membership, and made with it.
create table login (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email_is_canonical(email)),
  -- scrypt; null until the person has chosen a password.
  password_hash text,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Null until the person has chosen one. Which languages there are is the contract's business.
  language text check (language ~ '^[a-z]{2}$')
);
alter table login enable row level security, force row level security;
create policy known on login to tillhouse_auth using (true) with check (true);
grant select, insert, update (password_hash, language, email) on login to tillhouse_auth;

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

-- The login with an address; it is made if there is none.
create function login_of(address text) returns uuid
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

-- A membership has the address of its login, whoever writes it. Under another address it is another person's: it waits
-- to be accepted anew, and the login that it had is not touched. Whether it was accepted, and when
-- somebody signed in by it, is no request's to write.
create function user_has_login() returns trigger language plpgsql as $$
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

create function login_by_email(address text) returns table (login_id uuid, password_hash text)
language plpgsql stable security definer set search_path = public as $$
begin
  return query select l.id, l.password_hash from login l where l.email = lower(address collate "C");
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

-- Whose membership it is, if they took it up: an address that a company wrote proves nothing.
create function login_of_membership(tenant uuid, membership uuid) returns uuid
language plpgsql stable security definer set search_path = public as $$
begin
  return (select u.login_id from "user" u
    where u.tenant_id = tenant and u.id = membership and u.accepted_at is not null);
end $$;

-- A person who has accepted a membership in another company: their password is nobody's to set there.
create function login_is_shared(login uuid, tenant uuid, company uuid) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select from "user" u where u.login_id = login and u.accepted_at is not null
    and (u.tenant_id, u.company_id) <> (tenant, company));
end $$;

-- Accepts a membership without a link: of whoever made the company, and of the demo's people.
create function membership_accept(tenant uuid, membership uuid) returns void
language plpgsql volatile security definer set search_path = public as $$
begin
  update "user" u set accepted_at = coalesce(u.accepted_at, clock_timestamp())
    where u.tenant_id = tenant and u.id = membership;
end $$;

-- What the person chose, and what the company gave their membership.
create function languages_of_membership(tenant uuid, membership uuid) returns table (chosen text, given text)
language plpgsql stable security definer set search_path = public as $$
begin
  return query select l.language, u.data->>'locale' from "user" u join login l on l.id = u.login_id
    where u.tenant_id = tenant and u.id = membership;
end $$;

create function login_is(login uuid, address text) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select from login l where l.id = login and l.email = address);
end $$;

-- False for a login that is not there any more.
create function login_link_make(login uuid, purpose text, token bytea, new_address text, hours integer) returns boolean
language plpgsql volatile security definer set search_path = public as $$
begin
  insert into login_link as k (login_id, kind, hash, address, expires_at)
  select l.id, purpose, token, new_address, clock_timestamp() + make_interval(hours => hours)
  from login l where l.id = login
  on conflict (login_id, kind) do update
    set hash = excluded.hash, address = excluded.address, expires_at = excluded.expires_at;
  return found;
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

-- They run with the rights of tillhouse_auth, and are called by the owner of the database and by whom they are granted to.
do $$
declare one text;
begin
  foreach one in array array[
    'login_of(text)',
    'login_by_email(text)',
    'memberships_of(uuid)',
    'login_of_membership(uuid, uuid)',
    'login_is_shared(uuid, uuid, uuid)',
    'membership_accept(uuid, uuid)',
    'languages_of_membership(uuid, uuid)',
    'login_is(uuid, text)',
    'login_link_make(uuid, text, bytea, text, integer)',
    'login_rename(bytea, text)',
    'memberships_taken(uuid)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
grant execute on function login_of(text) to tillhouse_app;
grant execute on function login_is(uuid, text) to tillhouse_app;
