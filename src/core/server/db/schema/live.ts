/** Migrations of live changes and backups, after those of people.ts. A landed migration is never edited. */
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

  '041_settled_place': `
    -- The place in the trail (020_event_place) below which everything is committed: the id of the oldest
    -- transaction under way. Ids are of the whole server: those of other databases write nothing here, and
    -- a long one there (a backup, a load) would hold back all that walk this trail. One that has ended
    -- since this snapshot is nobody's by now, and counts as ours.
    -- Whose a transaction is, only its own role is told: hence the owner's rights.
    create function settled_place() returns bigint
    language sql stable security definer set search_path = pg_catalog as $$
      select coalesce(
        (select min(under_way::text::bigint) from pg_snapshot_xip(pg_current_snapshot()) under_way
          where not exists (
            select from pg_stat_activity elsewhere
            where elsewhere.datname <> current_database()
              and elsewhere.backend_xid::text::bigint = under_way::text::bigint % 4294967296)),
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
    $$;
    revoke all on function settled_place() from public;
    grant execute on function settled_place() to tillhouse_app, tillhouse_search, tillhouse_auth;

    create or replace function event_is_told() returns trigger language plpgsql as $$
    declare one record;
    begin
      for one in
        select w.tenant_id, w.company_id, w.entity, min(w.seq) as first, max(w.seq) as last
        from written w group by 1, 2, 3 order by min(w.seq)
      loop
        perform pg_notify('tillhouse_event', json_build_array(one.tenant_id, one.company_id, one.entity,
          one.first, one.last, settled_place()::text)::text);
      end loop;
      return null;
    end $$;
  `,
};
