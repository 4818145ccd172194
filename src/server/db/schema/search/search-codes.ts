import { columnType, type Table } from '../../table';
import { forRequests, mayRead } from './search-function';

/**
 * Returns the SQL of `<table>_coded(forms)`: the ids of the records of which a code (`codes` of the contract) is one of the texts.
 * Each kind of code is looked up by itself, because an index behind `or` is not always used.
 */
export function codeFunction(table: Table): string {
  const { name, codes } = table.resource;
  if (codes.length === 0) return '';
  const parts = codes.map(
    (code) => `select t.id from "${name}" t where ${mayRead(table)} and ${isOneOf(table, code)}`,
  );
  return `
    create or replace function ${name}_coded(forms text[]) returns setof uuid rows 10
    language sql stable security definer set search_path = public as $$
      ${parts.join(' union ')} limit 100
    $$;
    ${forRequests(`${name}_coded(text[])`)}`;
}

/** Returns the SQL condition that a code of the row `t` is one of `forms`, as the indexes have it. */
function isOneOf(table: Table, code: string): string {
  const [, list, key] = /^data\.(\w+)\[\](?:\.(\w+))?$/.exec(code) ?? [];
  if (list !== undefined)
    return key === undefined
      ? `t.data->'${list}' ?| forms`
      : `jsonb_path_query_array(t.data, '$.${list}[*].${key}') ?| forms`;
  if (code.startsWith('data.')) return `t.data->>'${code.slice('data.'.length)}' = any (forms)`;
  if (columnType(table, code) === 'integer')
    return `t.${code} = any (array(select f::integer from unnest(forms) f where f ~ '^(0|[1-9][0-9]{0,8})$'))`;
  // Text that pages sort by has indexes of this collation only.
  const isSorted = table.resource.paging === 'page' && table.resource.sorts.includes(code);
  return `t.${code}${isSorted ? ' collate "und-x-icu"' : ''} = any (forms)`;
}
