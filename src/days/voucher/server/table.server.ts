import { appendOnlyOfDays } from '../../model/append-only.server';

/**
 * The numbers of vouchers that the service gave, one row for each business day: append-only (docs/report.md#voucher-numbers).
 * The days of one voucher share its id and number. A number is given in the transaction that exports its days, and an exported
 * day is never reopened: so a series has no gap, and a day keeps its number.
 */
export const voucherTableSql = `
  create table businessday_voucher (
    tenant_id uuid not null,
    company_id uuid not null,
    businessday_id uuid not null,
    voucher_id uuid not null,
    location_id uuid not null,
    series text not null,
    year integer not null,
    number integer not null check (number > 0),
    voucher_num text not null,
    at timestamptz(3) not null default clock_timestamp(),
    by text not null,
    primary key (tenant_id, businessday_id),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, location_id) references location (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id)
  );
  create index businessday_voucher_series on businessday_voucher (tenant_id, company_id, series, year, number);
  create index businessday_voucher_id on businessday_voucher (tenant_id, voucher_id);
  ${appendOnlyOfDays({ table: 'businessday_voucher', name: 'businessday_voucher', subject: 'the numbers of vouchers' })}
`;
