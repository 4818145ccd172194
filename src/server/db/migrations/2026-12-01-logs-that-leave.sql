-- The security log leaves the house by a walk from the oldest entry to the newest, so it needs the order that the trail has (events.sql): by `seq`
-- alone, what is committed late would be passed over. Entries of before stand first.
-- Its index is built beside those who write (upgrade/derive.ts).
alter table securityevent add column place bigint not null default 0;
alter table securityevent alter column place set default greatest(
  pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1);
