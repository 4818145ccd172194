/**
 * Migration of mails that wait to be sent (docs/operations.md#mail). It comes after those of sign-in.ts. A landed migration
 * is never edited: a change is a new one.
 */
export const mailMigrations: Readonly<Record<string, string>> = {
  '170_mail': `
    -- A row for each mail and recipient. It says what the mail is about, never its text: links are secrets, and are made
    -- when it is sent. The mail for a forgotten password is of the tenant zero, which is nobody: whose
    -- e-mail it is, if anybody's, is found then.
    -- A restored or moved database begins without.
    create table mail_outbox (
      tenant_id uuid not null,
      company_id uuid not null,
      id uuid not null default gen_random_uuid(),
      kind text not null,
      recipient text not null,
      data jsonb not null default '{}',
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
      attempts integer not null default 0,
      created_at timestamptz(3) not null default clock_timestamp(),
      next_at timestamptz(3) not null default clock_timestamp(),
      give_up_at timestamptz(3) not null,
      -- Which attempt works on it, and until when: then that process is taken for dead.
      claim uuid,
      claimed_until timestamptz(3),
      finished_at timestamptz(3),
      problem text,
      primary key (tenant_id, id),
      check ((tenant_id = '00000000-0000-0000-0000-000000000000') = (kind = 'password'))
    );
    create unique index mail_outbox_id on mail_outbox (id);
    create index mail_outbox_next on mail_outbox (next_at) where state = 'waiting';
    create index mail_outbox_place on mail_outbox (tenant_id, company_id, created_at);
    create index mail_outbox_past on mail_outbox (created_at);
    -- Asked for twice, a link for a forgotten password is sent once.
    create unique index mail_outbox_password on mail_outbox (recipient) where kind = 'password' and state = 'waiting';
    alter table mail_outbox enable row level security, force row level security;
    create policy known on mail_outbox to tillhouse_auth using (true) with check (true);
    grant select, insert, update, delete on mail_outbox to tillhouse_auth;
    create policy seen on mail_outbox for select to tillhouse_app
      using (tenant_id = app_tenant() and company_id = app_company());
    grant select on mail_outbox to tillhouse_app;

    create function mail_add(tenant uuid, company uuid, what text, address text, about jsonb, until interval) returns void
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    begin
      -- Within a request: of its own company alone.
      if app_company() is not null and (tenant, company) is distinct from (app_tenant(), app_company()) then
        raise exception 'a mail of another company' using errcode = '42501';
      end if;
      insert into mail_outbox (tenant_id, company_id, kind, recipient, data, give_up_at)
      values (coalesce(tenant, '00000000-0000-0000-0000-000000000000'), coalesce(company, '00000000-0000-0000-0000-000000000000'), what, address, about,
        clock_timestamp() + until)
      on conflict (recipient) where kind = 'password' and state = 'waiting' do nothing;
    end $$;

    -- Takes the next mail that is due, links for passwords first; nobody else gets it before the lease ends.
    create function mail_claim(lease interval) returns setof mail_outbox
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    begin
      return query update mail_outbox m set claim = gen_random_uuid(), claimed_until = clock_timestamp() + lease,
          attempts = m.attempts + 1
        where m.id = (
          -- Rounded as the column is: what was put in this moment may stand half a millisecond later.
          select o.id from mail_outbox o where o.state = 'waiting' and o.next_at <= clock_timestamp()::timestamptz(3)
            and (o.claimed_until is null or o.claimed_until <= clock_timestamp())
          order by o.kind <> 'password', o.next_at for update skip locked limit 1)
        returning m.*;
    end $$;

    -- Ends an attempt: 'sent', 'failed' for good, or 'waiting' for another one after a pause, if there is time left.
    -- Returns the state of the mail; null if another attempt has taken over.
    create function mail_settle(mail uuid, attempt uuid, outcome text, why text, pause interval) returns text
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare became text;
    begin
      update mail_outbox m set
          state = case when outcome = 'waiting' and clock_timestamp() + pause > m.give_up_at then 'failed' else outcome end,
          next_at = clock_timestamp() + pause, problem = why, claim = null, claimed_until = null,
          finished_at = case when outcome <> 'waiting' or clock_timestamp() + pause > m.give_up_at then clock_timestamp() end
        where m.id = mail and m.claim = attempt and m.state = 'waiting' returning m.state into became;
      -- It names an e-mail that may be nobody's here.
      delete from mail_outbox m where m.id = mail and m.kind = 'password' and m.state <> 'waiting';
      return became;
    end $$;

    -- A membership or key as it stands now, for what is done in its name without a request; no row if it may no longer act.
    create function standing_caller(tenant uuid, membership uuid, api_key uuid)
    returns table (tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text, locale text)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    begin
      return query select c.tenant_id, c.id, c.lineage, coalesce(u.role, k.role), k.id, u.id, coalesce(u.name, k.name),
          coalesce(root.data->>'locale', 'und')
        from company c
        join company root on root.tenant_id = c.tenant_id and root.id = c.tenant_id
        left join apikey k on k.tenant_id = c.tenant_id and k.company_id = c.id and k.id = api_key
          and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
        left join "user" u on u.tenant_id = c.tenant_id and u.company_id = c.id and u.id = membership
          and u.active and u.accepted_at is not null
        where c.tenant_id = tenant and (k.id is not null or u.id is not null) and company_works(c.tenant_id, c.id);
    end $$;

    create function mail_clear(most integer) returns integer
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare cleared integer;
    begin
      if not pg_try_advisory_xact_lock(hashtext('tillhouse mail past')) then return 0; end if;
      delete from mail_outbox m where m.id in (
        select o.id from mail_outbox o where o.created_at < clock_timestamp() - interval '30 days'
          and (o.claimed_until is null or o.claimed_until < clock_timestamp())
        order by o.created_at limit most);
      get diagnostics cleared = row_count;
      return cleared;
    end $$;

    grant create on schema public to tillhouse_auth;
    do $$
    declare one text;
    begin
      foreach one in array array['mail_add(uuid, uuid, text, text, jsonb, interval)', 'mail_claim(interval)',
        'mail_settle(uuid, uuid, text, text, interval)', 'mail_clear(integer)',
        'standing_caller(uuid, uuid, uuid)'] loop
        execute format('alter function %s owner to tillhouse_auth', one);
        execute format('revoke all on function %s from public', one);
      end loop;
    end $$;
    revoke create on schema public from tillhouse_auth;
    grant execute on function mail_add(uuid, uuid, text, text, jsonb, interval) to tillhouse_app;
  `,

  '171_mail_by_turns': `
    -- As mail_claim(interval), with a turn for each tenant: links for passwords first, then a mail of the tenant that
    -- follows \`after\`, so that a thousand mails of one company delay nobody else's.
    create function mail_claim(lease interval, after uuid) returns setof mail_outbox
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare
      now constant timestamptz := clock_timestamp();
      found uuid;
    begin
      select o.id into found from mail_outbox o
        where o.kind = 'password' and o.state = 'waiting' and o.next_at <= now::timestamptz(3)
          and (o.claimed_until is null or o.claimed_until <= now)
        order by o.next_at for update skip locked limit 1;
      if found is null then
        select o.id into found from mail_outbox o
          where o.tenant_id > after and o.state = 'waiting' and o.next_at <= now::timestamptz(3)
            and (o.claimed_until is null or o.claimed_until <= now)
          order by o.tenant_id, o.next_at for update skip locked limit 1;
      end if;
      if found is null then
        select o.id into found from mail_outbox o
          where o.state = 'waiting' and o.next_at <= now::timestamptz(3)
            and (o.claimed_until is null or o.claimed_until <= now)
          order by o.tenant_id, o.next_at for update skip locked limit 1;
      end if;
      return query update mail_outbox m set claim = gen_random_uuid(), claimed_until = clock_timestamp() + lease,
          attempts = m.attempts + 1
        where m.id = found returning m.*;
    end $$;
    grant create on schema public to tillhouse_auth;
    alter function mail_claim(interval, uuid) owner to tillhouse_auth;
    revoke create on schema public from tillhouse_auth;
    revoke all on function mail_claim(interval, uuid) from public;
  `,
};
