import { appendOnlyOfDays } from '../../model/append-only.server';

/**
 * The files for bookkeeping that were written, one row for each of their business days: append-only (docs/books.md#written-files).
 * The rows of one file share its id, name and hash. The file itself is not kept: the same days make the same bytes again.
 */
export const bookFileSql = `
  create table businessday_file (
    tenant_id uuid not null,
    company_id uuid not null,
    file_id uuid not null,
    businessday_id uuid not null,
    seq bigint generated always as identity,
    format text not null,
    file_name text not null,
    sha256 text not null,
    size bigint not null,
    from_date date not null,
    to_date date not null,
    days integer not null,
    at timestamptz(3) not null default clock_timestamp(),
    by text not null,
    primary key (tenant_id, file_id, businessday_id),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id)
  );
  create index businessday_file_day on businessday_file (tenant_id, businessday_id, format);
  ${appendOnlyOfDays({ table: 'businessday_file', name: 'businessday_file', subject: 'the files of business days' })}
`;
