/** Migrations of the job that removes old events (expire-events.ts). A landed migration is never edited: a change is a new one. */
export const eventExpiryMigrations: Readonly<Record<string, string>> = {
  '172_event_expiry': `
    -- Held shared by who begins an undo, so that no event goes between the look and the set that keeps it.
    create function events_lock(tenant uuid, company uuid) returns bigint language sql immutable parallel safe as
      $$ select hashtextextended('tillhouse events ' || tenant || company, 0) $$;

    create function event_companies() returns table (tenant_id uuid, company_id uuid)
    language plpgsql stable security definer set search_path = public as $$
    #variable_conflict use_column
    begin
      return query select c.tenant_id, c.id from company c order by c.tenant_id, c.id;
    end $$;

    -- Looks at the next \`most\` events of a resource of a company after a place, in the order of the records, and removes those
    -- that may go. The horizon is set, and written in the security log, with the first of them. Returns the place of the
    -- last one looked at, null at the end, and how many went: -1 if another process is at work.
    create function events_expire(tenant uuid, company uuid, resource text, until timestamptz, of_years integer,
      most integer, inout at_id uuid, inout at_time timestamptz, inout at_seq bigint, out removed bigint)
    language plpgsql volatile security definer set search_path = public as $$
    declare
      ids uuid[];
      ours event_horizon;
    begin
      perform set_config('app.tenant', tenant::text, true), set_config('app.company', company::text, true);
      removed := -1;
      if not pg_try_advisory_xact_lock(hashtext('tillhouse events past')) then return; end if;
      removed := 0;
      select * into ours from event_horizon h where h.tenant_id = tenant and h.company_id = company;
      -- Of a longer time now than before nothing more goes.
      if ours.horizon > until then at_id := null; return; end if;
      perform pg_advisory_xact_lock(events_lock(tenant, company));
      with seen as materialized (
        select e.entity_id, e.at, e.seq, (e.after->>'version')::int as version from event e
        where e.tenant_id = tenant and e.company_id = company and e.entity = resource and e.at < until
          and (e.entity_id, e.at, e.seq) > (at_id, at_time, at_seq)
        order by e.entity_id, e.at, e.seq limit most
      ),
      last as (select * from seen order by entity_id desc, at desc, seq desc limit 1),
      -- An update that changes nothing leaves an event of the same version: the events of a version go together.
      record as materialized (
        select r.id, least(r.newest, event_limit(tenant, company, resource, r.id, until) - 1) as version
        from (select s.entity_id as id, max(s.version) as newest from seen s group by 1) r
        where not exists (select from erased x where x.tenant_id = tenant and x.entity = resource and x.entity_id = r.id)
      )
      select (select array_agg(e.id) from record r join event e on e.tenant_id = tenant and e.company_id = company
          and e.entity = resource and e.entity_id = r.id and e.at < until and (e.after->>'version')::int <= r.version),
        l.entity_id, l.at, l.seq
      into ids, at_id, at_time, at_seq
      from (select) one left join last l on true;
      if ids is null then return; end if;
      if ours.horizon is distinct from until then
        insert into event_horizon as h (tenant_id, company_id, horizon, years, set_at)
        values (tenant, company, until, of_years, clock_timestamp())
        on conflict (tenant_id, company_id) do update
          set horizon = excluded.horizon, years = excluded.years, set_at = excluded.set_at, finished_at = null;
        insert into securityevent (tenant_id, company_id, kind, detail)
        values (tenant, company, 'events_expiring', format('%s; TILLHOUSE_EVENT_YEARS=%s', (until at time zone 'UTC')::date, of_years));
      end if;
      delete from event e where e.tenant_id = tenant and e.company_id = company and e.id = any (ids);
      get diagnostics removed = row_count;
      update event_horizon h set finished_at = null, removed = h.removed
          || jsonb_build_object(resource, coalesce((h.removed->>resource)::bigint, 0) + events_expire.removed)
        where h.tenant_id = tenant and h.company_id = company;
    end $$;

    -- Writes in the security log how much went, once everything up to the horizon has been looked at.
    create function events_expired(tenant uuid, company uuid) returns boolean
    language plpgsql volatile security definer set search_path = public as $$
    declare ours event_horizon;
    begin
      perform set_config('app.tenant', tenant::text, true), set_config('app.company', company::text, true);
      if not pg_try_advisory_xact_lock(hashtext('tillhouse events past')) then return false; end if;
      select * into ours from event_horizon h where h.tenant_id = tenant and h.company_id = company and h.finished_at is null;
      if not found then return true; end if;
      insert into securityevent (tenant_id, company_id, kind, detail)
      select tenant, company, 'events_expired', format('%s; TILLHOUSE_EVENT_YEARS=%s; %s', (ours.horizon at time zone 'UTC')::date,
        ours.years, string_agg(r.key || ' ' || r.value, ', ' order by r.key)) from jsonb_each_text(ours.removed) r;
      update event_horizon h set finished_at = clock_timestamp(), removed = '{}'
        where h.tenant_id = tenant and h.company_id = company;
      return true;
    end $$;

    grant create on schema public to tillhouse_auth;
    do $$
    declare one text;
    begin
      foreach one in array array['event_companies()', 'events_expired(uuid, uuid)',
        'events_expire(uuid, uuid, text, timestamptz, integer, integer, uuid, timestamptz, bigint)'] loop
        execute format('alter function %s owner to tillhouse_auth', one);
        execute format('revoke all on function %s from public', one);
      end loop;
    end $$;
    revoke create on schema public from tillhouse_auth;
  `,
};
