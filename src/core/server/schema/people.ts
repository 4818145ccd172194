/**
 * Migrations of the audit trail, companies, keys and people, after those of core.ts. One that has landed
 * is never edited: a change is a new one.
 */
export const peopleMigrations: Readonly<Record<string, string>> = {
  '020_event_place': `
    -- The order in which the trail is read, with seq. Events of one resource are written one transaction
    -- after the other (006_revision), those of two are not: seq alone may become visible out of order.
    -- Two things hold of this number:
    -- * it is no less than the writer's own transaction id, so whoever reads only below the oldest one
    --   that is under way (pg_snapshot_xmin) misses no event that commits late;
    -- * it is no less than that of any transaction that was over when this write began, so the events of a
    --   record stand in the order in which they happened, also where the later one has the older id.
    alter table event add column place bigint not null default 0;
    alter table event alter column place set default greatest(
      pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1);
    create index event_place on event (tenant_id, company_id, place, seq);
  `,
};
