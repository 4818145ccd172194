import { actingMigrations } from './acting';
import { attemptMigrations } from '../../auth/attempts-schema';
import { changeEventMigrations } from '../../changes/schema';
import { backupRunMigrations } from './backup-runs';
import { callerMigrations } from './callers';
import { erasureMigrations } from './erasure';
import { languageMigrations } from './languages';
import { liveMigrations } from './live';
import { loginMigrations } from './logins';
import { mergeMigrations } from './merge';
import { movingMigrations } from './moving';
import { mailMigrations } from '../../mail/schema';
import { recipientMigrations } from '../../mail/recipients-schema';
import { outboxMigrations } from '../../live/schema';
import { eventRetentionMigrations } from '../../retention/schema';
import { searchMigrations } from './search';
import { peopleMigrations } from './people';
import { trailMigrations } from './trail';
import { viewMigrations } from './views';
import { securityLogMigrations } from './security-log';
import { sessionMigrations } from './sessions';
import { signInMigrations } from './sign-in';

/**
 * Migrations that belong to no single resource, in order, forward only. A landed migration is never edited: a change
 * is a new one.
 */
export const coreMigrations: Readonly<Record<string, string>> = {
  '001_settings': `
    -- The scope of a request lives in settings of its transaction (db.ts). Unset, or set and ended,
    -- they are empty, and nothing is visible.
    create function app_tenant() returns uuid language sql stable parallel safe as
      $$ select nullif(current_setting('app.tenant', true), '')::uuid $$;
    create function app_company() returns uuid language sql stable parallel safe as
      $$ select nullif(current_setting('app.company', true), '')::uuid $$;
    create function app_lineage() returns uuid[] language sql stable parallel safe as
      $$ select string_to_array(nullif(current_setting('app.lineage', true), ''), ',')::uuid[] $$;
  `,

  '002_search': `
    create extension if not exists pg_trgm;

    -- What search compares: lower case by Unicode, whatever the database's own locale is, and one space
    -- for any. Each part
    -- begins with a space, so that '% cin%' means "a word that begins with cin".
    create function search_form(value text) returns text language sql immutable parallel safe as
      $$ select regexp_replace(lower(normalize(value, NFKC) collate "und-x-icu"), '\\s+', ' ', 'g') $$;
    create function concat_search(variadic parts text[]) returns text language sql immutable parallel safe as
      $$ select ' ' || search_form(coalesce(array_to_string(parts, ' '), '')) $$;
    create function json_words(list jsonb) returns text language sql immutable parallel safe as
      $$ select string_agg(word, ' ') from jsonb_array_elements_text(
           case when jsonb_typeof(list) = 'array' then list else '[]'::jsonb end) word $$;
  `,

  '003_merge': `
    -- JSON Merge Patch (RFC 7396) as docs/design.md#5-what-this-service-decides has it: null over a value removes the key; null over null,
    -- and null under a new key, stay, so that reading a record and sending it back changes nothing.
    create function merge_patch(target jsonb, patch jsonb) returns jsonb
    language plpgsql immutable parallel safe as $$
    declare
      merged jsonb := target;
      key text;
      value jsonb;
    begin
      if jsonb_typeof(patch) is distinct from 'object' or jsonb_typeof(target) is distinct from 'object' then
        return patch;
      end if;
      for key, value in select * from jsonb_each(patch) loop
        if value = 'null' and target ? key and target->key <> 'null' then
          merged := merged - key;
        elsif jsonb_typeof(value) = 'object' and jsonb_typeof(target->key) = 'object' then
          merged := jsonb_set(merged, array[key], merge_patch(target->key, value));
        else
          merged := jsonb_set(merged, array[key], value);
        end if;
      end loop;
      return merged;
    end $$;
  `,

  '004_company': `
    create table company (
      tenant_id uuid not null,
      company_id uuid not null,
      id uuid not null,
      parent_id uuid,
      -- The company and its ancestors, nearest first. A company never changes its parent.
      lineage uuid[] not null,
      seq bigint generated always as identity,
      version integer not null default 1,
      active boolean not null default true,
      name text not null,
      ident text not null default '',
      data jsonb not null default '{}',
      created_at timestamptz(3) not null default clock_timestamp(),
      modified_at timestamptz(3) not null default clock_timestamp(),
      primary key (tenant_id, id),
      foreign key (tenant_id, parent_id) references company (tenant_id, id),
      check (company_id = id),
      check ((parent_id is null) = (tenant_id = id)),
      check (lineage[1] = id and lineage[cardinality(lineage)] = tenant_id)
    );
    alter table company enable row level security, force row level security;
    create policy seen on company for select to tillhouse_app
      using (tenant_id = app_tenant() and id = any ((select app_lineage())::uuid[]));
    -- A company is made by itself (a new root) or by its parent.
    create policy made on company for insert to tillhouse_app
      with check (tenant_id = app_tenant() and app_company() in (id, parent_id));
    create policy known on company for select to tillhouse_auth using (true);
    grant select, insert on company to tillhouse_app;
    grant select on company to tillhouse_auth;

    -- Whether a company stands, or any at all: asked at start, before there is a caller.
    create function company_stands(wanted uuid) returns boolean
    language sql stable security definer set search_path = public as
      $$ select exists (select from company where wanted is null or id = wanted) $$;
    grant create on schema public to tillhouse_auth;
    alter function company_stands(uuid) owner to tillhouse_auth;
    revoke create on schema public from tillhouse_auth;
  `,

  '005_apikey': `
    create table apikey (
      tenant_id uuid not null,
      company_id uuid not null,
      id uuid not null,
      seq bigint generated always as identity,
      version integer not null default 1,
      active boolean not null default true,
      name text not null,
      role text not null,
      prefix text not null,
      hash bytea not null unique,
      expires_at timestamptz(3),
      last_used_at timestamptz(3),
      data jsonb not null default '{}',
      created_at timestamptz(3) not null default clock_timestamp(),
      modified_at timestamptz(3) not null default clock_timestamp(),
      primary key (tenant_id, id),
      foreign key (tenant_id, company_id) references company (tenant_id, id)
    );
    alter table apikey enable row level security, force row level security;
    create policy own on apikey to tillhouse_app
      using (tenant_id = app_tenant() and company_id = app_company())
      with check (tenant_id = app_tenant() and company_id = app_company());
    create policy known on apikey for select to tillhouse_auth using (true);
    grant select, insert, update on apikey to tillhouse_app;
    grant select on apikey to tillhouse_auth;

    create function caller_by_key(wanted bytea)
    returns table (tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, key_name text, locale text)
    language plpgsql stable security definer set search_path = public as $$
    -- plpgsql, not sql: its plan is kept for the connection, and this runs with every request.
    begin
      return query select k.tenant_id, k.company_id, c.lineage, k.role, k.id, k.name, coalesce(root.data->>'locale', 'und')
      from apikey k
      join company c on c.tenant_id = k.tenant_id and c.id = k.company_id
      join company root on root.tenant_id = k.tenant_id and root.id = k.tenant_id
      where k.hash = wanted and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
        and not exists (select from company above
          where above.tenant_id = k.tenant_id and above.id = any (c.lineage) and not above.active);
    end $$;
    grant create on schema public to tillhouse_auth;
    alter function caller_by_key(bytea) owner to tillhouse_auth;
    revoke create on schema public from tillhouse_auth;
  `,

  '006_revision': `
    -- One row for each (tenant, resource): whoever writes the resource holds it until the commit, so
    -- seq, time and counts are given out in the order in which writes become visible.
    create table revision (
      tenant_id uuid not null,
      resource text not null,
      revision bigint not null default 0,
      at timestamptz(3) not null default clock_timestamp(),
      -- company id -> [active, deactivated]
      counts jsonb not null default '{}',
      primary key (tenant_id, resource)
    );
    alter table revision enable row level security, force row level security;
    create policy own on revision to tillhouse_app
      using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
    grant select, insert, update on revision to tillhouse_app;

    create function counts_plus(counts jsonb, company uuid, active integer, deactivated integer)
    returns jsonb language sql immutable parallel safe as $$
      select jsonb_set(counts, array[company::text], jsonb_build_array(
        coalesce((counts->company::text->>0)::bigint, 0) + active,
        coalesce((counts->company::text->>1)::bigint, 0) + deactivated))
    $$;
  `,

  '007_event': `
    create function new_event_id() returns uuid language sql volatile parallel safe as $$
      -- A UUIDv7 (RFC 9562): 48 bits of milliseconds, then random.
      select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
        || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
    $$;

    create table event (
      tenant_id uuid not null,
      company_id uuid not null,
      id uuid not null default new_event_id(),
      seq bigint generated always as identity,
      at timestamptz(3) not null,
      action text not null,
      entity text not null,
      entity_id uuid not null,
      user_id uuid,
      key_id uuid,
      who text,
      request_id text,
      payload jsonb,
      before jsonb,
      after jsonb,
      primary key (tenant_id, id),
      foreign key (tenant_id, company_id) references company (tenant_id, id)
    );
    create index event_record on event (tenant_id, company_id, entity, entity_id, seq);
    create index event_order on event (tenant_id, company_id, seq);
    alter table event enable row level security, force row level security;
    create policy own on event for select to tillhouse_app
      using (tenant_id = app_tenant() and company_id = app_company());
    create policy written on event for insert to tillhouse_app
      with check (tenant_id = app_tenant() and company_id = app_company());
    grant select, insert on event to tillhouse_app;

    -- Append-only, also for the owner of the table.
    create function event_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit trail is append-only' using errcode = '42501';
    end $$;
    create trigger append_only before update or delete or truncate on event
      for each statement execute function event_is_append_only();
  `,

  '008_milestone': `
    -- What a start has finished, so that a start that was killed half-way is taken up again.
    create table milestone (name text primary key, at timestamptz not null default clock_timestamp());
  `,

  '009_secret': `
    -- Secrets that all service processes on this database share; the roles above cannot read them.
    create table secret (name text primary key, value bytea not null);
    insert into secret values ('cursor', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
  `,

  '010_retry': `
    -- The results of writes that came with an Idempotency-Key, for 24 hours (retry.ts). Unlike events they
    -- are deleted: when past their time, and with whatever is erased of the resource.
    create table retry (
      tenant_id uuid not null,
      company_id uuid not null,
      -- The user or the API key that asked.
      owner_id uuid not null,
      key text not null,
      resource text not null,
      asked bytea not null,
      results text not null,
      at timestamptz(3) not null default clock_timestamp(),
      primary key (tenant_id, company_id, owner_id, key),
      foreign key (tenant_id, company_id) references company (tenant_id, id)
    );
    create index retry_past on retry (tenant_id, company_id, at);
    alter table retry enable row level security, force row level security;
    create policy own on retry to tillhouse_app
      using (tenant_id = app_tenant() and company_id = app_company())
      with check (tenant_id = app_tenant() and company_id = app_company());
    grant select, insert, update, delete on retry to tillhouse_app;
  `,

  '011_revision_mark': `
    -- What a list answer depends on (list-mark.ts), read with each request: outside a transaction of the
    -- caller's scope, which would be three round trips more.
    create policy known on revision for select to tillhouse_auth using (true);
    grant select on revision to tillhouse_auth;
    create function revision_mark(tenant uuid, resources text[]) returns text
    language plpgsql stable security definer set search_path = public as $$
    -- The time stands beside the number: after a restore of a backup the numbers come again, the times do not.
    begin
      return (select string_agg(r.resource || ':' || r.revision || ':' || extract(epoch from r.at)::text, ' ' order by r.resource)
        from revision r where r.tenant_id = tenant and r.resource = any (resources));
    end $$;
    grant create on schema public to tillhouse_auth;
    alter function revision_mark(uuid, text[]) owner to tillhouse_auth;
    revoke create on schema public from tillhouse_auth;
  `,

  ...peopleMigrations,
  ...liveMigrations,
  ...trailMigrations,
  ...erasureMigrations,
  ...signInMigrations,
  ...securityLogMigrations,
  ...sessionMigrations,
  ...actingMigrations,
  ...callerMigrations,
  ...mergeMigrations,
  ...searchMigrations,
  ...languageMigrations,
  ...viewMigrations,
  ...changeEventMigrations,
  ...backupRunMigrations,
  ...movingMigrations,
  ...outboxMigrations,
  ...eventRetentionMigrations,
  ...mailMigrations,
  ...loginMigrations,
  ...attemptMigrations,
  ...recipientMigrations,
};
