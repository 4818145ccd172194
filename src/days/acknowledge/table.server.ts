import { appendOnlyOfDays } from '../model/append-only.server';

/**
 * The table of acknowledgements and their withdrawals: append-only and separate from the day, so that closed and exported
 * days can have them (docs/report.md#checks). The latest entry of a check applies.
 */
export const acknowledgementSql = `
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
  ${appendOnlyOfDays({ table: 'businessday_acknowledgement', name: 'acknowledgement', subject: 'acknowledgements of faults' })}
`;
