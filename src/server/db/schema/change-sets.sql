-- Change sets (docs/design.md#change-sets): what the table of the resource `changeset` has besides its columns.

create table changeset_item (
  tenant_id uuid not null,
  company_id uuid not null,
  changeset_id uuid not null,
  n integer not null,
  -- Records that others refer to are written first.
  rank smallint not null,
  resource text not null,
  record_id uuid not null,
  is_new boolean not null,
  line integer,
  -- The version of the record that the change was made from.
  version integer,
  patch jsonb not null,
  -- The values that the patch changes: their paths, and next to each what it was, as [value] or [] if it was missing.
  paths jsonb not null,
  base jsonb not null,
  -- Values that become an explicit null: in a merge patch null removes.
  nulls jsonb not null default '[]',
  choices jsonb not null default '{}',
  state text not null default 'open',
  problems jsonb not null default '[]',
  warnings text[] not null default '{}',
  -- The version of the record that the set made.
  made_version integer,
  primary key (tenant_id, changeset_id, n),
  foreign key (tenant_id, changeset_id) references changeset (tenant_id, id)
);
create unique index changeset_item_record on changeset_item (tenant_id, changeset_id, resource, record_id);
create index changeset_item_order on changeset_item (tenant_id, changeset_id, rank, n);
create index changeset_item_state on changeset_item (tenant_id, changeset_id, state, n);
alter table changeset_item enable row level security, force row level security;
create policy own on changeset_item to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company())
  with check (tenant_id = app_tenant() and company_id = app_company());
grant select, insert, update, delete on changeset_item to tillhouse_app;

-- The values at paths of a record, each as [value], or [] where there is none.
create function picked(record jsonb, paths jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(case when f.value is null then '[]'::jsonb else jsonb_build_array(f.value) end
    order by p.place), '[]')
  from jsonb_array_elements(paths) with ordinality p(path, place)
  cross join lateral (select record #> array(select jsonb_array_elements_text(p.path)) as value) f
$$;

-- The counts with every state and warning, so that a client need not ask whether one is there.
create function changeset_counts(counts jsonb) returns jsonb language sql immutable parallel safe as $$
  select '{"items":0,"cells":0,"open":0,"ready":0,"unchanged":0,"conflict":0,"refused":0,"applied":0,"kept":0,
    "below_cost":0,"large_change":0,"barcode_twice":0,"code_twice":0,"mass_deactivation":0}'::jsonb || (counts - 'last')
$$;
create index changeset_due on changeset (status, due_at)
  where status in ('preparing', 'previewing', 'running', 'scheduled');
create index changeset_revert on changeset (revert_due_at) where revert_due_at is not null;

-- What an erased record was to become goes with it.
create policy erasable on changeset_item to tillhouse_auth
  using (tenant_id = app_tenant() and company_id = app_company())
  with check (tenant_id = app_tenant() and company_id = app_company());
grant select, update on changeset_item to tillhouse_auth;

create function erased_leaves_changesets() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  update changeset_item set patch = '{}', paths = '[]', base = '[]', nulls = '[]', choices = '{}', warnings = '{}',
    state = case when state = 'applied' then state else 'refused' end,
    problems = case when state = 'applied' then '[]'::jsonb else
      '[{"pointer": "", "code": "erased", "detail": "This record was erased, and takes no content any more"}]'::jsonb end
  where tenant_id = new.tenant_id and company_id = new.company_id
    and resource = new.entity and record_id = new.entity_id;
  return null;
end $$;

-- What scheduled sets of the company and its ancestors will change, without the sets themselves: for whoever may read
-- the records, terminals too.
create policy known on changeset_item for select to tillhouse_search using (true);
create policy scheduled on changeset for select to tillhouse_search using (true);
grant select on changeset, changeset_item to tillhouse_search;

create function scheduled_changes(wanted text, record uuid) returns jsonb
language plpgsql stable security definer set search_path = public as $$
begin
  return (select jsonb_agg(jsonb_build_object('changeset_id', s.id,
      'due_at', to_char(s.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'revert_due_at', to_char(s.revert_due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'patch', i.patch) order by s.due_at, s.id)
    from changeset_item i
    join changeset s on s.tenant_id = i.tenant_id and s.id = i.changeset_id and s.status = 'scheduled' and s.active
    where i.tenant_id = app_tenant() and i.company_id = any (app_lineage()) and i.resource = wanted
      and i.record_id = record and i.state not in ('refused', 'kept', 'conflict'));
end $$;

create function scheduled_records(wanted text) returns setof uuid
language plpgsql stable security definer set search_path = public as $$
begin
  return query select i.record_id from changeset s
    join changeset_item i on i.tenant_id = s.tenant_id and i.changeset_id = s.id
    where s.tenant_id = app_tenant() and s.company_id = any (app_lineage()) and s.status = 'scheduled' and s.active
      and i.resource = wanted and i.state not in ('refused', 'kept', 'conflict');
end $$;
create index changeset_item_of on changeset_item (tenant_id, company_id, resource, record_id);
create trigger leaves_changesets after insert on erased for each row execute function erased_leaves_changesets();

-- Sets of any company that a process has work to do for, and as whom: the person or key as it stands now, null if
-- it may not any more. Work that stood still for longer than `idle` is taken over.
create policy known on changeset for select to tillhouse_auth using (true);
grant select on changeset to tillhouse_auth;

-- Sets of any company that a process has work to do for; work that stood still for longer than `idle` is taken over.
-- The work that is due, of each tenant in turn: the oldest of each first, so that one with a thousand sets delays no
-- other. A tenant that is frozen takes no writes: it is left out, or it would fill the answer. A set whose person may
-- act no more is told at once, not when it comes due (hand_over), and then waits for an administrator.
create function changesets_due(idle interval)
returns table (tenant_id uuid, company_id uuid, lineage uuid[], id uuid)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select d.tenant_id, d.company_id, c.lineage, d.id
  from (
    select s.tenant_id, s.company_id, s.id, coalesce(s.due_at, s.modified_at) as since,
      row_number() over (partition by s.tenant_id order by coalesce(s.due_at, s.modified_at), s.id) as turn
    from changeset s
    where (s.status in ('preparing', 'previewing', 'running', 'scheduled')
        or (s.revert_due_at is not null and s.status in ('applied', 'stopped') and s.undone_by is null))
      and (s.status in ('previewing', 'running') or s.problem is distinct from 'nobody_may')
      and case
        when s.status in ('preparing', 'previewing', 'running')
          then coalesce(s.worked_at, s.modified_at) <= clock_timestamp() - idle
        when s.status = 'scheduled' and not s.active then false
        else coalesce(case when s.status = 'scheduled' then s.due_at else s.revert_due_at end <= clock_timestamp(), false)
          or not company_works(s.tenant_id, s.company_id)
          or not (exists (select from "user" u where u.tenant_id = s.tenant_id and u.company_id = s.company_id
              and u.id = s.applied_user and u.active and u.accepted_at is not null)
            or exists (select from apikey k where k.tenant_id = s.tenant_id and k.company_id = s.company_id
              and k.id = s.applied_key and k.active
              and (k.expires_at is null or k.expires_at > clock_timestamp())))
      end
      and not exists (select from tenant_move m where m.tenant_id = s.tenant_id and m.frozen_at is not null)
  ) d
  join company c on c.tenant_id = d.tenant_id and c.id = d.company_id
  order by d.turn, d.since limit 100;
end $$;

-- As whom a set is worked on: the person or key as it stands now; no row if it may not any more.
create function changeset_actor(tenant uuid, company uuid, wanted_user uuid, wanted_key uuid)
returns table (tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text, locale text)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select c.tenant_id, c.id, c.lineage, coalesce(u.role, k.role), k.id, u.id, coalesce(u.name, k.name),
    coalesce(root.data->>'locale', 'und')
  from company c
  join company root on root.tenant_id = c.tenant_id and root.id = c.tenant_id
  left join "user" u on u.tenant_id = c.tenant_id and u.company_id = c.id and u.id = wanted_user and u.active
    and u.accepted_at is not null
  left join apikey k on k.tenant_id = c.tenant_id and k.company_id = c.id and k.id = wanted_key and k.active
    and (k.expires_at is null or k.expires_at > clock_timestamp())
  where c.tenant_id = tenant and c.id = company and tenant = app_tenant() and company = app_company() and (u.id is not null or k.id is not null)
    and company_works(tenant, company);
end $$;

-- The sets that change a record, whatever its resource.
create index changeset_item_of_record on changeset_item (tenant_id, record_id);

-- The person behind each membership or key of the tenant: the login of a membership; of a key, who made it, or made
-- the key that made it. A key that nobody made (on the command line) is a person of its own.
create function persons_of(wanted uuid[]) returns table (id uuid, person uuid)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  with recursive behind (id, place, depth) as (
    select w, w, 0 from unnest(wanted) w
    union all
    select b.id, coalesce(k.made_user, k.made_key), b.depth + 1 from behind b
    join apikey k on k.tenant_id = app_tenant() and k.id = b.place
    where coalesce(k.made_user, k.made_key) is not null and b.depth < 100
  )
  select distinct on (b.id) b.id, coalesce(u.login_id, b.place)
  from behind b left join "user" u on u.tenant_id = app_tenant() and u.id = b.place
  order by b.id, b.depth desc;
end $$;
update changeset s set status = 'stopped', active = true
where s.status in ('draft', 'waiting', 'discarded') and exists (select from changeset_item i
  where i.tenant_id = s.tenant_id and i.changeset_id = s.id and i.state = 'applied');

-- Whatever writes items: nothing about an erased record gets into a set again. That a record is deactivated says
-- nothing about a person.
create function changeset_items_of_erased() returns trigger language plpgsql as $$
declare wrong uuid;
begin
  select i.record_id into wrong from made i
    join erased e on e.tenant_id = i.tenant_id and e.entity = i.resource and e.entity_id = i.record_id
    where i.patch - 'active' <> '{}' limit 1;
  if wrong is not null then
    raise exception 'an erased record takes no content' using errcode = 'TH003', detail = wrong::text;
  end if;
  return null;
end $$;
create trigger takes_nothing_erased after insert on changeset_item referencing new table as made
  for each statement execute function changeset_items_of_erased();

create function changeset_item_of_erased() returns trigger language plpgsql as $$
begin
  if exists (select from erased e
    where e.tenant_id = new.tenant_id and e.entity = new.resource and e.entity_id = new.record_id) then
    raise exception 'an erased record takes no content' using errcode = 'TH003', detail = new.record_id::text;
  end if;
  return new;
end $$;
create trigger stays_without_erased before update of patch on changeset_item for each row
  when (new.patch - 'active' <> '{}' and new.patch is distinct from old.patch)
  execute function changeset_item_of_erased();

-- Lines of an imported file that were refused before they became items: cells as they were read, with the reasons.
-- Line 0 has the names of the columns.
create table changeset_refused (
  tenant_id uuid not null,
  company_id uuid not null,
  changeset_id uuid not null,
  line integer not null,
  resource text not null,
  cells jsonb not null,
  problems jsonb not null,
  -- Bytes of both as they were sent: a set keeps no more than a limit of them.
  size integer not null,
  primary key (tenant_id, changeset_id, line),
  foreign key (tenant_id, changeset_id) references changeset (tenant_id, id)
);
create index changeset_refused_full on changeset_refused (tenant_id, company_id, resource) where cells <> '[]';
alter table changeset_refused enable row level security, force row level security;
create policy own on changeset_refused to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company())
  with check (tenant_id = app_tenant() and company_id = app_company());
grant select, insert, update, delete on changeset_refused to tillhouse_app;
create policy erasable on changeset_refused to tillhouse_auth
  using (tenant_id = app_tenant() and company_id = app_company())
  with check (tenant_id = app_tenant() and company_id = app_company());
grant select, update on changeset_refused to tillhouse_auth;

-- A line was refused before anybody knew whose it is: with the first erasure of a resource all lines of it are emptied.
-- Their numbers and the kinds of their problems stay.
create function erased_leaves_refused_lines() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  update changeset_refused set cells = '[]', problems = coalesce(
    (select jsonb_agg(p - 'names') from jsonb_array_elements(problems) p), '[]')
  where tenant_id = new.tenant_id and company_id = new.company_id and resource = new.entity and cells <> '[]';
  return null;
end $$;
create trigger leaves_refused_lines after insert on erased for each row execute function erased_leaves_refused_lines();

-- They run with the rights of tillhouse_auth, and are called by the owner of the database and by whom they are granted to.
do $$
declare one text;
begin
  foreach one in array array[
    'changesets_due(interval)',
    'changeset_actor(uuid, uuid, uuid, uuid)',
    'persons_of(uuid[])'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
alter function erased_leaves_changesets() owner to tillhouse_auth;
alter function erased_leaves_refused_lines() owner to tillhouse_auth;

alter function scheduled_changes(text, uuid) owner to tillhouse_search;
alter function scheduled_records(text) owner to tillhouse_search;
revoke all on function scheduled_changes(text, uuid), scheduled_records(text) from public;
grant execute on function scheduled_changes(text, uuid), scheduled_records(text) to tillhouse_app;
grant execute on function changeset_actor(uuid, uuid, uuid, uuid) to tillhouse_app;
grant execute on function persons_of(uuid[]) to tillhouse_app;
