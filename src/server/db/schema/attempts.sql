-- Attempts to sign in, which all processes count together (auth/shared-attempts.ts).

-- What strangers tried, by address and by account, and what was right before: in windows of one length, which begin
-- with their first attempt. Not logged: a crash of the database forgets it, and no backup has it.
create unlogged table attempt (
  -- A kind, and a hash of what was tried: no e-mail and no key stands here.
  key text primary key,
  count integer not null,
  ends timestamptz(3) not null
);
create index attempt_ends on attempt (ends);
alter table attempt enable row level security, force row level security;
create policy known on attempt to tillhouse_auth using (true) with check (true);
grant select, insert, update, delete on attempt to tillhouse_auth;

-- Counts one attempt for each key in turn, and stops behind the first that has more than its most: what is refused
-- for its address counts for no account. Returns the last one that was counted.
create function attempt_add(keys text[], seconds integer[], most integer[])
returns table (place integer, count integer, seconds_left integer)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare one record; at timestamptz := clock_timestamp();
begin
  -- A flood of made-up keys leaves nothing behind: each attempt takes a few away that are past their time.
  delete from attempt a where a.key in (
    select p.key from attempt p where p.ends <= at order by p.ends limit 20 for update skip locked);
  for n in 1..cardinality(keys) loop
    insert into attempt as a (key, count, ends) values (keys[n], 1, at + make_interval(secs => seconds[n]))
    on conflict (key) do update set
      count = case when a.ends <= at then 1 else a.count + 1 end,
      ends = case when a.ends <= at then excluded.ends else a.ends end
    returning a.count, a.ends into one;
    place := n;
    count := one.count;
    seconds_left := greatest(1, ceil(extract(epoch from one.ends - at)))::integer;
    if one.count > most[n] then exit; end if;
  end loop;
  return next;
end $$;

-- Takes one attempt of each key back: it was right.
create function attempt_back(keys text[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update attempt a set count = a.count - 1 where a.key = any (keys) and a.count > 0;
end $$;

-- How often a key was counted in its window that stands.
create function attempt_count(wanted text) returns integer
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return coalesce((select a.count from attempt a where a.key = wanted and a.ends > clock_timestamp()), 0);
end $$;

-- Remembers for some days that a pair of address and account was right.
create function attempt_remember(wanted text, days integer) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into attempt as a (key, count, ends) values (wanted, 1, clock_timestamp() + make_interval(days => days))
  on conflict (key) do update set count = 1, ends = excluded.ends
    where a.ends < excluded.ends - interval '1 day';
end $$;

create function attempt_clear(most integer) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare cleared integer;
begin
  delete from attempt a where a.key in (
    select p.key from attempt p where p.ends <= clock_timestamp() order by p.ends limit most for update skip locked);
  get diagnostics cleared = row_count;
  return cleared;
end $$;

-- They run with the rights of tillhouse_auth, and are called by the owner of the database and by whom they are granted to.
do $$
declare one text;
begin
  foreach one in array array[
    'attempt_add(text[], integer[], integer[])',
    'attempt_back(text[])',
    'attempt_count(text)',
    'attempt_remember(text, integer)',
    'attempt_clear(integer)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
