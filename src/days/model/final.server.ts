import { wireTime } from '@/server/db/table';

/**
 * Triggers that enforce what is final (docs/report.md#final) in the database, in addition to the rules of the service
 * (rules.server.ts), for every client that connects as `tillhouse_app`. They raise SQLSTATE TH409.
 *
 * A closed day accepts text appended to its note, the first z report of a register that has none, and a change of status:
 * reopening clears or changes `closed_at`, exporting sets the voucher number. An exported day accepts only text appended to
 * its note. An open day accepts everything, except that one with receipts cannot be deactivated or moved to another date or
 * location.
 */
export const finalSql = `
  -- Whether the note stands as it did, or goes on from there.
  create function businessday_note_goes_on(old_note text, new_note text) returns boolean language sql immutable as $$
    select starts_with(ltrim(coalesce(new_note, '')), btrim(coalesce(old_note, '')))
  $$;

  -- The registers whose first z reports new_data adds behind the untouched ones of old_data; null where it does anything else.
  create function businessday_late_z_reports(old_data jsonb, new_data jsonb) returns text[] language sql immutable as $$
    select case
      when jsonb_typeof(n.list) <> 'array' or jsonb_typeof(o.list) <> 'array' then null
      when exists (select from jsonb_array_elements(o.list) with ordinality e(z, place)
        where e.z is distinct from n.list->(e.place - 1)::int) then null
      when cardinality(added.registers) = 0 or array_position(added.registers, null) is not null then null
      when (select count(distinct r) from unnest(added.registers) r) < cardinality(added.registers) then null
      when exists (select from jsonb_array_elements(o.list) e(z) where lower(e.z->>'pos_id') = any (added.registers)) then null
      else added.registers
    end
    from (select coalesce(nullif(old_data->'z_reports', 'null'), '[]') as list) o,
      (select coalesce(nullif(new_data->'z_reports', 'null'), '[]') as list) n,
      lateral (
        select coalesce(array_agg(lower(e.z->>'pos_id') order by e.place), '{}') as registers
        from jsonb_array_elements(case when jsonb_typeof(n.list) = 'array' then n.list else '[]' end) with ordinality e(z, place)
        where e.place > case when jsonb_typeof(o.list) = 'array' then jsonb_array_length(o.list) else 0 end
      ) added
  $$;

  -- The keys of data that differ, and may not, of a day that goes from one status to another.
  create function businessday_fixed_keys(old_status text, new_status text, old_data jsonb, new_data jsonb)
  returns text[] language sql immutable as $$
    select case when old_status = 'open' then '{}' else coalesce(array_agg(k order by k), '{}') end
    from jsonb_object_keys(old_data || new_data) k
    where k <> 'modified_at' and old_data->k is distinct from new_data->k
      and not (k = 'note' and businessday_note_goes_on(old_data->>'note', new_data->>'note'))
      and not (k = 'voucher_num' and old_status = 'closed' and new_status = 'exported')
      and not (k = 'z_reports' and old_status = 'closed' and new_status = 'closed'
        and businessday_late_z_reports(old_data, new_data) is not null)
  $$;

  alter table businessday add column late_z_reports jsonb not null default '[]';

  create function businessday_is_final() returns trigger language plpgsql as $$
  declare wrong text[];
  begin
    if tg_op = 'INSERT' then
      new.opened_at := coalesce(new.opened_at, new.created_at);
      new.late_z_reports := '[]';
      return new;
    end if;
    new.late_z_reports := old.late_z_reports;
    if old.status = 'open' then
      if (not new.active and old.active or new.date <> old.date or new.location_id <> old.location_id)
        and exists (select from sales s where s.tenant_id = old.tenant_id and s.businessday_id = old.id) then
        raise exception 'The business day has receipts' using errcode = 'TH409';
      end if;
      if new.status = 'closed' and (new.closed_at is null or new.closed_at = old.closed_at) then
        new.closed_at := new.modified_at;
      end if;
      return new;
    end if;
    wrong := array_remove(array[
      case when new.status <> old.status and not (old.status = 'closed' and new.status in ('open', 'exported')) then 'status' end,
      case when new.tenant_id <> old.tenant_id or new.company_id <> old.company_id or new.id <> old.id then 'id' end,
      case when new.active <> old.active then 'active' end,
      case when new.name <> old.name then 'name' end,
      case when new.date <> old.date then 'date' end,
      case when new.location_id <> old.location_id then 'location_id' end,
      case when new.opened_at is distinct from old.opened_at then 'opened_at' end,
      case when new.closed_at is distinct from old.closed_at and new.status <> 'open' then 'closed_at' end,
      case when new.created_at <> old.created_at then 'created_at' end
    ], null) || businessday_fixed_keys(old.status, new.status, old.data, new.data);
    if wrong <> '{}' then
      raise exception 'The business day is %: % stand as they are', old.status, array_to_string(wrong, ', ')
        using errcode = 'TH409';
    end if;
    if new.status = 'open' and new.closed_at is not distinct from old.closed_at then
      new.closed_at := null;
    end if;
    if new.data->'z_reports' is distinct from old.data->'z_reports' then
      new.late_z_reports := old.late_z_reports || coalesce((
        select jsonb_agg(jsonb_build_object('pos_id', r, 'at', ${wireTime('new.modified_at')}) order by place)
        from unnest(businessday_late_z_reports(old.data, new.data)) with ordinality x(r, place)), '[]');
    end if;
    return new;
  end $$;
  create trigger b_final before insert or update on businessday
    for each row execute function businessday_is_final();

  -- What belongs to a day: its receipts, what they come to, and its registers.
  create function businessday_part_is_final() returns trigger language plpgsql as $$
  declare days uuid[] := array[new.businessday_id];
  begin
    if tg_op = 'UPDATE' then days := days || old.businessday_id; end if;
    -- Held without looking at the status: a day that is being closed is waited for.
    if exists (
      select from (
        select d.status from businessday d where d.tenant_id = new.tenant_id and d.id = any (days) order by d.id for share
      ) held where held.status <> 'open'
    ) then
      raise exception 'The business day is not open' using errcode = 'TH409';
    end if;
    return new;
  end $$;
  create trigger final before insert or update on businessday_totals
    for each row execute function businessday_part_is_final();
  create trigger final before insert or update on businessday_register
    for each row execute function businessday_part_is_final();
`;
