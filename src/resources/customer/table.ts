import { phoneKeySql } from '@/record/phone';
import { defineTable } from '@/server/db/table';
import { customer } from './contract';

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
  alter function customer_groups(integer) owner to tillhouse_search;
  revoke all on function customer_groups(integer) from public;
  grant execute on function customer_groups(integer) to tillhouse_app;
`;

/** Table of customers. The search covers name, number, e-mail, phone, business id, street and city. */
export const customerTable = defineTable(customer, {
  columns: { customer_num: 'integer' },
  search: `concat_search(name, customer_num::text, data->>'email', data->>'phone', ${phoneKeySql("data->>'phone'")}, data->>'business_id',
    data->'address'->>'city', data->'address'->>'street')`,
  objects: groups,
});
