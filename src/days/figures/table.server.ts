import { checkColumns, figureColumns, figureType, isSingle } from './figure-columns.server';

const all = Object.entries({ ...figureColumns, ...checkColumns });

const members = (of: Readonly<Record<string, string>>): string =>
  Object.entries(of)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

/**
 * The figures of closed days, derived from their receipts (docs/decisions/166-figures-of-closed-days.md). A row is of one day, or
 * the sum of several days of a month in one currency (`businessday_id` null, `of`: the ids of the days' rows): of all, of one
 * `location_id` or of one `date`. The products of a sum are in `businessday_figures_plus`.
 *
 * A trigger makes the row of a day, without figures, in the commit that closes it, and takes it away in the commit that opens it
 * again, so a row with figures is always of a day whose receipts stand. Closed again, it has another row with another id.
 * `edition`: of the statements that made the figures; 0 for none yet. `left_out`: a number in the receipts cannot be cast.
 */
export const figuresSql = `
  ${all.map(([column, of]) => `create type ${figureType(column)} as (${members(of)});`).join('\n  ')}
  create table businessday_figures (
    tenant_id uuid not null,
    company_id uuid not null,
    id bigint generated always as identity,
    businessday_id uuid,
    month date not null,
    currency text not null,
    location_id uuid,
    date date,
    "of" bigint[] not null default '{}',
    edition integer not null default 0,
    left_out boolean not null default false,
    at_fault bigint,
    ${all.map(([column]) => `${column} ${figureType(column)}${isSingle(column) ? '' : '[]'}`).join(',\n    ')},
    primary key (tenant_id, id),
    unique (tenant_id, businessday_id),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id)
  );
  create index businessday_figures_month on businessday_figures (tenant_id, company_id, month, currency);
  create table businessday_figures_plus (
    tenant_id uuid not null,
    company_id uuid not null,
    figures_id bigint not null,
    slice smallint not null,
    plus day_plus[] not null,
    primary key (tenant_id, figures_id, slice),
    foreign key (tenant_id, figures_id) references businessday_figures (tenant_id, id) on delete cascade
  );
  create index businessday_figures_waiting on businessday_figures (edition, tenant_id, company_id)
    where businessday_id is not null;
  ${['businessday_figures', 'businessday_figures_plus']
    .map(
      (table) => `alter table ${table} enable row level security, force row level security;
  create policy own on ${table} to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company())
    with check (tenant_id = app_tenant() and company_id = app_company());
  grant select, insert, update, delete on ${table} to tillhouse_app;`,
    )
    .join('\n  ')}

  create function businessday_keep_figures() returns trigger language plpgsql as $$
  begin
    delete from businessday_figures f where f.tenant_id = new.tenant_id and f.businessday_id = new.id;
    if new.status <> 'open' and new.active then
      insert into businessday_figures (tenant_id, company_id, businessday_id, month, currency, location_id, date)
      values (new.tenant_id, new.company_id, new.id, date_trunc('month', new.date), new.snapshot->>'currency', new.location_id, new.date)
      on conflict (tenant_id, businessday_id) do nothing;
    end if;
    return null;
  end $$;
  create trigger e_figures_loaded after insert on businessday for each row when (new.status <> 'open')
    execute function businessday_keep_figures();
  create trigger e_figures after update on businessday for each row
    when (old.status is distinct from new.status and 'open' in (old.status, new.status)
      or old.active is distinct from new.active)
    execute function businessday_keep_figures();

  create policy figured on businessday for select to tillhouse_auth using (true);
  create policy waiting on businessday_figures for select to tillhouse_auth using (true);
  create policy waited on businessday_figures for insert to tillhouse_auth with check (true);
  grant select (tenant_id, company_id, businessday_id, edition), insert on businessday_figures to tillhouse_auth;
  grant select (tenant_id, company_id, id, date, status, active, snapshot, location_id) on businessday to tillhouse_auth;
  -- Makes the rows of closed days that have none: they were restored or moved here.
  create function figures_requeue() returns bigint language plpgsql security definer set search_path = public as $$
  declare added bigint;
  begin
    insert into businessday_figures (tenant_id, company_id, businessday_id, month, currency, location_id, date)
    select d.tenant_id, d.company_id, d.id, date_trunc('month', d.date), d.snapshot->>'currency', d.location_id, d.date from businessday d
    where d.status <> 'open' and d.active
      and not exists (select from businessday_figures f where f.tenant_id = d.tenant_id and f.businessday_id = d.id)
    on conflict do nothing;
    get diagnostics added = row_count;
    return added;
  end $$;
  -- Companies with days whose figures are to be made. A frozen tenant takes no writes: its figures are made where it goes, or when it is thawed.
  create function figures_due(made_by integer) returns table (lineage uuid[])
  language plpgsql stable security definer set search_path = public as $$
  begin
    return query select c.lineage from (
      select distinct f.tenant_id, f.company_id from businessday_figures f
      where f.edition < made_by and f.businessday_id is not null
    ) w join company c on c.tenant_id = w.tenant_id and c.id = w.company_id
    where not exists (select from tenant_move m where m.tenant_id = w.tenant_id and m.frozen_at is not null);
  end $$;
  alter function figures_requeue() owner to tillhouse_auth;
  alter function figures_due(integer) owner to tillhouse_auth;
  revoke all on function figures_requeue() from public;
  revoke all on function figures_due(integer) from public;
`;
