import { changesPrices } from './price-events';

/** SQL for the columns that a removed event of a price leaves. */
const left = [
  'tenant_id',
  'company_id',
  'plu_id',
  'event_id',
  'at',
  'seq',
  'is_change',
  'base',
  'prices',
  'active',
  'was_base',
  'was_prices',
  'was_active',
];

/**
 * The prices in events that were removed (docs/decisions/154-retention-of-events.md). How long a price stood is asked for
 * longer than who changed a name: a price of today may have fallen before the events that are left. Only the prices stay, not
 * who set them, and they are written by the delete of the event alone. Functions that read prices read both.
 */
export const pricesOfRemovedEvents = `
  create table plu_price_past (
    tenant_id uuid not null,
    company_id uuid not null,
    plu_id uuid not null,
    event_id uuid not null,
    at timestamptz(3) not null,
    seq bigint not null,
    -- False for a creation.
    is_change boolean not null,
    base text,
    prices jsonb,
    active boolean,
    was_base text,
    was_prices jsonb,
    was_active boolean,
    primary key (tenant_id, event_id),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, plu_id) references plu (tenant_id, id)
  );
  create index plu_price_past_order on plu_price_past (tenant_id, company_id, plu_id, at, seq);
  alter table plu_price_past enable row level security, force row level security;
  create policy noted on plu_price_past for insert to tillhouse_auth
    with check (tenant_id = app_tenant() and company_id = app_company());
  create policy searched on plu_price_past for select to tillhouse_search using (true);
  grant insert on plu_price_past to tillhouse_auth;
  grant select on plu_price_past to tillhouse_search;

  create function plu_price_past_is_kept() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' and current_user = 'tillhouse_auth' and pg_trigger_depth() > 1 then return null; end if;
    raise exception 'prices of the past are append-only' using errcode = '42501';
  end $$;
  create trigger append_only before insert or update or delete or truncate on plu_price_past
    for each statement execute function plu_price_past_is_kept();

  create function plu_keeps_prices() returns trigger language plpgsql as $$
  begin
    insert into plu_price_past (${left.join(', ')})
    select e.tenant_id, e.company_id, e.entity_id, e.id, e.at, e.seq, e.action = 'update',
      e.after->>'base_price', e.after->'data'->'prices', (e.after->>'active')::boolean,
      e.before->>'base_price', e.before->'data'->'prices', (e.before->>'active')::boolean
    from gone e where e.entity = 'plu' and (e.action = 'create' or ${changesPrices});
    return null;
  end $$;
  create trigger keeps_prices after delete on event
    referencing old table as gone for each statement execute function plu_keeps_prices();
`;
