/** Migrations of the merge patch, after that of core.ts. A landed migration is never edited: a change is a new one. */
export const mergeMigrations: Readonly<Record<string, string>> = {
  '089_merge_unchanged': `
    -- As of core.ts (003_merge), at half the cost: all keys are put in at once, and only what removes a key or changes an
    -- object is looked at by itself. What is the same text merges into itself.
    create or replace function merge_patch(target jsonb, patch jsonb) returns jsonb
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
  `,
};
