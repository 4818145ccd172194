-- States that administrators are told of by mail, once each (docs/operations.md#alarms): a disk that is nearly full, a provider of single
-- sign-on that does not answer. They are about a machine or a provider and no record; a restored database begins without.
create table alarm (
  kind text not null,
  about text not null,
  since timestamptz(3) not null default clock_timestamp(),
  -- When a process last found it so: after a long silence it is a new one.
  seen_at timestamptz(3) not null default clock_timestamp(),
  told_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (kind, about)
);
grant select, insert, update, delete on alarm to tillhouse_auth;

-- Puts a mail into the outbox for each administrator of a company, or of all root companies: at the address with which the person signs in.
create function administrators_mailed(tenant uuid, company uuid, what text, about jsonb) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into mail_outbox (tenant_id, company_id, kind, recipient, data, give_up_at)
  select u.tenant_id, u.company_id, what, l.email, about || jsonb_build_object('user_id', u.id, 'language', c.data->>'locale'),
    clock_timestamp() + interval '24 hours'
  from "user" u join login l on l.id = u.login_id join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
  where u.active and u.role = 'admin' and u.accepted_at is not null and company_works(u.tenant_id, u.company_id)
    and ((tenant is null and u.company_id = u.tenant_id) or (u.tenant_id = tenant and u.company_id = company));
end $$;

-- Says that a state holds. Its mail goes out when it has held for as long as `patience`, once; after it ended and began anew once more, but not
-- within a day of the last one. Whether it went out now.
create function alarm_raise(tenant uuid, company uuid, what text, of_what text, data jsonb, patience interval) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  a alarm;
  began timestamptz;
  tells boolean;
begin
  insert into alarm (kind, about) values (what, of_what) on conflict do nothing;
  select m.* into a from alarm m where m.kind = what and m.about = of_what for update;
  began := case when a.ended_at is not null or a.seen_at < clock_timestamp() - interval '2 hours' then clock_timestamp() else a.since end;
  -- Times are rounded as the columns are.
  tells := clock_timestamp() + interval '1 ms' >= began + patience
    and (a.told_at is null or (a.told_at < began and a.told_at < clock_timestamp() - interval '1 day'));
  update alarm m set since = began, seen_at = clock_timestamp(), ended_at = null,
      told_at = case when tells then clock_timestamp() else m.told_at end
    where m.kind = what and m.about = of_what;
  if tells then perform administrators_mailed(tenant, company, what, data); end if;
  return tells;
end $$;

-- Says that a state does not hold, or no more.
create function alarm_end(what text, of_what text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update alarm m set ended_at = clock_timestamp() where m.kind = what and m.about = of_what and m.ended_at is null;
  -- Of what is not there any more nothing is kept.
  delete from alarm m where greatest(m.seen_at, m.ended_at) < clock_timestamp() - interval '60 days';
end $$;

do $$
declare one text;
begin
  foreach one in array array[
    'administrators_mailed(uuid, uuid, text, jsonb)',
    'alarm_raise(uuid, uuid, text, text, jsonb, interval)',
    'alarm_end(text, text)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
