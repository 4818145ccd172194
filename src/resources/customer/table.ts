import { defineTable } from '@/core/server/db/table';
import { customer } from './contract';

/** The first form of what erases a customer. It follows from the contract since (core/server/db/schema/erasing.ts). */
const erasure = `
  create policy erasable on customer for select to tillhouse_auth
    using (tenant_id = app_tenant() and company_id = app_company());
  create policy erased on customer for update to tillhouse_auth
    using (tenant_id = app_tenant() and company_id = app_company())
    with check (tenant_id = app_tenant() and company_id = app_company() and name = '' and data = '{}');
  grant select, update (name, data, active, version, modified_at) on customer to tillhouse_auth;

  create function erase_customer(wanted uuid, moment timestamptz, by_user uuid, by_key uuid, by_name text, request text)
  returns void language plpgsql volatile security definer set search_path = public as $$
  declare
    wire constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
    erased customer;
  begin
    update customer set name = '', data = '{}', active = false, version = version + 1, modified_at = moment
    where tenant_id = app_tenant() and company_id = app_company() and id = wanted
    returning * into strict erased;
    update event set payload = null, before = null, after = null
    where tenant_id = app_tenant() and company_id = app_company() and entity = 'customer' and entity_id = wanted;
    delete from retry
    where tenant_id = app_tenant() and company_id = app_company() and resource = 'customer'
      and strpos(results, wanted::text) > 0;
    insert into event (tenant_id, company_id, at, action, entity, entity_id, user_id, key_id, who, request_id, after)
    values (app_tenant(), app_company(), moment, 'erase', 'customer', wanted, by_user, by_key, by_name, request,
      (to_jsonb(erased) - array['tenant_id', 'seq', 'search']) || jsonb_build_object(
        'created_at', to_char(erased.created_at at time zone 'UTC', wire),
        'modified_at', to_char(erased.modified_at at time zone 'UTC', wire)));
  end $$;
  grant create on schema public to tillhouse_auth;
  alter function erase_customer(uuid, timestamptz, uuid, uuid, text, text) owner to tillhouse_auth;
  revoke create on schema public from tillhouse_auth;
  revoke all on function erase_customer(uuid, timestamptz, uuid, uuid, text, text) from public;
  grant execute on function erase_customer(uuid, timestamptz, uuid, uuid, text, text) to tillhouse_app;
`;

/**
 * The groups of the caller's customers, read from one to the next in their index (a loose index scan): a company has
 * many customers and few groups. The search role reads past the policies, so the function names the company itself.
 */
const groups = `
  create index customer_group on customer (tenant_id, company_id, (data->>'customer_group') collate "C")
    where active and data->>'customer_group' <> '';
  create function customer_groups(most integer) returns setof text
  language plpgsql stable security definer set search_path = public as $$
  declare
    one text := '';
  begin
    for n in 1..most loop
      select c.data->>'customer_group' into one from customer c
      where c.tenant_id = app_tenant() and c.company_id = app_company() and c.active
        and c.data->>'customer_group' <> '' and (c.data->>'customer_group') collate "C" > one
      order by (c.data->>'customer_group') collate "C" limit 1;
      exit when one is null;
      return next one;
    end loop;
  end $$;
  grant create on schema public to tillhouse_search;
  alter function customer_groups(integer) owner to tillhouse_search;
  revoke create on schema public from tillhouse_search;
  revoke all on function customer_groups(integer) from public;
  grant execute on function customer_groups(integer) to tillhouse_app;
`;

/** Table of customers. The search covers name, number, e-mail, phone, business id, street and city. */
export const customerTable = defineTable(customer, {
  columns: { customer_num: 'integer' },
  search: `concat_search(name, customer_num::text, data->>'email', data->>'phone', data->>'business_id',
    data->'address'->>'city', data->'address'->>'street')`,
  migrations: {
    '001_erasure': erasure,
    '002_stays_erased': `
      create trigger stays_erased before insert or update on customer
        for each row execute function stays_erased('customer_num');
    `,
    '003_groups': groups,
  },
});
