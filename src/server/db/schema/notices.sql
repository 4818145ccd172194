-- Notices of what was written (docs/decisions/137-notifications.md).

-- The place in the trail (events.sql) below which everything is committed: the id of the oldest
-- transaction under way. Ids are of the whole server: those of other databases write nothing here, and
-- a long one there (a backup, a load) would hold back all that walk this trail. One that has ended
-- since this snapshot is nobody's by now, and counts as ours.
-- Whose a transaction is, only its own role is told: hence the owner's rights.
create function settled_place() returns bigint
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return coalesce(
    (select min(under_way::text::bigint) from pg_snapshot_xip(pg_current_snapshot()) under_way
      where not exists (
        select from pg_stat_activity elsewhere
        where elsewhere.datname <> current_database()
          and elsewhere.backend_xid::text::bigint = under_way::text::bigint % 4294967296)),
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint);
end $$;

-- Notices of events that the notifier (live/notifier.ts) has not sent yet: PostgreSQL commits transactions that
-- notify one after the other, whatever tenant they are of, so writers leave that to one process. Nothing here has
-- to survive a crash of the server: whoever listens has lost its connection then, and reads everything again.
-- Only functions of the table's owner use it. Its rows are of all tenants, and no request may read or write them.
create unlogged table outbox (
  -- The transaction that wrote it: no greater than the places of its events.
  xid bigint not null default pg_current_xact_id()::text::bigint,
  tenant uuid not null,
  company uuid not null,
  entity text not null,
  first bigint not null,
  last bigint not null
);
create index outbox_xid on outbox (xid);

-- Sends what is due, at most so much, in the order of the numbers of events: that of the commits within a resource.
-- "since" is what the round before returned as "seen": a snapshot; what it saw is sent, so only rows of
-- transactions that were not over in it are looked at. Without that, each round would pass over all rows that were
-- sent while some long transaction keeps them from being vacuumed.
-- A notice carries a position of the trail below which everything was told before it.
-- Any user of the database may call it, like pg_notify itself; it returns nothing of a tenant. It has the rights of the
-- owner: pg_temp is named, or a temporary table of somebody else's would take the place of the outbox.
create function outbox_send(since text, most integer, out sent integer, out seen text, out more boolean)
language plpgsql volatile security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  started bigint := coalesce(pg_snapshot_xmax(since::pg_snapshot)::text::bigint, 0);
  under_way bigint[] := array(select x::text::bigint from pg_snapshot_xip(since::pg_snapshot) x);
begin
  with due as materialized (
    select o.ctid as place, o.xid, o.first from outbox o where o.xid >= started or o.xid = any (under_way)
  ), taken as (
    -- A writer that found no notifier may be sending some of them (event_is_told).
    delete from outbox o where o.ctid = any (array(
      select d.ctid from outbox d
      where d.ctid = any (array(select due.place from due order by due.first limit most))
      for update skip locked))
    returning o.*
  ), bounds as materialized (
    select settled_place() as settled, (select min(due.xid) from due) as oldest,
      (select count(*) from due) as all_due, (select count(*) from taken) as all_taken
  ), numbered as materialized (
    select t.*, row_number() over (order by t.first) as number from taken t
  ), told as materialized (
    select pg_notify('tillhouse_event', json_build_array(n.tenant, n.company, n.entity, n.first, n.last,
      (case when n.number = b.all_due then b.settled else least(b.settled, b.oldest) end)::text)::text)
    from (select * from numbered order by number) n cross join bounds b
  )
  select (select count(*) from told), b.all_due > b.all_taken,
    case when b.all_due > b.all_taken then since else pg_current_snapshot()::text end
  into sent, more, seen from bounds b;
end $$;

-- Whoever holds the lock sends what is in the outbox. It is tried and given back at once, not kept until the commit:
-- a long transaction would keep every process from becoming the notifier.
create function has_notifier() returns boolean language plpgsql volatile as $$
begin
  if not pg_try_advisory_lock_shared(hashtext('tillhouse notifier')) then return true; end if;
  perform pg_advisory_unlock_shared(hashtext('tillhouse notifier'));
  return false;
end $$;

-- Tells the service processes that listen (live/listener.ts) which events a write has made: by the outbox, or, while
-- no process sends what is there, by itself, after what the last one has left. So nothing gathers in the outbox
-- when no service runs. PostgreSQL delivers it with the commit, in the order of commits, and not at all if there is none.
-- Whoever writes events of a resource holds the tenant's revision of it, so that those of one statement
-- are all that there are between its first and its last number.
-- The last number: what stands in the trail below that place was told before this.
create function event_is_told() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare one record;
begin
  if has_notifier() then
    insert into outbox (tenant, company, entity, first, last)
    select w.tenant_id, w.company_id, w.entity, min(w.seq), max(w.seq) from written w group by 1, 2, 3;
    return null;
  end if;
  -- With one snapshot for all statements, a row that another writer has just sent would be an error.
  if current_setting('transaction_isolation') = 'read committed' and exists (select from outbox) then
    perform outbox_send(null, 10000);
  end if;
  for one in
    select w.tenant_id, w.company_id, w.entity, min(w.seq) as first, max(w.seq) as last
    from written w group by 1, 2, 3 order by min(w.seq)
  loop
    perform pg_notify('tillhouse_event', json_build_array(one.tenant_id, one.company_id, one.entity,
      one.first, one.last, least(settled_place(), (select min(o.xid) from outbox o))::text)::text);
  end loop;
  return null;
end $$;
create trigger told after insert on event
  referencing new table as written for each statement execute function event_is_told();

revoke all on function settled_place() from public;
grant execute on function settled_place() to tillhouse_app, tillhouse_search, tillhouse_auth;
