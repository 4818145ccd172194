-- Gives each table of tenants the triggers by which a frozen tenant takes no writes, including new tables; safe to run
-- at any time. Sessions are not moved, and search tables are written by triggers of what they are about alone.

do $$
declare one record;
begin
  for one in
    select c.oid, c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('session', 'tenant_move')
      and c.relname not like '%\_search' and c.relname not like '%\_filter\_count'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'while_frozen')
    order by c.relname
  loop
    execute format('create trigger while_frozen before insert or update or delete on %I
      for each statement execute function write_while_frozen()', one.relname);
    if one.relname in ('user', 'invitation', 'securityevent') then
      execute format('create trigger row_while_frozen before insert or update on %I
        for each row execute function row_while_frozen()', one.relname);
    end if;
  end loop;
end $$;
