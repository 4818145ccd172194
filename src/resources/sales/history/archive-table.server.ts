/**
 * What the archive holds (docs/decisions/140-archive.md). `archive_file`: a month's files that were written together, with
 * the hash of each (`is_stale`: some of its days have left it); `archive_day`: where the receipts of a day are, in one place at most; `archive_queue`: days whose files
 * are to be written. A day that is opened again is in the archive no longer, from the same commit on: a trigger.
 */
export const archiveObjects = `
  create table archive_file (
    tenant_id uuid not null,
    company_id uuid not null,
    id bigint generated always as identity,
    month date not null,
    name text not null,
    days bigint[] not null,
    first date not null,
    last date not null,
    currencies text[] not null,
    is_stale boolean not null default false,
    parts jsonb not null,
    made_at timestamptz(3) not null default now(),
    replaced_at timestamptz(3),
    primary key (tenant_id, company_id, id),
    foreign key (tenant_id, company_id) references company (tenant_id, id)
  );
  create table archive_day (
    tenant_id uuid not null,
    company_id uuid not null,
    businessday_id uuid not null,
    file_id bigint not null,
    day bigint not null,
    date date not null,
    location_id uuid not null,
    currency text not null,
    seal bigint not null,
    primary key (tenant_id, businessday_id),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id),
    foreign key (tenant_id, company_id, file_id) references archive_file (tenant_id, company_id, id)
  );
  create index archive_day_file on archive_day (tenant_id, company_id, file_id);
  create index archive_day_date on archive_day (tenant_id, company_id, date);
  create table archive_queue (
    tenant_id uuid not null,
    company_id uuid not null,
    businessday_id uuid not null,
    date date not null,
    since timestamptz(3) not null default now(),
    left_out text,
    primary key (tenant_id, businessday_id),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id)
  );
  ${['archive_file', 'archive_day', 'archive_queue']
    .map(
      (table) => `alter table ${table} enable row level security, force row level security;
  create policy own on ${table} to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company())
    with check (tenant_id = app_tenant() and company_id = app_company());
  grant select, insert, update, delete on ${table} to tillhouse_app;`,
    )
    .join('\n  ')}

  create function businessday_archive() returns trigger language plpgsql as $$
  declare left_file bigint;
  begin
    if new.status = 'open' or not new.active then
      delete from archive_day a where a.tenant_id = new.tenant_id and a.businessday_id = new.id
        returning a.file_id into left_file;
      update archive_file f set is_stale = true
      where f.tenant_id = new.tenant_id and f.company_id = new.company_id and f.id = left_file;
      delete from archive_queue q where q.tenant_id = new.tenant_id and q.businessday_id = new.id;
    else
      insert into archive_queue (tenant_id, company_id, businessday_id, date)
      values (new.tenant_id, new.company_id, new.id, new.date)
      on conflict (tenant_id, businessday_id) do update set since = now(), left_out = null;
    end if;
    return null;
  end $$;
  -- As the demo's loader and a restored day come.
  create trigger d_archive_loaded after insert on businessday for each row when (new.status <> 'open')
    execute function businessday_archive();
  create trigger d_archive after update on businessday for each row
    when (old.status is distinct from new.status and 'open' in (old.status, new.status)
      or old.active is distinct from new.active)
    execute function businessday_archive();

  -- Days of any company that wait to be written: closed while there was no archive, restored, or just now.
  create policy archived on archive_queue for select to tillhouse_auth using (true);
  create policy queued on archive_queue for insert to tillhouse_auth with check (true);
  create policy archived on archive_day for select to tillhouse_auth using (true);
  create policy archived on archive_file for select to tillhouse_auth using (true);
  create policy archived on businessday for select to tillhouse_auth using (true);
  grant select, insert on archive_queue to tillhouse_auth;
  grant select on archive_day, archive_file to tillhouse_auth;
  grant select (tenant_id, company_id, id, date, status, active) on businessday to tillhouse_auth;
  -- A writer puts days into the archive and takes them out of the queue in one commit. Who looked for days at that moment saw
  -- neither, waited for the commit to note them, and then noted what was written. So what is there by now is taken out again.
  create policy left_queue on archive_queue for delete to tillhouse_auth using (true);
  grant delete on archive_queue to tillhouse_auth;
  create function archive_requeue() returns bigint
  language plpgsql security definer set search_path = public as $$
  declare added bigint;
  begin
    insert into archive_queue (tenant_id, company_id, businessday_id, date)
    select d.tenant_id, d.company_id, d.id, d.date from businessday d
    where d.status <> 'open' and d.active
      and not exists (select from archive_day a where a.tenant_id = d.tenant_id and a.businessday_id = d.id)
    on conflict do nothing;
    get diagnostics added = row_count;
    delete from archive_queue q using archive_day a
    where a.tenant_id = q.tenant_id and a.businessday_id = q.businessday_id;
    return added;
  end $$;
  -- Months with days to be written, and, without any, companies with files to be removed.
  -- Of each tenant in turn, so that a chain with a thousand months does not fill the answer; a frozen tenant takes no writes, and
  -- is left out.
  create function archive_due(settled interval, unread interval)
  returns table (lineage uuid[], month text) language plpgsql stable security definer set search_path = public as $$
  begin
    return query select c.lineage, w.month from (
      select d.*, row_number() over (partition by d.tenant_id order by d.since, d.company_id, d.month) as turn from (
        select q.tenant_id, q.company_id, to_char(q.date, 'YYYY-MM') as month, min(q.since) as since
        from archive_queue q where q.left_out is null
        group by 1, 2, 3 having max(q.since) <= clock_timestamp() - settled
        union all
        select f.tenant_id, f.company_id, null, min(f.replaced_at) from archive_file f
        where f.replaced_at <= clock_timestamp() - unread group by 1, 2
      ) d
      where not exists (select from tenant_move m where m.tenant_id = d.tenant_id and m.frozen_at is not null)
    ) w join company c on c.tenant_id = w.tenant_id and c.id = w.company_id
    order by w.turn, w.since limit 100;
  end $$;
  alter function archive_requeue() owner to tillhouse_auth;
  alter function archive_due(interval, interval) owner to tillhouse_auth;
  revoke all on function archive_requeue() from public;
  revoke all on function archive_due(interval, interval) from public;
`;
