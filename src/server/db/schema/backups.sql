-- Backups that the service makes by itself (ops/backup/schedule).

-- One row for each moment at which a backup was due, whichever process makes it. It is about the whole database, so it
-- has no tenant and requests have no access to it; a restored database begins without.
create table backup_run (
  due_at timestamptz(3) primary key,
  -- Who works on it: a process that was taken for dead, and is not, finds another's here.
  claim uuid not null,
  state text not null default 'running' check (state in ('running', 'verified', 'failed', 'missing', 'removed')),
  tries integer not null default 1,
  started_at timestamptz(3) not null default clock_timestamp(),
  -- When the process last said that it works on it.
  beat_at timestamptz(3) not null default clock_timestamp(),
  finished_at timestamptz(3),
  host text not null,
  file text not null,
  bytes bigint,
  rows bigint,
  problem text,
  -- When a process last found the whole file in its folder: hosts have other names after each start, and other folders.
  seen_at timestamptz(3)
);

-- Whether all data of the database is one tenant's: the sizes of its backups then tell of nobody else.
create function is_only_tenant() returns boolean language sql stable security definer set search_path = public as
  $$ select count(distinct c.tenant_id) < 2 from company c $$;

alter function is_only_tenant() owner to tillhouse_auth;
revoke all on function is_only_tenant() from public;
