-- The scope of a request, the merge of records, and what belongs to no tenant.

-- The scope of a request lives in settings of its transaction (db.ts). Unset, or set and ended,
-- they are empty, and nothing is visible.
create function app_tenant() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.tenant', true), '')::uuid $$;

create function app_company() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.company', true), '')::uuid $$;

create function app_lineage() returns uuid[] language sql stable parallel safe as
  $$ select string_to_array(nullif(current_setting('app.lineage', true), ''), ',')::uuid[] $$;

-- JSON Merge Patch (RFC 7396) as docs/design.md#5-what-this-service-decides has it: null over a value removes the key; null over null,
-- and null under a new key, stay, so that reading a record and sending it back changes nothing. All keys are put in at once, and
-- only what removes a key or changes an object is looked at by itself. What is the same text merges into itself.
create function merge_patch(target jsonb, patch jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  merged jsonb;
  key text;
  value jsonb;
begin
  if jsonb_typeof(patch) is distinct from 'object' or jsonb_typeof(target) is distinct from 'object' then
    return patch;
  end if;
  merged := target || patch;
  for key, value in
    select p.key, p.value from jsonb_each(patch) p
    where p.value = 'null' or (jsonb_typeof(p.value) = 'object' and (target->p.key)::text <> p.value::text)
  loop
    if value = 'null' then
      if target ? key and target->key <> 'null' then merged := merged - key; end if;
    elsif jsonb_typeof(target->key) = 'object' then
      merged := jsonb_set(merged, array[key], merge_patch(target->key, value));
    end if;
  end loop;
  return merged;
end $$;

-- What a start has finished, so that a start that was killed half-way is taken up again.
create table milestone (name text primary key, at timestamptz not null default clock_timestamp());

-- Secrets that all service processes on this database share; no role of the service can read them.
create table secret (name text primary key, value bytea not null);
insert into secret values ('cursor', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
