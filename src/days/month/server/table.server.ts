import { appendOnlyOfDays } from '../../model/append-only.server';

/**
 * What each seal's day came to, computed from the contents that the seal covers, beside it and append-only
 * (docs/report.md#month): a month is added up from these and from the receipts.
 */
const figures = `
  create table businessday_seal_figures (
    tenant_id uuid not null,
    company_id uuid not null,
    location_id uuid not null,
    number integer not null,
    businessday_id uuid not null,
    figures jsonb not null,
    primary key (tenant_id, location_id, number),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, location_id) references location (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id)
  );
  create index businessday_seal_figures_day on businessday_seal_figures (tenant_id, businessday_id, number);
  ${appendOnlyOfDays({ table: 'businessday_seal_figures', name: 'businessday_seal_figures', subject: 'the figures of seals' })}
`;

/**
 * The locks and unlocks of months, one chain for each company, append-only (docs/report.md#locked-months). The last entry of a
 * month says whether it is locked. A lock has the text that was hashed (`contents`) and its SHA-256 (`content`).
 */
const months = `
  create table businessday_month (
    tenant_id uuid not null,
    company_id uuid not null,
    number integer not null,
    id uuid not null,
    month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
    action text not null check (action in ('lock', 'unlock')),
    at timestamptz(3) not null,
    by text not null,
    reason text,
    contents text,
    content text,
    previous text,
    hash text not null,
    primary key (tenant_id, company_id, number),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    check ((previous is null) = (number = 1)),
    check ((contents is null) = (action = 'unlock') and (content is null) = (action = 'unlock')),
    check (action = 'lock' or coalesce(btrim(reason), '') <> '')
  );
  create index businessday_month_month on businessday_month (tenant_id, company_id, month, number);
  alter table businessday_month enable row level security, force row level security;
  create policy own on businessday_month for select to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company());
  create policy made on businessday_month for insert to tillhouse_app
    with check (tenant_id = app_tenant() and company_id = app_company());
  grant select, insert on businessday_month to tillhouse_app;
  create function businessday_month_is_append_only() returns trigger language plpgsql as $$
  begin
    raise exception 'the locks of months are append-only' using errcode = '42501';
  end $$;
  create trigger append_only before update or delete or truncate on businessday_month
    for each statement execute function businessday_month_is_append_only();
`;

/**
 * Triggers that hold a locked month against every client that connects as `tillhouse_app`; the service names the field before
 * (locked.server.ts). They raise SQLSTATE TH410. A day of a locked month accepts text appended to its note, and its export.
 * Its receipts and what belongs to it are final already, since no day of a locked month is open (model/final.server.ts).
 */
const guard = `
  create function businessday_month_locked(tenant uuid, company uuid, day date) returns boolean language sql stable as $$
    select coalesce((select m.action = 'lock' from businessday_month m
      where m.tenant_id = tenant and m.company_id = company and m.month = to_char(day, 'YYYY-MM')
      order by m.number desc limit 1), false)
  $$;

  -- Who locks a month holds this alone, who adds a day to it together with others: of two at once, the second sees the first.
  create function businessday_month_key(tenant uuid, company uuid, month text) returns bigint language sql immutable as $$
    select hashtextextended('month ' || tenant || company || month, 0)
  $$;

  create function businessday_month_holds() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' or new.date <> old.date or new.company_id <> old.company_id then
      perform pg_advisory_xact_lock_shared(businessday_month_key(new.tenant_id, new.company_id, to_char(new.date, 'YYYY-MM')));
      if businessday_month_locked(new.tenant_id, new.company_id, new.date) then
        raise exception 'The month % is locked', to_char(new.date, 'YYYY-MM') using errcode = 'TH410';
      end if;
      if tg_op = 'INSERT' then return new; end if;
    end if;
    if (new.status <> old.status and not (old.status = 'closed' and new.status = 'exported')
        or new.date <> old.date or new.company_id <> old.company_id or new.location_id <> old.location_id
        or new.active <> old.active or new.name <> old.name
        or new.opened_at is distinct from old.opened_at or new.closed_at is distinct from old.closed_at
        or exists (select from jsonb_object_keys(old.data || new.data) k
          where k not in ('modified_at', 'note', 'voucher_num') and old.data->k is distinct from new.data->k))
      and businessday_month_locked(old.tenant_id, old.company_id, old.date) then
      raise exception 'The month % is locked', to_char(old.date, 'YYYY-MM') using errcode = 'TH410';
    end if;
    return new;
  end $$;
  create trigger a_month before insert or update on businessday
    for each row execute function businessday_month_holds();

  -- An acknowledgement that is made or withdrawn after the lock would change what the lock rests on.
  create function businessday_month_holds_acknowledgements() returns trigger language plpgsql as $$
  begin
    if exists (select from businessday d where d.tenant_id = new.tenant_id and d.id = new.businessday_id
      and businessday_month_locked(d.tenant_id, d.company_id, d.date)) then
      raise exception 'The month is locked' using errcode = 'TH410';
    end if;
    return new;
  end $$;
  create trigger a_month before insert on businessday_acknowledgement
    for each row execute function businessday_month_holds_acknowledgements();

  create function businessday_month_follows() returns trigger language plpgsql as $$
  declare
    last record;
    was_locked boolean := businessday_month_locked(new.tenant_id, new.company_id, to_date(new.month, 'YYYY-MM'));
  begin
    select m.number, m.hash into last from businessday_month m
    where m.tenant_id = new.tenant_id and m.company_id = new.company_id order by m.number desc limit 1;
    if new.number <> coalesce(last.number, 0) + 1 or new.previous is distinct from last.hash
      or (new.action = 'lock') = was_locked then
      raise exception 'The entry does not follow from the one before it' using errcode = 'TH409';
    end if;
    if new.action = 'lock' and exists (select from businessday d where d.tenant_id = new.tenant_id and d.company_id = new.company_id
      and d.date >= to_date(new.month, 'YYYY-MM') and d.date < to_date(new.month, 'YYYY-MM') + interval '1 month'
      and d.active and d.status = 'open') then
      raise exception 'A business day of the month is open' using errcode = 'TH409';
    end if;
    return new;
  end $$;
  create trigger follows before insert on businessday_month
    for each row execute function businessday_month_follows();
`;

/** The tables of months and the triggers that hold a locked one. */
export const monthSql = `${figures}${months}${guard}`;
