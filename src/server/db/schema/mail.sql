-- Mails that wait to be sent (docs/operations.md#mail), and recipients outside of a company, who confirm once that its reports may come.

-- A row for each mail and recipient. It says what the mail is about, never its text: links are secrets, and are made
-- when it is sent. The mail for a forgotten password is of the tenant zero, which is nobody: whose
-- e-mail it is, if anybody's, is found then.
-- A restored or moved database begins without.
create table mail_outbox (
  tenant_id uuid not null,
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  data jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  next_at timestamptz(3) not null default clock_timestamp(),
  give_up_at timestamptz(3) not null,
  -- Which attempt works on it, and until when: then that process is taken for dead.
  claim uuid,
  claimed_until timestamptz(3),
  finished_at timestamptz(3),
  problem text,
  primary key (tenant_id, id),
  check ((tenant_id = '00000000-0000-0000-0000-000000000000')
    = (kind in ('password', 'address', 'address_changed')))
);
create unique index mail_outbox_id on mail_outbox (id);
create index mail_outbox_next on mail_outbox (next_at) where state = 'waiting';
create index mail_outbox_place on mail_outbox (tenant_id, company_id, created_at);
create index mail_outbox_past on mail_outbox (created_at);

-- Asked for twice, a link for a forgotten password is sent once.
create unique index mail_outbox_password on mail_outbox (recipient) where kind = 'password' and state = 'waiting';
alter table mail_outbox enable row level security, force row level security;
create policy known on mail_outbox to tillhouse_auth using (true) with check (true);
grant select, insert, update, delete on mail_outbox to tillhouse_auth;
create policy seen on mail_outbox for select to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company());
grant select on mail_outbox to tillhouse_app;

create function mail_add(tenant uuid, company uuid, what text, address text, about jsonb, until interval) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  -- Within a request: of its own company alone.
  if app_company() is not null and (tenant, company) is distinct from (app_tenant(), app_company()) then
    raise exception 'a mail of another company' using errcode = '42501';
  end if;
  insert into mail_outbox (tenant_id, company_id, kind, recipient, data, give_up_at)
  values (coalesce(tenant, '00000000-0000-0000-0000-000000000000'), coalesce(company, '00000000-0000-0000-0000-000000000000'), what, address, about,
    clock_timestamp() + until)
  on conflict (recipient) where kind = 'password' and state = 'waiting' do nothing;
end $$;

-- Ends an attempt: 'sent', 'failed' for good, or 'waiting' for another one after a pause, if there is time left.
-- Returns the state of the mail; null if another attempt has taken over.
create function mail_settle(mail uuid, attempt uuid, outcome text, why text, pause interval) returns text
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

create function mail_clear(most integer) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare cleared integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('tillhouse mail past')) then return 0; end if;
  delete from mail_outbox m where m.id in (
    select o.id from mail_outbox o where o.created_at < clock_timestamp() - interval '30 days'
      and (o.claimed_until is null or o.claimed_until < clock_timestamp())
    order by o.created_at limit most);
  get diagnostics cleared = row_count;
  return cleared;
end $$;

-- Takes the next mail that is due, with a turn for each tenant: links for passwords first, then a mail of the tenant that
-- follows `after`, so that a thousand mails of one company delay nobody else's. Nobody else gets it before the lease ends. Times are
-- rounded as the column is: what was put in this moment may stand half a millisecond later.
create function mail_claim(lease interval, after uuid) returns setof mail_outbox
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  now constant timestamptz := clock_timestamp();
  found uuid;
begin
  select o.id into found from mail_outbox o
    where o.kind = 'password' and o.state = 'waiting' and o.next_at <= now::timestamptz(3)
      and (o.claimed_until is null or o.claimed_until <= now)
    order by o.next_at for update skip locked limit 1;
  if found is null then
    select o.id into found from mail_outbox o
      where o.tenant_id > after and o.state = 'waiting' and o.next_at <= now::timestamptz(3)
        and (o.claimed_until is null or o.claimed_until <= now)
      order by o.tenant_id, o.next_at for update skip locked limit 1;
  end if;
  if found is null then
    select o.id into found from mail_outbox o
      where o.state = 'waiting' and o.next_at <= now::timestamptz(3)
        and (o.claimed_until is null or o.claimed_until <= now)
      order by o.tenant_id, o.next_at for update skip locked limit 1;
  end if;
  return query update mail_outbox m set claim = gen_random_uuid(), claimed_until = clock_timestamp() + lease,
      attempts = m.attempts + 1
    where m.id = found returning m.*;
end $$;

-- Who has confirmed, and whom the company asked. Its own people need no row.
create table mail_recipient (
  tenant_id uuid not null,
  company_id uuid not null,
  address text not null,
  asked_at timestamptz(3),
  confirmed_at timestamptz(3),
  -- SHA-256 of the token in the link.
  hash bytea unique,
  primary key (tenant_id, company_id, address),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);
alter table mail_recipient enable row level security, force row level security;
create policy known on mail_recipient to tillhouse_auth using (true) with check (true);
grant select, insert, update, delete on mail_recipient to tillhouse_auth;

-- Without a policy: to requests the table is there, and empty.
grant select (tenant_id, company_id, address) on mail_recipient to tillhouse_app;

-- Whether a company may send reports to an address: one of the tenant's people has it and took the membership up,
-- or who has it confirmed.
create function mail_recipient_agreed(tenant uuid, company uuid, wanted text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from "user" u where u.tenant_id = tenant and u.email = wanted and u.active
      and u.accepted_at is not null)
    or exists (select from mail_recipient r where r.tenant_id = tenant and r.company_id = company
      and r.address = wanted and r.confirmed_at is not null);
end $$;

-- Asks an address, at most once a day. The link is made when the mail is sent.
create function mail_recipient_ask(tenant uuid, company uuid, wanted text, about jsonb) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if app_company() is not null and (tenant, company) is distinct from (app_tenant(), app_company()) then
    raise exception 'a recipient of another company' using errcode = '42501';
  end if;
  if mail_recipient_agreed(tenant, company, wanted) then return; end if;
  insert into mail_recipient as r (tenant_id, company_id, address, asked_at)
  values (tenant, company, wanted, clock_timestamp())
  on conflict (tenant_id, company_id, address) do update set asked_at = excluded.asked_at
    where r.asked_at is null or r.asked_at < clock_timestamp() - interval '1 day';
  if found then perform mail_add(tenant, company, 'recipient', wanted, about, interval '24 hours'); end if;
end $$;

-- Makes the link with which an address confirms; null if it has, or was never asked.
create function mail_recipient_link(tenant uuid, company uuid, wanted text, token bytea) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update mail_recipient r set hash = token, asked_at = clock_timestamp()
    where r.tenant_id = tenant and r.company_id = company and r.address = wanted and r.confirmed_at is null;
  if not found then return null; end if;
  return (select c.name from company c where c.tenant_id = tenant and c.id = company);
end $$;

-- Whose link it is. It works for 14 days, also after it was followed.
create function mail_recipient_by_token(token bytea)
returns table (tenant_id uuid, company_id uuid, address text, company text, confirmed boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select r.tenant_id, r.company_id, r.address, c.name, r.confirmed_at is not null
    from mail_recipient r join company c on c.tenant_id = r.tenant_id and c.id = r.company_id
    where r.hash = token and r.asked_at > clock_timestamp() - interval '14 days';
end $$;

create function mail_recipient_confirm(token bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update mail_recipient r set confirmed_at = coalesce(r.confirmed_at, clock_timestamp())
    where r.hash = token and r.asked_at > clock_timestamp() - interval '14 days';
  return found;
end $$;

-- They run with the rights of tillhouse_auth, and are called by the owner of the database and by whom they are granted to.
do $$
declare one text;
begin
  foreach one in array array[
    'mail_add(uuid, uuid, text, text, jsonb, interval)',
    'mail_settle(uuid, uuid, text, text, interval)',
    'mail_clear(integer)',
    'mail_claim(interval, uuid)',
    'mail_recipient_agreed(uuid, uuid, text)',
    'mail_recipient_ask(uuid, uuid, text, jsonb)',
    'mail_recipient_link(uuid, uuid, text, bytea)',
    'mail_recipient_by_token(bytea)',
    'mail_recipient_confirm(bytea)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
grant execute on function mail_add(uuid, uuid, text, text, jsonb, interval) to tillhouse_app;
grant execute on function mail_recipient_ask(uuid, uuid, text, jsonb) to tillhouse_app;
