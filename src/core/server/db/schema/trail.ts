/**
 * Migrations of what is read from the audit trail, and of what the law removes from it, after those of people.ts. A
 * landed migration is never edited: a change is a new one.
 */
export const trailMigrations: Readonly<Record<string, string>> = {
  '030_t_ways': `
    -- A record at a moment (as-of.ts), and its history: the last event up to a time.
    drop index event_record;
    create index event_moment on event (tenant_id, company_id, entity, entity_id, at, seq);
    -- The trail of one person or key, newest first, without reading the others'. An event has one of the two.
    create index event_user on event (tenant_id, company_id, user_id, place, seq) where user_id is not null;
    create index event_key on event (tenant_id, company_id, key_id, place, seq) where key_id is not null;
    create index event_time on event (tenant_id, company_id, at);

    -- Records as they were are given by functions of the search role, as what is found is.
    create policy searched on event for select to tillhouse_search using (true);
    grant select (tenant_id, company_id, seq, at, entity, entity_id, after) on event to tillhouse_search;
  `,

  '031_t_erasure': `
    -- An erasure takes out of an event what it tells of a person, and nothing else: the role of the erasing
    -- functions may set three columns (grants), to null alone, and events of its own tenant's company alone
    -- (policies). Everybody else, the owner too, changes nothing.
    create or replace function event_is_append_only() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and current_user = 'tillhouse_auth' then return null; end if;
      raise exception 'the audit trail is append-only' using errcode = '42501';
    end $$;
    create policy erasable on event for select to tillhouse_auth
      using (tenant_id = app_tenant() and company_id = app_company());
    create policy erased on event for update to tillhouse_auth
      using (tenant_id = app_tenant() and company_id = app_company())
      with check (tenant_id = app_tenant() and company_id = app_company()
        and payload is null and before is null and after is null);
    create policy told on event for insert to tillhouse_auth
      with check (tenant_id = app_tenant() and company_id = app_company() and action = 'erase');
    grant select (tenant_id, company_id, entity, entity_id, payload, before, after) on event to tillhouse_auth;
    grant update (payload, before, after) on event to tillhouse_auth;
    grant insert on event to tillhouse_auth;

    -- Stored retry answers hold records as they were.
    create policy erased on retry to tillhouse_auth
      using (tenant_id = app_tenant() and company_id = app_company());
    grant select, delete on retry to tillhouse_auth;
  `,
  '032_t_retry_past': `
    -- Stored retry answers past their time go, whoever's they are (past.ts): one index for all of them.
    drop index retry_past;
    create index retry_past on retry (at);
    create policy past on retry to tillhouse_auth using (at <= clock_timestamp() - interval '24 hours');
    create function retry_clear(most integer) returns integer
    language plpgsql volatile security definer set search_path = public as $$
    declare cleared integer;
    begin
      -- One process at a time is enough.
      if not pg_try_advisory_xact_lock(hashtext('tillhouse past')) then return 0; end if;
      with past as (
        select tenant_id, company_id, owner_id, key from retry
        where at <= clock_timestamp() - interval '24 hours' order by at limit most
      )
      delete from retry r using past p
      where r.tenant_id = p.tenant_id and r.company_id = p.company_id and r.owner_id = p.owner_id and r.key = p.key;
      get diagnostics cleared = row_count;
      return cleared;
    end $$;
    grant create on schema public to tillhouse_auth;
    alter function retry_clear(integer) owner to tillhouse_auth;
    revoke create on schema public from tillhouse_auth;
  `,
};
