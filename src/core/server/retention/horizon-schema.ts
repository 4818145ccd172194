/**
 * Migrations of what is written down of events that were removed (docs/decisions/154-retention-of-events.md). A landed
 * migration is never edited: a change is a new one.
 */
export const eventHorizonMigrations: Readonly<Record<string, string>> = {
  '170_event_horizon': `
    -- One row for each company of which events were removed: those of master data from before \`horizon\`, but the newest of
    -- each record and what the undo of a change set still reads. A moment before it cannot be answered any more.
    create table event_horizon (
      tenant_id uuid not null,
      company_id uuid not null,
      horizon timestamptz(3) not null,
      -- The setting under which it was set.
      years integer not null check (years > 0),
      set_at timestamptz(3) not null,
      -- Null while the removal up to this horizon is under way; and how many events of each resource it has removed.
      finished_at timestamptz(3),
      removed jsonb not null default '{}',
      primary key (tenant_id, company_id),
      foreign key (tenant_id, company_id) references company (tenant_id, id)
    );

    -- How many events of a record went, and up to which version: those of all versions up to it, and none of a later one
    -- (ops/backup/verify).
    create table event_removed (
      tenant_id uuid not null,
      company_id uuid not null,
      entity text not null,
      entity_id uuid not null,
      events bigint not null,
      version integer not null,
      primary key (tenant_id, entity, entity_id),
      foreign key (tenant_id, company_id) references company (tenant_id, id)
    );

    do $$
    declare one text;
    begin
      foreach one in array array['event_horizon', 'event_removed'] loop
        execute format('alter table %I enable row level security, force row level security', one);
        execute format('create policy known on %I for all to tillhouse_auth
          using (tenant_id = app_tenant() and company_id = app_company())
          with check (tenant_id = app_tenant() and company_id = app_company())', one);
        execute format('grant select, insert, update on %I to tillhouse_auth', one);
        execute format('grant select on %I to tillhouse_app', one);
      end loop;
    end $$;
    -- A child company reads shared records of its ancestors as they were, so it has to know from when on it may.
    create policy seen on event_horizon for select to tillhouse_app
      using (tenant_id = app_tenant() and company_id = any ((select app_lineage())::uuid[]));
    create policy seen on event_removed for select to tillhouse_app
      using (tenant_id = app_tenant() and company_id = app_company());

    -- A horizon only moves on, and counts only grow: also for the owner of the tables.
    create function event_horizon_is_kept() returns trigger language plpgsql as $$
    begin
      if current_user = 'tillhouse_auth' and tg_op <> 'DELETE'
        and new.horizon <= clock_timestamp() - make_interval(years => new.years) then
        if tg_op = 'INSERT' then return new; end if;
        if new.horizon >= old.horizon and new.tenant_id = old.tenant_id and new.company_id = old.company_id then
          return new;
        end if;
      end if;
      raise exception 'what was removed of the audit trail stays written down' using errcode = '42501';
    end $$;
    create trigger kept before insert or update or delete on event_horizon
      for each row execute function event_horizon_is_kept();
    create function event_removed_is_kept() returns trigger language plpgsql as $$
    begin
      -- They are written by the trigger of a delete alone.
      if current_user = 'tillhouse_auth' and tg_op <> 'DELETE' and pg_trigger_depth() > 1 then
        if tg_op = 'INSERT' then return new; end if;
        if new.events > old.events and new.version >= old.version
          and (new.tenant_id, new.company_id, new.entity, new.entity_id)
            = (old.tenant_id, old.company_id, old.entity, old.entity_id) then
          return new;
        end if;
      end if;
      raise exception 'what was removed of the audit trail stays written down' using errcode = '42501';
    end $$;
    create trigger kept before insert or update or delete on event_removed
      for each row execute function event_removed_is_kept();
    create function removed_events_stay() returns trigger language plpgsql as $$
    begin
      raise exception 'what was removed of the audit trail stays written down' using errcode = '42501';
    end $$;
    create trigger kept_all before truncate on event_horizon for each statement execute function removed_events_stay();
    create trigger kept_all before truncate on event_removed for each statement execute function removed_events_stay();
  `,
};
