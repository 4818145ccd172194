-- Views of lists that are shared within a company (docs/design.md#shared-views).

create table shared_view (
  tenant_id uuid not null,
  company_id uuid not null,
  id uuid not null,
  resource text not null,
  name text not null,
  search text not null,
  columns jsonb not null,
  -- Its maker: the person, or the API key. A membership is never deleted, only deactivated.
  user_id uuid,
  key_id uuid,
  by text not null,
  active boolean not null default true,
  version integer not null default 1,
  modified_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);
create unique index shared_view_name on shared_view (tenant_id, company_id, resource, name) where active;
alter table shared_view enable row level security, force row level security;
create policy own on shared_view to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company())
  with check (tenant_id = app_tenant() and company_id = app_company());
grant select, insert, update on shared_view to tillhouse_app;
