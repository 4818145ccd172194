-- The one-time links by which the first company is made in a browser (src/first-company): each start of a service without a company prints one.
create table first_company_link (
  hash bytea primary key,
  expires_at timestamptz(3) not null
);
alter table first_company_link enable row level security, force row level security;
create policy known on first_company_link to tillhouse_auth using (true) with check (true);
grant select, insert, delete on first_company_link to tillhouse_auth;

create function first_company_link_make(token bytea, hours integer) returns timestamptz
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from first_company_link where expires_at <= clock_timestamp();
  insert into first_company_link (hash, expires_at) values (token, clock_timestamp() + make_interval(hours => hours)) returning expires_at
$$;

-- Until when a link holds; null where it was used, is past its time, or somebody has made a company meanwhile.
create function first_company_link_until(token bytea) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select expires_at from first_company_link where hash = token and expires_at > clock_timestamp() and not company_stands(null)
$$;

-- Uses a link up, and every other one with it: one company is the first. Whoever comes second waits here for who came first.
create function first_company_link_use(token bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('tillhouse first start'));
  if first_company_link_until(token) is null then return false; end if;
  delete from first_company_link;
  return true;
end $$;

do $$
declare one text;
begin
  foreach one in array array[
    'first_company_link_make(bytea, integer)', 'first_company_link_until(bytea)', 'first_company_link_use(bytea)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
