/**
 * The files of sealed days (docs/decisions/140-archive.md). `archive_file`: the files of a company's days of one date: the hash
 * of each (`parts`), and of each day its newest seal and what the rows that were written come to (`days`, by id). `archive_queue`:
 * days that were closed or opened since: the files of their date are to be written. `left_out`: why a day cannot be in them.
 */
export const archiveObjects = `
  create table archive_file (
    tenant_id uuid not null,
    company_id uuid not null,
    date date not null,
    parts jsonb not null,
    days jsonb not null,
    made_at timestamptz(3) not null default now(),
    primary key (tenant_id, company_id, date),
    foreign key (tenant_id, company_id) references company (tenant_id, id)
  );
  create table archive_queue (
    tenant_id uuid not null,
    company_id uuid not null,
    businessday_id uuid not null,
    date date not null,
    since timestamptz(3) not null default clock_timestamp(),
    left_out text,
    primary key (tenant_id, businessday_id),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id)
  );
  ${['archive_file', 'archive_queue']
    .map(
      (table) => `alter table ${table} enable row level security, force row level security;
  create policy own on ${table} to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company())
    with check (tenant_id = app_tenant() and company_id = app_company());
  grant select, insert, update, delete on ${table} to tillhouse_app;`,
    )
    .join('\n  ')}

  create function businessday_archive() returns trigger language plpgsql as $$
  begin
    insert into archive_queue (tenant_id, company_id, businessday_id, date)
    values (new.tenant_id, new.company_id, new.id, new.date)
    on conflict (tenant_id, businessday_id) do update set since = clock_timestamp(), left_out = null;
    return null;
  end $$;
  -- As the demo's loader and a restored day come.
  create trigger d_archive_loaded after insert on businessday for each row when (new.status <> 'open')
    execute function businessday_archive();
  create trigger d_archive after update on businessday for each row
    when (old.status is distinct from new.status and 'open' in (old.status, new.status)
      or old.active is distinct from new.active)
    execute function businessday_archive();

  create policy archived on archive_queue for select to tillhouse_auth using (true);
  create policy queued on archive_queue for insert to tillhouse_auth with check (true);
  create policy archived on archive_file for select to tillhouse_auth using (true);
  create policy archived on businessday for select to tillhouse_auth using (true);
  grant select, insert on archive_queue to tillhouse_auth;
  grant select on archive_file to tillhouse_auth;
  grant select (tenant_id, company_id, id, date, status, active) on businessday to tillhouse_auth;
  -- Closed days of any company that are in no file: closed before there were files, restored, or moved here.
  create function archive_requeue() returns void language sql security definer set search_path = public as $$
    insert into archive_queue (tenant_id, company_id, businessday_id, date)
    select d.tenant_id, d.company_id, d.id, d.date from businessday d
    where d.status <> 'open' and d.active and not exists (
      select from archive_file f where f.tenant_id = d.tenant_id and f.company_id = d.company_id and f.date = d.date
        and f.days ? d.id::text)
    on conflict do nothing
  $$;
  -- Dates whose files are to be written, each tenant in turn; a frozen tenant takes no writes.
  create function archive_due(settled interval) returns table (lineage uuid[], date text)
  language plpgsql stable security definer set search_path = public as $$
  begin
    return query select c.lineage, w.date::text from (
      select d.*, row_number() over (partition by d.tenant_id order by d.since, d.company_id, d.date) as turn from (
        select q.tenant_id, q.company_id, q.date, min(q.since) as since from archive_queue q where q.left_out is null
        group by 1, 2, 3 having max(q.since) <= clock_timestamp() - settled
      ) d
      where not exists (select from tenant_move m where m.tenant_id = d.tenant_id and m.frozen_at is not null)
    ) w join company c on c.tenant_id = w.tenant_id and c.id = w.company_id
    order by w.turn, w.since limit 100;
  end $$;
  alter function archive_requeue() owner to tillhouse_auth;
  alter function archive_due(interval) owner to tillhouse_auth;
  revoke all on function archive_requeue() from public;
  revoke all on function archive_due(interval) from public;
`;
