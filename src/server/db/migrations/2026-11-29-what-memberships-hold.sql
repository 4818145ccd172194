-- Roles that companies make, and what a membership holds (docs/security.md#roles, docs/security.md#stores).

-- The locations and the company's own role of a membership; null where it holds all of a built-in one. An administrator holds all locations.
create function membership_held(tenant uuid, membership uuid) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare one record;
begin
  select u.role, u.role_id, u.data->'location_ids' as held into one from "user" u where u.tenant_id = tenant and u.id = membership;
  if one.role is null or one.role_id is null and (one.role = 'admin' or jsonb_typeof(one.held) is distinct from 'array') then return null; end if;
  return jsonb_build_object(
    'locations', case when one.role <> 'admin' and jsonb_typeof(one.held) = 'array'
      then (select coalesce(jsonb_agg(lower(e) order by e), '[]') from jsonb_array_elements_text(one.held) e) end,
    'role', (select jsonb_build_object('id', r.id, 'name', r.name, 'active', r.active, 'data', r.data) from "role" r
      where r.tenant_id = tenant and r.id = one.role_id));
end $$;
alter function membership_held(uuid, uuid) owner to tillhouse_auth;
revoke all on function membership_held(uuid, uuid) from public;

-- A record without what is at these paths: `base_price`, `data/cost_price`, `data/supply/*/batch_value`, where `*` is each entry of a list. Of
-- `data` itself nothing is left but that it is there.
create function record_without(record jsonb, paths text[]) returns jsonb language plpgsql immutable parallel safe as $$
declare
  path text;
  steps text[];
  star int;
  list jsonb;
begin
  if jsonb_typeof(record) is distinct from 'object' then return record; end if;
  foreach path in array paths loop
    steps := string_to_array(path, '/');
    star := array_position(steps, '*');
    if path = 'data' then
      if record ? 'data' then record := record || '{"data": {}}'; end if;
    elsif star is null then
      record := record #- steps;
    else
      list := record #> steps[1:star - 1];
      if jsonb_typeof(list) = 'array' then
        record := jsonb_set(record, steps[1:star - 1], (
          select coalesce(jsonb_agg(record_without(e.value, array[array_to_string(steps[star + 1:], '/')]) order by e.n), '[]')
          from jsonb_array_elements(list) with ordinality e(value, n)));
      end if;
    end if;
  end loop;
  return record;
end $$;
