import { acknowledgementSql } from '@/days/acknowledge/table.server';
import { figuresSql } from '@/days/figures/table.server';
import { bookFileSql } from '@/days/books/server/table.server';
import { defineTable } from '@/server/db/table';
import { businessday } from './contract';
import { dayRules } from '@/days/model/rules.server';
import { sealSql } from '@/days/seal/table.server';
import { monthSql } from '@/days/month/server/table.server';
import { finalSql } from '@/days/model/final.server';
import { snapshotSql, snapshotOf } from '@/days/model/snapshot.server';
import { voucherTableSql } from '@/days/voucher/server/table.server';
import { voucherNumberSql } from '@/days/model/voucher-number.server';
import { dayTotalsJson } from '@/days/model/totals.server';

/** SQL: `2026-03-01`. A cast to text would depend on settings, which a generated column must not. */
const isoDate = `lpad(extract(year from date)::text, 4, '0') || '-' ||
  lpad(extract(month from date)::text, 2, '0') || '-' || lpad(extract(day from date)::text, 2, '0')`;

/**
 * The totals of a day's receipts by register, updated by the rules of receipts (days/receipts/server/rules.server.ts). They are not
 * in the day's row, on which receipts hold only a shared lock: two receipts that both updated it would deadlock. `cash` is
 * the net cash into the drawer. Receipts without a register use the GUID of zeros.
 */
const dayTotals = `
  create table businessday_totals (
    tenant_id uuid not null,
    company_id uuid not null,
    businessday_id uuid not null,
    pos_id uuid not null,
    count bigint not null,
    gross numeric not null,
    cash numeric not null,
    primary key (tenant_id, businessday_id, pos_id),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id)
  );
  alter table businessday_totals enable row level security, force row level security;
  create policy own on businessday_totals to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company())
    with check (tenant_id = app_tenant() and company_id = app_company()
      and exists (select from businessday r
        where r.tenant_id = businessday_totals.tenant_id and r.id = businessday_totals.businessday_id));
  grant select, insert, update on businessday_totals to tillhouse_app;
`;

/** SQL functions with which the report reads numbers, money and time zones (ledger/ledger.server.ts). */
const reportFunctions = `
  -- A number, or text that is a plain one; null for anything else.
  create function report_decimal(value jsonb) returns numeric language sql immutable parallel safe as $$
    select case jsonb_typeof(value) when 'number' then value::numeric
      when 'string' then case when value #>> '{}' ~ '^-?[0-9]{1,80}([.][0-9]{1,80})?$'
        then (value #>> '{}')::numeric end end
  $$;
  -- At the currency's scale, or with as many digits more as the value has: nothing is rounded away.
  create function report_money(value numeric, scale integer) returns text language sql immutable parallel safe as $$
    select round(value, greatest(scale, min_scale(value)))::text
  $$;
  -- The first of the names that is a time zone, UTC where none is. No POSIX rules: browsers know names alone.
  create function report_zone(variadic names text[]) returns text language plpgsql stable as $$
  declare name text;
  begin
    foreach name in array names loop
      if name is null or name !~ '^([A-Za-z]+|[A-Za-z]+(/[A-Za-z0-9_+-]+)+)$' then continue; end if;
      begin
        perform now() at time zone name;
        return name;
      exception when invalid_parameter_value then null;
      end;
    end loop;
    return 'UTC';
  end $$;
`;

/**
 * The registers of a location when a day was opened: a register that moves to another location later still belongs to its
 * old days. Separate from the snapshot, which also contains registers that a z report or a receipt added.
 */
const ownRegisters = `
  alter table businessday add column own_registers uuid[] not null default '{}';
  create function businessday_note_registers() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' or new.location_id is distinct from old.location_id then
      new.own_registers := coalesce((select array_agg(p.id order by p.id) from pos p
        where p.tenant_id = new.tenant_id and p.location_id = new.location_id), '{}');
    end if;
    return new;
  end $$;
  create trigger own_registers before insert or update on businessday
    for each row execute function businessday_note_registers();
`;

/** The table of business days, searchable by name, date and voucher number. */
export const businessdayTable = defineTable(businessday, {
  columns: {
    location_id: 'uuid not null',
    date: 'date not null',
    status: 'text not null',
    opened_at: 'timestamptz(3)',
    closed_at: 'timestamptz(3)',
  },
  computed: { snapshot: snapshotOf, late_z_reports: 't.late_z_reports', totals: dayTotalsJson },
  revisions: ['sales'],
  search: `concat_search(name, ${isoDate}, data->>'voucher_num', data->>'note')`,
  filters: { date_from: 't.date >= $1::date', date_until: 't.date <= $1::date' },
  indexes: { businessday_date: '(tenant_id, company_id, date)' },
  objects: [
    dayTotals,
    reportFunctions,
    snapshotSql,
    finalSql,
    sealSql,
    ownRegisters,
    acknowledgementSql,
    voucherNumberSql,
    voucherTableSql,
    monthSql,
    bookFileSql,
    figuresSql,
  ].join('\n'),
  rules: dayRules,
});
