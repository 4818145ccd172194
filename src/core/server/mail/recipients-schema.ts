/**
 * Migration of recipients outside of a company, who confirm once that its reports may come. It comes after that of mail
 * (schema.ts). A landed migration is never edited: a change is a new one.
 */
export const recipientMigrations: Readonly<Record<string, string>> = {
  '182_mail_recipient': `
    -- Who has confirmed, and whom the company asked. Its own people need no row.
    create table mail_recipient (
      tenant_id uuid not null,
      company_id uuid not null,
      address text not null,
      asked_at timestamptz(3),
      confirmed_at timestamptz(3),
      -- SHA-256 of the token in the link.
      hash bytea unique,
      primary key (tenant_id, company_id, address),
      foreign key (tenant_id, company_id) references company (tenant_id, id)
    );
    alter table mail_recipient enable row level security, force row level security;
    create policy known on mail_recipient to tillhouse_auth using (true) with check (true);
    grant select, insert, update, delete on mail_recipient to tillhouse_auth;
    -- Without a policy: to requests the table is there, and empty.
    grant select (tenant_id, company_id, address) on mail_recipient to tillhouse_app;

    -- Whether a company may send reports to an address: one of the tenant's people has it and took the membership up,
    -- or who has it confirmed.
    create function mail_recipient_agreed(tenant uuid, company uuid, wanted text) returns boolean
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    begin
      return exists (select from "user" u where u.tenant_id = tenant and u.email = wanted and u.active
          and u.accepted_at is not null)
        or exists (select from mail_recipient r where r.tenant_id = tenant and r.company_id = company
          and r.address = wanted and r.confirmed_at is not null);
    end $$;

    -- Asks an address, at most once a day. The link is made when the mail is sent.
    create function mail_recipient_ask(tenant uuid, company uuid, wanted text, about jsonb) returns void
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    begin
      if app_company() is not null and (tenant, company) is distinct from (app_tenant(), app_company()) then
        raise exception 'a recipient of another company' using errcode = '42501';
      end if;
      if mail_recipient_agreed(tenant, company, wanted) then return; end if;
      insert into mail_recipient as r (tenant_id, company_id, address, asked_at)
      values (tenant, company, wanted, clock_timestamp())
      on conflict (tenant_id, company_id, address) do update set asked_at = excluded.asked_at
        where r.asked_at is null or r.asked_at < clock_timestamp() - interval '1 day';
      if found then perform mail_add(tenant, company, 'recipient', wanted, about, interval '24 hours'); end if;
    end $$;

    -- Makes the link with which an address confirms; null if it has, or was never asked.
    create function mail_recipient_link(tenant uuid, company uuid, wanted text, token bytea) returns text
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    begin
      update mail_recipient r set hash = token, asked_at = clock_timestamp()
        where r.tenant_id = tenant and r.company_id = company and r.address = wanted and r.confirmed_at is null;
      if not found then return null; end if;
      return (select c.name from company c where c.tenant_id = tenant and c.id = company);
    end $$;

    -- Whose link it is. It works for 14 days, also after it was followed.
    create function mail_recipient_by_token(token bytea)
    returns table (tenant_id uuid, company_id uuid, address text, company text, confirmed boolean)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    begin
      return query select r.tenant_id, r.company_id, r.address, c.name, r.confirmed_at is not null
        from mail_recipient r join company c on c.tenant_id = r.tenant_id and c.id = r.company_id
        where r.hash = token and r.asked_at > clock_timestamp() - interval '14 days';
    end $$;
    create function mail_recipient_confirm(token bytea) returns boolean
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    begin
      update mail_recipient r set confirmed_at = coalesce(r.confirmed_at, clock_timestamp())
        where r.hash = token and r.asked_at > clock_timestamp() - interval '14 days';
      return found;
    end $$;

    grant create on schema public to tillhouse_auth;
    do $$
    declare one text;
    begin
      foreach one in array array['mail_recipient_agreed(uuid, uuid, text)', 'mail_recipient_ask(uuid, uuid, text, jsonb)',
        'mail_recipient_link(uuid, uuid, text, bytea)', 'mail_recipient_by_token(bytea)',
        'mail_recipient_confirm(bytea)'] loop
        execute format('alter function %s owner to tillhouse_auth', one);
        execute format('revoke all on function %s from public', one);
      end loop;
    end $$;
    revoke create on schema public from tillhouse_auth;
    grant execute on function mail_recipient_ask(uuid, uuid, text, jsonb) to tillhouse_app;
  `,
};
