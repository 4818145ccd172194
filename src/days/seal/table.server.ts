import { appendOnlyOfDays } from '../model/append-only.server';

/**
 * The table of seals of business days: append-only, with one chain per location (docs/report.md#seals). `seq` is the order
 * of creation over all locations.
 */
export const sealSql = `
  create table businessday_seal (
    tenant_id uuid not null,
    company_id uuid not null,
    location_id uuid not null,
    number integer not null,
    seq bigint generated always as identity,
    businessday_id uuid not null,
    at timestamptz(3) not null,
    by text not null,
    reason text not null,
    contents integer not null,
    content text not null,
    previous text,
    hash text not null,
    primary key (tenant_id, location_id, number),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, location_id) references location (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id),
    check ((previous is null) = (number = 1))
  );
  create index businessday_seal_day on businessday_seal (tenant_id, businessday_id, seq);
  ${appendOnlyOfDays({ table: 'businessday_seal', name: 'businessday_seal', subject: 'the seals of business days' })}
`;
