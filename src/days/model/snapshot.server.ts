/**
 * The snapshot of a business day's location at the time of opening (docs/report.md#final): time zone, currency, cutover and
 * names. Triggers write it, so that requests, the demo's loader and plain SQL have the same effect.
 *
 * - The column `snapshot` is set when the day is opened, and again when an open day is moved to another location.
 *   Registers that a later z report names are added to it.
 * - Registers that a later receipt names are stored in `businessday_register`: receipts hold a shared lock on the row of
 *   their day, and two that both updated it would deadlock.
 */
export const snapshotSql = `
  create table businessday_register (
    tenant_id uuid not null,
    company_id uuid not null,
    businessday_id uuid not null,
    pos_id uuid not null,
    name text not null,
    pos_num integer,
    primary key (tenant_id, businessday_id, pos_id),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, businessday_id) references businessday (tenant_id, id)
  );
  alter table businessday_register enable row level security, force row level security;
  create policy own on businessday_register to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company())
    with check (tenant_id = app_tenant() and company_id = app_company()
      and exists (select from businessday r
        where r.tenant_id = businessday_register.tenant_id and r.id = businessday_register.businessday_id));
  grant select, insert on businessday_register to tillhouse_app;

  -- The registers of a location, and those named by id, in the order of their numbers.
  create function businessday_registers(tenant uuid, company uuid, place uuid, named uuid[]) returns jsonb
  language sql stable as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'pos_num', p.pos_num)
      order by p.pos_num nulls last, p.name, p.id), '[]')
    from pos p
    where p.tenant_id = tenant and p.company_id = company
      and (p.location_id = place and p.active or p.id = any (named))
  $$;

  create function businessday_named_registers(data jsonb) returns uuid[] language sql immutable as $$
    select coalesce(array_agg(distinct (z->>'pos_id')::uuid), '{}')
    from jsonb_path_query(data, '$.z_reports[*]') z
    where z->>'pos_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  $$;

  create function businessday_snapshot(tenant uuid, company uuid, place uuid, named uuid[]) returns jsonb
  language sql stable as $$
    select jsonb_build_object(
      'timezone', report_zone(l.data->>'timezone', inherited.timezone),
      'currency', coalesce(l.data->>'currency', inherited.currency, 'EUR'),
      'cutover_hour', case when l.data->>'day_cutover' ~ '^([01][0-9]|2[0-3]):'
        then left(l.data->>'day_cutover', 2)::integer else 0 end,
      'location_name', coalesce(l.name, ''),
      'registers', businessday_registers(tenant, company, place, named))
      -- Minutes and kinds only where there are any, so that other days are as before.
      || case when l.data->>'day_cutover' ~ '^([01][0-9]|2[0-3]):([1-5][0-9]|0[1-9])'
        then jsonb_build_object('cutover_minute', substr(l.data->>'day_cutover', 4, 2)::integer) else '{}' end
      || case when inherited.kinds is not null then jsonb_build_object('line_kinds', inherited.kinds) else '{}' end
    from (
      select (array_agg(a.data->>'timezone' order by array_position(c.lineage, a.id))
          filter (where a.data->>'timezone' is not null))[1] as timezone,
        (array_agg(a.data->>'currency' order by array_position(c.lineage, a.id))
          filter (where a.data->>'currency' is not null))[1] as currency,
        (array_agg(a.data->'line_kinds' order by array_position(c.lineage, a.id))
          filter (where jsonb_typeof(a.data->'line_kinds') = 'object'))[1] as kinds
      from company c join company a on a.tenant_id = c.tenant_id and a.id = any (c.lineage)
      where c.tenant_id = tenant and c.id = company
    ) inherited
    left join location l on l.tenant_id = tenant and l.id = place
  $$;

  alter table businessday add column snapshot jsonb not null;
  create function businessday_take_snapshot() returns trigger language plpgsql as $$
  declare named uuid[];
  begin
    if tg_op = 'INSERT' or new.location_id is distinct from old.location_id then
      new.snapshot := businessday_snapshot(new.tenant_id, new.company_id, new.location_id,
        businessday_named_registers(new.data));
      return new;
    end if;
    new.snapshot := old.snapshot;
    if new.data->'z_reports' is distinct from old.data->'z_reports' then
      select array_agg(n) into named from unnest(businessday_named_registers(new.data)) n
      where not old.snapshot->'registers' @> jsonb_build_array(jsonb_build_object('id', n));
      if named is not null then
        new.snapshot := jsonb_set(old.snapshot, '{registers}', old.snapshot->'registers'
          || businessday_registers(new.tenant_id, new.company_id, null, named));
      end if;
    end if;
    return new;
  end $$;
  create trigger a_snapshot before insert or update on businessday
    for each row execute function businessday_take_snapshot();

  create function sales_note_registers() returns trigger language plpgsql as $$
  begin
    insert into businessday_register (tenant_id, company_id, businessday_id, pos_id, name, pos_num)
    select s.tenant_id, s.company_id, s.businessday_id, s.pos_id, p.name, p.pos_num
    from (select distinct c.tenant_id, c.company_id, c.businessday_id, c.pos_id from added c
      where c.pos_id is not null) s
    join businessday d on d.tenant_id = s.tenant_id and d.id = s.businessday_id
    join pos p on p.tenant_id = s.tenant_id and p.id = s.pos_id
    where not d.snapshot->'registers' @> jsonb_build_array(jsonb_build_object('id', s.pos_id))
    order by s.businessday_id, s.pos_id
    on conflict do nothing;
    return null;
  end $$;
  create trigger registers_insert after insert on sales
    referencing new table as added for each statement execute function sales_note_registers();
`;

/** SQL: the snapshot of the day `t` in its wire form, with the registers that later receipts added. */
export const snapshotOf = `(case when exists (select from businessday_register x
    where x.tenant_id = t.tenant_id and x.businessday_id = t.id)
  then jsonb_set(t.snapshot, '{registers}', t.snapshot->'registers' || coalesce((
    select jsonb_agg(jsonb_build_object('id', x.pos_id, 'name', x.name, 'pos_num', x.pos_num)
      order by x.pos_num nulls last, x.name, x.pos_id)
    from businessday_register x where x.tenant_id = t.tenant_id and x.businessday_id = t.id
      and not t.snapshot->'registers' @> jsonb_build_array(jsonb_build_object('id', x.pos_id))), '[]'))
  else t.snapshot end)`;
