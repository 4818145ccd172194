-- Notices to other systems (docs/webhooks.md). The audit trail is the outbox: an event is written in the transaction of its change, and each
-- webhook knows up to where it has read the trail. What it wants of it becomes deliveries, which refer to the event: what is sent is written
-- when it is sent, so that what an erasure took out is in none.

-- How far a webhook is. A restored or moved database begins without: then it is paused until somebody lets it go on.
create table webhook_queue (
  tenant_id uuid not null,
  company_id uuid not null,
  webhook_id uuid not null,
  -- Up to where the trail was read (events.sql).
  place bigint not null,
  seq bigint not null default 0,
  -- It was switched off: what happens until it is switched on again is not sent.
  is_off boolean not null default false,
  -- Attempts in a row that failed, since when, and until when nothing is tried.
  failures integer not null default 0,
  failing_since timestamptz(3),
  next_at timestamptz(3),
  paused_at timestamptz(3),
  paused_for text check (paused_for in ('failing', 'restored')),
  -- The latest attempt.
  last_at timestamptz(3),
  last_status integer,
  last_ms integer,
  last_problem text,
  primary key (tenant_id, webhook_id)
);

create table webhook_delivery (
  tenant_id uuid not null,
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  -- The order in which they are listed.
  n bigint generated always as identity,
  -- Null for a test, as its place in the trail: by that they are sent, of each record, also where an earlier event came to it later (a replay).
  event_id uuid,
  place bigint,
  seq bigint,
  kind text not null,
  entity_id uuid not null,
  event_at timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'skipped', 'failed')),
  attempts integer not null default 0,
  failing_since timestamptz(3),
  next_at timestamptz(3) not null default clock_timestamp(),
  -- Which attempt works on it, and until when: then that process is taken for dead.
  claim uuid,
  claimed_at timestamptz(3),
  claimed_until timestamptz(3),
  finished_at timestamptz(3),
  -- The latest attempts, the newest last: when, what was answered, and how long it took.
  tries jsonb not null default '[]',
  primary key (tenant_id, id)
);
create unique index webhook_delivery_event on webhook_delivery (tenant_id, webhook_id, event_id);
create index webhook_delivery_list on webhook_delivery (tenant_id, webhook_id, n);
create index webhook_delivery_waiting on webhook_delivery (tenant_id, webhook_id, place, seq) where state = 'waiting';
create index webhook_delivery_record on webhook_delivery (tenant_id, webhook_id, entity_id, place, seq) where state = 'waiting';
create index webhook_delivery_past on webhook_delivery (finished_at) where finished_at is not null;

do $$
declare one text;
begin
  foreach one in array array['webhook_queue', 'webhook_delivery'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I to tillhouse_app using (tenant_id = app_tenant() and company_id = app_company())
      with check (tenant_id = app_tenant() and company_id = app_company())', one);
    execute format('create policy known on %I to tillhouse_auth using (true) with check (true)', one);
    execute format('grant select, insert, update on %I to tillhouse_app', one);
    execute format('grant select, insert, update, delete on %I to tillhouse_auth', one);
  end loop;
end $$;
create policy sent on webhook for select to tillhouse_auth using (true);
create policy sealed_anew on webhook for update to tillhouse_auth using (true) with check (true);
grant select on webhook to tillhouse_auth;
grant update (sealed, sealed_before) on webhook to tillhouse_auth;
create policy told_of on event for select to tillhouse_auth using (true);
grant select on event to tillhouse_auth;

-- What kind of notice an event is.
create function event_kind(entity text, action text, payload jsonb, before jsonb, after jsonb) returns text
language sql immutable parallel safe as $$
  select case
    when action = 'erase' then entity || '.erased'
    when entity = 'month' then 'month.' || case when after->>'action' = 'unlock' then 'unlocked' else 'locked' end
    when entity = 'businessday' and (before->>'status') is distinct from (after->>'status') then 'businessday.' || case after->>'status'
      when 'open' then case when before is null then 'opened' else 'reopened' end
      when 'closed' then 'closed' else 'exported' end
    -- The service's own move; a record that is sent back as it was read has an id.
    when entity = 'changeset' and payload->>'status' = 'applied' and not payload ? 'id' then 'changeset.applied'
    when action = 'create' then entity || '.created'
    when before->>'active' = 'true' and after->>'active' = 'false' then entity || '.deactivated'
    else entity || '.changed' end
$$;

-- The fields whose values two versions of a record do not share, as JSON pointers.
create function changed_pointers(before jsonb, after jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(p.pointer order by p.pointer), '{}') from (
    select '/' || replace(replace(k.name, '~', '~0'), '/', '~1') as pointer
    from (select jsonb_object_keys(before) as name union select jsonb_object_keys(after)) k
    where k.name not in ('data', 'version', 'modified_at') and (before->k.name) is distinct from (after->k.name)
    union all
    select '/data/' || replace(replace(k.name, '~', '~0'), '/', '~1')
    from (select jsonb_object_keys(case when jsonb_typeof(before->'data') = 'object' then before->'data' end) as name
      union select jsonb_object_keys(case when jsonb_typeof(after->'data') = 'object' then after->'data' end)) k
    where k.name <> 'modified_at' and (before->'data'->k.name) is distinct from (after->'data'->k.name)
  ) p
$$;

-- What is sent of a delivery. Null where its event is not kept any more.
create function webhook_body(one webhook_delivery) returns text language sql stable as $$
  select case when one.event_id is null
    then json_build_object('type', one.kind,
      'timestamp', to_char(one.event_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', json_build_object('id', one.entity_id, 'resource', 'webhook', 'company_id', one.company_id))::text
    else (select json_build_object('type', one.kind,
        'timestamp', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'data', json_build_object('id', e.entity_id, 'resource', e.entity, 'company_id', e.company_id, 'event_id', e.id,
          'version', e.after->'version',
          'changed', case when e.action = 'update' and e.before is not null then changed_pointers(e.before, e.after) end,
          -- What a change set has become is no field of it.
          'record', case when e.entity = 'changeset' then e.after || e.payload else coalesce(e.after, e.payload) end))::text
      from event e where e.tenant_id = one.tenant_id and e.id = one.event_id) end
$$;

-- The webhooks for which something is to be done now, in any company or in those of one tenant.
create function webhooks_due(of_tenant uuid) returns table (tenant_id uuid, company_id uuid, lineage uuid[], webhook_id uuid)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  now constant timestamptz := clock_timestamp();
  settled bigint;
begin
  -- Each notice of events asks, of every tenant: most have no webhook.
  if not exists (select from webhook w where w.active and (of_tenant is null or w.tenant_id = of_tenant)) then return; end if;
  settled := settled_place();
  return query
  -- Whether a company works is asked once, and not for each of its webhooks.
  with of_companies as materialized (
    select distinct w.tenant_id, w.company_id from webhook w where w.active and (of_tenant is null or w.tenant_id = of_tenant)
  ), working as materialized (
    select o.tenant_id, o.company_id from of_companies o where company_works(o.tenant_id, o.company_id)
      and not exists (select from tenant_move m where m.tenant_id = o.tenant_id and m.frozen_at is not null)
  )
  select w.tenant_id, w.company_id, c.lineage, w.id
  from working o
  join company c on c.tenant_id = o.tenant_id and c.id = o.company_id
  join webhook w on w.tenant_id = o.tenant_id and w.company_id = o.company_id and w.active
  left join webhook_queue q on q.tenant_id = w.tenant_id and q.webhook_id = w.id
  where (q.webhook_id is null or q.is_off
      or exists (select from unnest(c.lineage) l(id) join event e on e.tenant_id = w.tenant_id and e.company_id = l.id
        and (e.place, e.seq) > (q.place, q.seq) and e.place < settled)
      or (w.sealed is not null and q.paused_at is null and (q.next_at is null or q.next_at <= now) and exists (
        select from webhook_delivery d where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'waiting'
          and d.next_at <= now and (d.claimed_until is null or d.claimed_until <= now))));
end $$;

-- Reads the trail on, and puts what a webhook wants of it among its deliveries: events of its company, and of what the companies above
-- share. Returns whether there may be more. Called with the row of the queue locked.
create function webhook_fed(q webhook_queue, most integer, most_waiting integer, shared text[]) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  line uuid[];
  wanted text[];
  room integer;
  passed integer;
  last record;
begin
  select c.lineage, array(select jsonb_array_elements_text(case when jsonb_typeof(w.data->'kinds') = 'array' then w.data->'kinds' else '[]' end))
    into line, wanted
    from webhook w join company c on c.tenant_id = w.tenant_id and c.id = w.company_id
    where w.tenant_id = q.tenant_id and w.id = q.webhook_id;
  -- During a replay, what stands behind it waits until it is read again.
  room := most_waiting - (select count(*) from (select from webhook_delivery d
    where d.tenant_id = q.tenant_id and d.webhook_id = q.webhook_id and d.state = 'waiting' and (d.place, d.seq) <= (q.place, q.seq)
    limit most_waiting) w);
  if room <= 0 then return false; end if;
  with read as materialized (
    select e.* from unnest(line) l(id)
    cross join lateral (
      select e.id, e.place, e.seq, e.company_id, e.entity, e.entity_id, e.at, event_kind(e.entity, e.action, e.payload, e.before, e.after) as kind
      from event e
      where e.tenant_id = q.tenant_id and e.company_id = l.id and (e.place, e.seq) > (q.place, q.seq) and e.place < (select settled_place())
      order by e.place, e.seq limit least(most, room)
    ) e
    order by e.place, e.seq limit least(most, room)
  ), put as (
    insert into webhook_delivery as d (tenant_id, company_id, webhook_id, event_id, place, seq, kind, entity_id, event_at)
    select q.tenant_id, q.company_id, q.webhook_id, r.id, r.place, r.seq, r.kind, r.entity_id, r.at from read r
    where r.kind = any (wanted)
      and (r.company_id = q.company_id or r.entity = any (shared))
    order by r.place, r.seq
    -- Once more, from a time.
    on conflict (tenant_id, webhook_id, event_id) do update
      set state = 'waiting', attempts = 0, failing_since = null, next_at = clock_timestamp(), finished_at = null
      where d.state <> 'waiting'
  )
  select count(*), (array_agg(r.place order by r.place desc, r.seq desc))[1] as place,
    (array_agg(r.seq order by r.place desc, r.seq desc))[1] as seq into last from read r;
  passed := last.count;
  if passed > 0 then
    update webhook_queue u set place = last.place, seq = last.seq where u.tenant_id = q.tenant_id and u.webhook_id = q.webhook_id;
  end if;
  return passed >= least(most, room);
end $$;

-- Stores how attempts ended, reads the trail on, and takes what is to be sent next: of each record the oldest alone, and one at a time
-- while nothing gets through. Nobody else gets it before the lease ends. `more`: whether the trail goes on.
create function webhook_turn(
  tenant uuid, webhook uuid, ended jsonb, pauses integer[], patience interval, lease interval, most integer, most_read integer,
  most_waiting integer, shared text[])
returns table (id uuid, claim uuid, event_id uuid, kind text, body text, url text, sealed text, sealed_before text, more boolean, became text)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  w record;
  q webhook_queue;
  became text;
  more boolean := false;
  room integer;
begin
  select h.* into w from webhook h where h.tenant_id = tenant and h.id = webhook;
  if not found then return; end if;
  insert into webhook_queue as u (tenant_id, company_id, webhook_id, place, paused_at, paused_for)
    select w.tenant_id, w.company_id, w.id, settled_place(), clock_timestamp(), 'restored'
    where not exists (select from webhook_queue u where u.tenant_id = tenant and u.webhook_id = webhook)
    on conflict do nothing;
  select u.* into q from webhook_queue u where u.tenant_id = tenant and u.webhook_id = webhook for update;
  became := webhook_settle(q, ended, pauses, patience);
  select u.* into q from webhook_queue u where u.tenant_id = tenant and u.webhook_id = webhook;
  if w.active and not q.is_off and company_works(w.tenant_id, w.company_id) then
    more := webhook_fed(q, most_read, most_waiting, shared);
    select u.* into q from webhook_queue u where u.tenant_id = tenant and u.webhook_id = webhook;
    -- What a process had that is gone is counted for nobody: its records wait for the end of the lease, and others go on.
    room := case when q.failures >= 5 then least(most, 1) else most end;
    if room > 0 and became is null and w.sealed is not null and q.paused_at is null
      and (q.next_at is null or q.next_at <= clock_timestamp()::timestamptz(3)) then
      return query
      with due as (
        select d.id from webhook_delivery d
        where d.tenant_id = tenant and d.webhook_id = webhook and d.state = 'waiting'
          and d.next_at <= clock_timestamp()::timestamptz(3) and (d.claimed_until is null or d.claimed_until <= clock_timestamp())
          and (d.place, d.seq) <= (q.place, q.seq)
          -- None of its record that is older, and none under way: an older one may be sent again meanwhile.
          and not exists (select from webhook_delivery f where f.tenant_id = tenant and f.webhook_id = webhook and f.state = 'waiting'
            and f.entity_id = d.entity_id and f.id <> d.id and ((f.place, f.seq) < (d.place, d.seq) or f.claimed_until > clock_timestamp()))
        order by d.place, d.seq limit room
      ), taken as (
        update webhook_delivery d set claim = gen_random_uuid(), claimed_at = clock_timestamp(), claimed_until = clock_timestamp() + lease, attempts = d.attempts + 1
        from due where d.tenant_id = tenant and d.id = due.id returning d.*
      )
      select t.id, t.claim, t.event_id, t.kind, webhook_body(t), w.data->>'url', w.sealed,
        case when w.before_until > clock_timestamp() then w.sealed_before end, more, became
      from taken t order by t.place, t.seq;
      if found then return; end if;
    end if;
  end if;
  return query select null::uuid, null::uuid, null::uuid, null::text, null::text, null::text, null::text, null::text, more, became;
end $$;

-- Stores how attempts ended: 'delivered', 'failed', 'gone' (410), 'lost' (its event is not kept any more) or 'cut' (by the end of the process).
-- Returns 'gone' where the receiver wants nothing any more, 'paused' where nothing got through for too long.
create function webhook_settle(q webhook_queue, ended jsonb, pauses integer[], patience interval) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  one record;
  became text;
  failed integer := q.failures;
  since timestamptz := q.failing_since;
  next timestamptz := q.next_at;
  pause interval;
  d webhook_delivery;
begin
  for one in
    select t.id, t.claim, t.outcome, t.told, t.told->>'at' as at from jsonb_to_recordset(ended) t(id uuid, claim uuid, outcome text, told jsonb)
    order by t.told->>'at'
  loop
    select v.* into d from webhook_delivery v where v.tenant_id = q.tenant_id and v.id = one.id and v.claim = one.claim for update;
    -- Another attempt has taken over.
    continue when not found;
    if one.outcome = 'cut' then
      update webhook_delivery v set claim = null, claimed_until = null, attempts = v.attempts - 1
        where v.tenant_id = q.tenant_id and v.id = one.id;
      continue;
    end if;
    pause := make_interval(secs => pauses[least(d.attempts, cardinality(pauses))]);
    -- What is refused may be said in words of the record: of one that was erased meanwhile nothing is kept.
    if exists (select from event e where e.tenant_id = d.tenant_id and e.id = d.event_id and coalesce(e.payload, e.before, e.after) is null) then
      one.told := one.told || '{"answer": null}';
    end if;
    update webhook_delivery v set claim = null, claimed_until = null,
        tries = (case when jsonb_array_length(v.tries) >= 20 then v.tries - 0 else v.tries end) || one.told,
        state = case one.outcome when 'delivered' then 'delivered' when 'lost' then 'skipped' else v.state end,
        finished_at = case when one.outcome in ('delivered', 'lost') then clock_timestamp() end,
        failing_since = case when one.outcome in ('failed', 'gone') then coalesce(v.failing_since, one.at::timestamptz) end,
        next_at = case when one.outcome in ('failed', 'gone') then clock_timestamp() + pause else v.next_at end
      where v.tenant_id = q.tenant_id and v.id = one.id returning v.* into d;
    if one.outcome in ('failed', 'gone') then
      since := coalesce(since, one.at::timestamptz);
      -- A refusal may be about one event: the receiver is left alone once several in a row were refused, and longer when the one that
      -- tried it after that was refused, too. Those that were under way together are one try.
      if next is null or d.claimed_at >= next then
        failed := failed + 1;
        if failed >= 5 then
          next := clock_timestamp() + make_interval(secs => pauses[least(failed - 4, cardinality(pauses))]);
        end if;
      end if;
      if one.outcome = 'gone' then became := 'gone';
      elsif least(since, d.failing_since) < clock_timestamp() - patience and became is null then became := 'paused'; end if;
    elsif one.outcome = 'delivered' then
      failed := 0; since := null; next := null;
    end if;
    update webhook_queue u set last_at = one.at::timestamptz, last_status = (one.told->>'status')::integer,
        last_ms = (one.told->>'ms')::integer, last_problem = one.told->>'problem'
      where u.tenant_id = q.tenant_id and u.webhook_id = q.webhook_id and one.outcome <> 'lost';
  end loop;
  if (failed, since, next) is distinct from (q.failures, q.failing_since, q.next_at) or became is not null then
    update webhook_queue u set failures = failed, failing_since = since, next_at = next,
        paused_at = case when became = 'paused' then coalesce(u.paused_at, clock_timestamp()) else u.paused_at end,
        paused_for = case when became = 'paused' then coalesce(u.paused_for, 'failing') else u.paused_for end
      where u.tenant_id = q.tenant_id and u.webhook_id = q.webhook_id;
  end if;
  if became is not null and q.paused_at is null and not q.is_off then
    perform administrators_mailed(q.tenant_id, q.company_id, 'webhook_stopped', jsonb_build_object('webhook_id', q.webhook_id, 'why', became));
  end if;
  return became;
end $$;

-- The place in the trail from which the caller's transaction and what is under way come: `settled_place` does not count its own.
create function webhook_place() returns bigint language sql volatile as $$
  select least(settled_place(), pg_current_xact_id()::text::bigint)
$$;

-- Begins the queue of a webhook that is made; of one that is switched on again it begins anew, and what waited is sent no more.
create function webhook_begin(wanted uuid) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  w record;
begin
  select h.* into w from webhook h where h.tenant_id = app_tenant() and h.company_id = app_company() and h.id = wanted;
  if not found then return; end if;
  insert into webhook_queue as u (tenant_id, company_id, webhook_id, place, is_off)
    values (w.tenant_id, w.company_id, w.id, webhook_place(), not w.active)
    on conflict (tenant_id, webhook_id) do nothing;
  if not w.active then
    update webhook_queue u set is_off = true where u.tenant_id = w.tenant_id and u.webhook_id = w.id and not u.is_off;
  elsif exists (select from webhook_queue u where u.tenant_id = w.tenant_id and u.webhook_id = w.id and u.is_off for update) then
    update webhook_delivery d set state = 'skipped', finished_at = clock_timestamp(), claim = null, claimed_until = null
      where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'waiting';
    update webhook_queue u set is_off = false, place = webhook_place(), seq = 0, failures = 0, failing_since = null, next_at = null,
        paused_at = null, paused_for = null
      where u.tenant_id = w.tenant_id and u.webhook_id = w.id;
  else
    -- Another address may be the right one.
    update webhook_queue u set next_at = null where u.tenant_id = w.tenant_id and u.webhook_id = w.id and u.next_at is not null;
  end if;
end $$;

-- What is sent of a delivery of the caller's company.
create function webhook_delivery_body(wanted uuid) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select webhook_body(d) from webhook_delivery d
    where d.tenant_id = app_tenant() and d.company_id = app_company() and d.id = wanted);
end $$;

-- The place in the trail before what happened at a time, for the caller's company and those above.
create function webhook_place_at(since timestamptz) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return (select least(webhook_place(), min(e.place)) from event e
    where e.tenant_id = app_tenant() and e.company_id = any ((select app_lineage())::uuid[]) and e.at >= since);
end $$;

create function webhook_clear(most integer) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare cleared integer;
begin
  delete from webhook_delivery d where (d.tenant_id, d.id) in (
    select o.tenant_id, o.id from webhook_delivery o
    where o.finished_at < clock_timestamp() - interval '30 days'
      and not exists (select from tenant_move m where m.tenant_id = o.tenant_id and m.frozen_at is not null)
    order by o.finished_at limit most);
  get diagnostics cleared = row_count;
  return cleared;
end $$;

create function webhook_secrets_under(current text) returns table (id uuid, sealed text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select w.id, w.sealed from webhook w where w.sealed is not null and left(w.sealed, length(current)) <> current
    union all select w.id, w.sealed_before from webhook w
    where w.before_until > clock_timestamp() and left(w.sealed_before, length(current)) <> current;
end $$;

create function webhook_secret_sealed(wanted uuid, former text, anew text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update webhook w set sealed = anew where w.id = wanted and w.sealed = former;
  update webhook w set sealed_before = anew where w.id = wanted and w.sealed_before = former;
end $$;

do $$
declare one text;
begin
  foreach one in array array[
    'webhooks_due(uuid)',
    'webhook_fed(webhook_queue, integer, integer, text[])',
    'webhook_turn(uuid, uuid, jsonb, integer[], interval, interval, integer, integer, integer, text[])',
    'webhook_settle(webhook_queue, jsonb, integer[], interval)',
    'webhook_begin(uuid)',
    'webhook_delivery_body(uuid)',
    'webhook_place_at(timestamptz)',
    'webhook_clear(integer)',
    'webhook_secrets_under(text)',
    'webhook_secret_sealed(uuid, text, text)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
grant execute on function webhook_begin(uuid), webhook_delivery_body(uuid), webhook_place_at(timestamptz) to tillhouse_app;
