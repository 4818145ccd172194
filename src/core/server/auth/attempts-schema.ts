/**
 * Migration of the attempts that all processes count together (shared-attempts.ts). It comes after that of logins
 * (../db/schema/logins.ts). A landed migration is never edited: a change is a new one.
 */
export const attemptMigrations: Readonly<Record<string, string>> = {
  '181_attempts': `
    -- What strangers tried, by address and by account, and what was right before: in windows of one length, which begin
    -- with their first attempt. Not logged: a crash of the database forgets it, and no backup has it.
    create unlogged table attempt (
      -- A kind, and a hash of what was tried: no e-mail and no key stands here.
      key text primary key,
      count integer not null,
      ends timestamptz(3) not null
    );
    create index attempt_ends on attempt (ends);
    alter table attempt enable row level security, force row level security;
    create policy known on attempt to tillhouse_auth using (true) with check (true);
    grant select, insert, update, delete on attempt to tillhouse_auth;

    -- Counts one attempt for each key in turn, and stops behind the first that has more than its most: what is refused
    -- for its address counts for no account. Returns the last one that was counted.
    create function attempt_add(keys text[], seconds integer[], most integer[])
    returns table (place integer, count integer, seconds_left integer)
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare one record; at timestamptz := clock_timestamp();
    begin
      -- A flood of made-up keys leaves nothing behind: each attempt takes a few away that are past their time.
      delete from attempt a where a.key in (
        select p.key from attempt p where p.ends <= at order by p.ends limit 20 for update skip locked);
      for n in 1..cardinality(keys) loop
        insert into attempt as a (key, count, ends) values (keys[n], 1, at + make_interval(secs => seconds[n]))
        on conflict (key) do update set
          count = case when a.ends <= at then 1 else a.count + 1 end,
          ends = case when a.ends <= at then excluded.ends else a.ends end
        returning a.count, a.ends into one;
        place := n;
        count := one.count;
        seconds_left := greatest(1, ceil(extract(epoch from one.ends - at)))::integer;
        if one.count > most[n] then exit; end if;
      end loop;
      return next;
    end $$;

    -- Takes one attempt of each key back: it was right.
    create function attempt_back(keys text[]) returns void
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    begin
      update attempt a set count = a.count - 1 where a.key = any (keys) and a.count > 0;
    end $$;

    -- How often a key was counted in its window that stands.
    create function attempt_count(wanted text) returns integer
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    begin
      return coalesce((select a.count from attempt a where a.key = wanted and a.ends > clock_timestamp()), 0);
    end $$;

    -- Remembers for some days that a pair of address and account was right.
    create function attempt_remember(wanted text, days integer) returns void
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    begin
      insert into attempt as a (key, count, ends) values (wanted, 1, clock_timestamp() + make_interval(days => days))
      on conflict (key) do update set count = 1, ends = excluded.ends
        where a.ends < excluded.ends - interval '1 day';
    end $$;

    create function attempt_clear(most integer) returns integer
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare cleared integer;
    begin
      delete from attempt a where a.key in (
        select p.key from attempt p where p.ends <= clock_timestamp() order by p.ends limit most for update skip locked);
      get diagnostics cleared = row_count;
      return cleared;
    end $$;

    grant create on schema public to tillhouse_auth;
    do $$
    declare one text;
    begin
      foreach one in array array['attempt_add(text[], integer[], integer[])', 'attempt_back(text[])',
        'attempt_count(text)', 'attempt_remember(text, integer)', 'attempt_clear(integer)'] loop
        execute format('alter function %s owner to tillhouse_auth', one);
        execute format('revoke all on function %s from public', one);
      end loop;
    end $$;
    revoke create on schema public from tillhouse_auth;
  `,

  '183_refused_key': `
    -- Whose key it was that a request came with in vain, and why. By its hash the key is right, and was revoked, is past
    -- its end, or belongs to a company that is closed; by its prefix alone it is wrong. No row: it is nobody's.
    create policy revoked on securityevent for select to tillhouse_auth using (kind = 'key_revoked');
    create function key_refused(wanted bytea, start text)
    returns table (tenant_id uuid, company_id uuid, key_id uuid, name text, reason text, at timestamptz, by_name text)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare one apikey; row_of record;
    begin
      select k.* into one from apikey k where k.hash = wanted;
      if one.id is not null and not one.active then
        select s.at, s.who into row_of from securityevent s
          where s.tenant_id = one.tenant_id and s.company_id = one.company_id and s.kind = 'key_revoked' and s.subject_id = one.id
          order by s.seq desc limit 1;
        return query select one.tenant_id, one.company_id, one.id, one.name, 'revoked', coalesce(row_of.at, one.modified_at),
          row_of.who;
      elsif one.expires_at <= clock_timestamp() then
        return query select one.tenant_id, one.company_id, one.id, one.name, 'expired', one.expires_at, null::text;
      elsif one.id is not null then
        return query select one.tenant_id, one.company_id, one.id, one.name, 'closed', null::timestamptz, null::text;
      elsif start <> '' then
        return query select k.tenant_id, k.company_id, k.id, k.name, 'wrong', null::timestamptz, null::text
          from apikey k where k.prefix = start limit 1;
      end if;
    end $$;
    grant create on schema public to tillhouse_auth;
    alter function key_refused(bytea, text) owner to tillhouse_auth;
    revoke create on schema public from tillhouse_auth;
    revoke all on function key_refused(bytea, text) from public;
  `,
};
