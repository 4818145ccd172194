import type { Table } from '../table';
import { ownedBy } from './search/search-function';

/** The parameters of the function that erases a record: its id, then the time and who asked, for the event. */
const parameters = 'uuid, timestamptz, uuid, uuid, text, text';

/**
 * Returns the SQL by which a record of an erasable resource is erased (docs/security.md), empty for other resources: the function
 * `erase_<resource>`, what the role that owns it may do, and the trigger that keeps an erased record empty.
 *
 * It follows from the contract: each column is emptied, unless its field says why it outlives the erasure. So a field
 * that is added later is erased, too. The function clears the record, its events, what receivers
 * of webhooks said of it and the stored answers to retries, and writes an event. Its caller has locked the record and drawn the revision.
 *
 * @throws Error for a column that can not be emptied, because it may not be null.
 */
export function erasure(table: Table): string {
  const { name, erasable, fields } = table.resource;
  if (!erasable) return '';
  const columns = Object.keys(table.columns);
  const emptied = columns.filter((column) => fields[column]?.outlivesErasure === undefined);
  const fixed = emptied.find((column) => /not null/i.test(table.columns[column] ?? ''));
  if (fixed !== undefined)
    throw new Error(`${name}.${fixed} may not be null, so an erasure cannot empty it (outlivesErasure)`);
  const changed = ['name', 'data', 'active', 'version', 'modified_at', ...emptied];
  const cleared = emptied.map((column) => `, ${column} = null`).join('');
  const isEmpty = emptied.map((column) => ` and ${column} is null`).join('');
  return `
    drop policy if exists erasable on "${name}";
    drop policy if exists erased on "${name}";
    create policy erasable on "${name}" for select to tillhouse_auth
      using (tenant_id = app_tenant() and company_id = app_company());
    create policy erased on "${name}" for update to tillhouse_auth
      using (tenant_id = app_tenant() and company_id = app_company())
      with check (tenant_id = app_tenant() and company_id = app_company() and name = '' and data = '{}'${isEmpty});
    grant select, update (${changed.join(', ')}) on "${name}" to tillhouse_auth;
    create or replace function erase_${name}(wanted uuid, moment timestamptz, by_user uuid, by_key uuid, by_name text, request text)
    returns void language plpgsql volatile security definer set search_path = public as $$
    declare
      wire constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
      erased "${name}";
    begin
      update "${name}" set name = '', data = '{}', active = false, version = version + 1, modified_at = moment${cleared}
      where tenant_id = app_tenant() and company_id = app_company() and id = wanted
      returning * into strict erased;
      update event set payload = null, before = null, after = null
      where tenant_id = app_tenant() and company_id = app_company() and entity = '${name}' and entity_id = wanted;
      -- What receivers of webhooks said may repeat what it was.
      update webhook_delivery d set tries = (
        select coalesce(jsonb_agg(t.told || '{"answer": null}' order by t.n), '[]')
        from jsonb_array_elements(d.tries) with ordinality t(told, n))
      from webhook w, event e
      where w.tenant_id = app_tenant() and e.tenant_id = app_tenant() and e.company_id = app_company()
        and e.entity = '${name}' and e.entity_id = wanted
        and d.tenant_id = app_tenant() and d.webhook_id = w.id and d.event_id = e.id;
      delete from retry
      where tenant_id = app_tenant() and company_id = app_company() and resource = '${name}'
        and strpos(results, wanted::text) > 0;
      insert into event (tenant_id, company_id, at, action, entity, entity_id, user_id, key_id, who, request_id, after)
      values (app_tenant(), app_company(), moment, 'erase', '${name}', wanted, by_user, by_key, by_name, request,
        (to_jsonb(erased) - array['tenant_id', 'seq', 'search']) || jsonb_build_object(
          'created_at', to_char(erased.created_at at time zone 'UTC', wire),
          'modified_at', to_char(erased.modified_at at time zone 'UTC', wire)));
    end $$;
    ${ownedBy('tillhouse_auth', `erase_${name}(${parameters})`)}
    revoke all on function erase_${name}(${parameters}) from public;
    grant execute on function erase_${name}(${parameters}) to tillhouse_app;
    create or replace trigger stays_erased before insert or update on "${name}"
      for each row execute function stays_erased(${columns.map((column) => `'${column}'`).join(', ')});`;
}
