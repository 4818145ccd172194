/**
 * The table of acknowledgements and their withdrawals: append-only and separate from the day, so that closed and exported
 * days can have them (docs/report.md#checks). The latest entry of a check applies.
 */
export const acknowledgementMigration = `
  create table businessday_acknowledgement (
    tenant_id uuid not null,
    company_id uuid not null,
    id uuid not null,
    seq bigint generated always as identity,
    businessday_id uuid not null,
    code text not null,
    -- Receipts and registers that were at fault; what joins them later is not acknowledged.
    subjects text[] not null,
    reason text not null,
    withdrawn boolean not null,
    at timestamptz(3) not null default clock_timestamp(),
    by text not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id)
  );
  create index businessday_acknowledgement_day on businessday_acknowledgement (tenant_id, businessday_id, seq);
  alter table businessday_acknowledgement enable row level security, force row level security;
  create policy own on businessday_acknowledgement for select to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company());
  create policy made on businessday_acknowledgement for insert to tillhouse_app
    with check (tenant_id = app_tenant() and company_id = app_company()
      and exists (select from businessday r
        where r.tenant_id = businessday_acknowledgement.tenant_id and r.id = businessday_acknowledgement.businessday_id));
  grant select, insert on businessday_acknowledgement to tillhouse_app;
  create function acknowledgement_is_append_only() returns trigger language plpgsql as $$
  begin
    raise exception 'acknowledgements of faults are append-only' using errcode = '42501';
  end $$;
  create trigger append_only before update or delete or truncate on businessday_acknowledgement
    for each statement execute function acknowledgement_is_append_only();
`;
