/** Migrations of live changes and of what a backup needs, after those of people.ts. One that has landed is never edited. */
export const liveMigrations: Readonly<Record<string, string>> = {
  '040_event_told': `
    -- Tells the service processes that listen (live/listener.ts) which events a write has made; PostgreSQL
    -- delivers it with the commit, in the order of commits, and not at all if there is none. Whoever writes
    -- events of a resource holds the tenant's revision of it (006_revision), so that those of one statement
    -- are all that there are between its first and its last number.
    -- The third number: what stands in the trail below that place was told before this (020_event_place).
    create function event_is_told() returns trigger language plpgsql as $$
    declare one record;
    begin
      for one in
        select w.tenant_id, w.company_id, w.entity, min(w.seq) as first, max(w.seq) as last
        from written w group by 1, 2, 3 order by min(w.seq)
      loop
        perform pg_notify('tillhouse_event', json_build_array(one.tenant_id, one.company_id, one.entity,
          one.first, one.last, pg_snapshot_xmin(pg_current_snapshot())::text)::text);
      end loop;
      return null;
    end $$;
    create trigger told after insert on event
      referencing new table as written for each statement execute function event_is_told();
  `,
};
