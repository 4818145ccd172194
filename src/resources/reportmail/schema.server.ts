/**
 * SQL of reports by mail; seals (days/seal/table.server.ts) come before.
 * What is due is put into the outbox here: of a day in the transaction that closes it, of a month once.
 */
export const reportmailObjects = `
  -- The recipients of a record, each once.
  create function reportmail_recipients(data jsonb) returns setof text language sql immutable as $$
    select distinct on (lower(e)) e from jsonb_array_elements_text(
      case when jsonb_typeof(data->'recipients') = 'array' then data->'recipients' else '[]' end) e
    where e is not null order by lower(e)
  $$;

  create index reportmail_daily on reportmail (tenant_id, company_id, location_id) where active and frequency = 'daily';
  create function seal_is_mailed() returns trigger language plpgsql as $$
  begin
    -- A day that is closed again has another seal, and another paper. What is loaded from elsewhere is no news.
    if new.reason <> 'close' or new.at < clock_timestamp() - interval '1 day' then return null; end if;
    perform mail_add(r.tenant_id, r.company_id, 'z_day', e,
        jsonb_build_object('reportmail_id', r.id, 'businessday_id', new.businessday_id, 'seal', new.number), interval '24 hours')
      from reportmail r cross join lateral reportmail_recipients(r.data) e
      where r.tenant_id = new.tenant_id and r.company_id = new.company_id and r.active and r.frequency = 'daily'
        and (r.location_id = new.location_id or r.location_id is null);
    return null;
  end $$;
  create trigger mailed after insert on businessday_seal for each row execute function seal_is_mailed();

  create policy sends on reportmail to tillhouse_auth using (true) with check (true);
  grant select (tenant_id, company_id, id, active, frequency, location_id, data, created_at, last_month, made_user, made_key, language),
    update (last_month) on reportmail to tillhouse_auth;
  create policy sends on location for select to tillhouse_auth using (true);
  grant select (tenant_id, company_id, id, active) on location to tillhouse_auth;

  -- The record of a mail that is about to be sent, if it still stands and has the recipient.
  create function reportmail_to_send(tenant uuid, record uuid, address text)
  returns table (made_user uuid, made_key uuid, language text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  #variable_conflict use_column
  begin
    return query select r.made_user, r.made_key, r.language from reportmail r
      where r.tenant_id = tenant and r.id = record and r.active and address in (select reportmail_recipients(r.data));
  end $$;

  -- Puts the months that are over into the outbox, from six in the morning of the first of the next, by the company's clock: a
  -- mail for each location and recipient. A record begins with the month in which it was made.
  create function reportmail_months_due() returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
  declare one record; put integer := 0;
  begin
    for one in
      select r.tenant_id, r.company_id, r.id, r.location_id, r.data, due.month
      from reportmail r
      join company c on c.tenant_id = r.tenant_id and c.id = r.company_id
      cross join lateral (select coalesce(
        (select z.name from pg_timezone_names z where z.name = c.data->>'timezone'), 'UTC') as zone) z
      cross join lateral (select date_trunc('month', clock_timestamp() at time zone z.zone - interval '6 hours') as ended) e
      cross join lateral (select to_char(e.ended - interval '1 month', 'YYYY-MM') as month) due
      where r.active and r.frequency = 'monthly' and r.created_at at time zone z.zone < e.ended
        and (r.last_month is null or r.last_month < due.month)
      for update of r skip locked
    loop
      update reportmail r set last_month = one.month where r.tenant_id = one.tenant_id and r.id = one.id;
      insert into mail_outbox (tenant_id, company_id, kind, recipient, data, give_up_at)
      select one.tenant_id, one.company_id, 'z_month', e,
        jsonb_build_object('reportmail_id', one.id, 'location_id', l.id, 'month', one.month),
        clock_timestamp() + interval '24 hours'
      from location l cross join lateral reportmail_recipients(one.data) e
      where l.tenant_id = one.tenant_id and l.company_id = one.company_id and coalesce(one.location_id, l.id) = l.id
        and (l.active or one.location_id is not null);
      put := put + 1;
    end loop;
    return put;
  end $$;
  alter function reportmail_months_due() owner to tillhouse_auth;
  alter function reportmail_to_send(uuid, uuid, text) owner to tillhouse_auth;
  revoke all on function reportmail_months_due(), reportmail_to_send(uuid, uuid, text) from public;

  -- Whoever writes a report, and in whichever way, asks its recipients outside of the company.
  create function reportmail_asks() returns trigger language plpgsql as $$
  begin
    if app_company() is not null then
      perform mail_recipient_ask(new.tenant_id, new.company_id, e,
          jsonb_build_object('reportmail_id', new.id, 'language', new.language))
        from reportmail_recipients(new.data) e;
    end if;
    return null;
  end $$;
  create trigger asks after insert or update on reportmail for each row
    when (new.active) execute function reportmail_asks();
`;
