import type { Table } from '../../table';
import { forRequests, mayRead } from './search-function';

/**
 * Returns the SQL functions over a vocabulary and the records with its words. A search is a list of sets of terms, as
 * text (`{1,2}`): a record fits if it has a term of each set, all `patterns`, and not a term of each set of `but`.
 */
export function vocabularyFunctions(table: Table): string {
  const { name } = table.resource;
  const searched = `${name}_search`;
  const sets = (parameter: string) => `(select string_agg(format('t.terms && %L::bigint[]', s), ' and ')
        from unnest(${parameter}) s)`;
  const query = (columns: string) => `
      return query execute 'select ${columns} from ${searched} t where ${mayRead(table).replaceAll(/\s+/g, ' ')}'
        || coalesce(' and ' || ${sets('terms')}, '')
        || coalesce(' and not (' || ${sets('but')} || ')', '')
        || coalesce((select string_agg(format(' and t.words like %L', p), '') from unnest(patterns) p), '')
        || case when only_active is null then '' when only_active then ' and t.active' else ' and not t.active' end;`;
  const parameters = 'terms text[], patterns text[], but text[], only_active boolean';
  const types = 'text[], text[], text[], boolean';
  return `
    create or replace function ${name}_lookup(tokens text[])
    returns table (place integer, term bigint, company_id uuid, match text, active bigint, total bigint)
    language plpgsql stable security definer set search_path = public as $$
    declare
      token text;
      form text;
    begin
      place := 0;
      foreach token in array tokens loop
        place := place + 1;
        form := search_form(token);
        if length(form) < 3 then
          return query select place, t.term, t.company_id, 'exact', t.active, t.total from ${name}_words_search t
            where ${mayRead(table)} and t.word = ' ' || form;
        else
          return query select place, t.term, t.company_id,
              case when strpos(t.word, form) > 0 then 'exact' else 'folded' end, t.active, t.total
            from ${name}_words_search t
            where ${mayRead(table)}
              and t.folded like '%' || regexp_replace(search_fold(form), '([\\\\%_])', '\\\\\\1', 'g') || '%';
          if not found and search_fold(form) ~ '^[[:alpha:]]{4,}$' then
            return query select place, t.term, t.company_id, 'slip', t.active, t.total from ${name}_words_search t
              where ${mayRead(table)} and t.slips && search_slips(search_fold(form))
                and search_is_slip(t.folded, search_fold(form));
          end if;
        end if;
      end loop;
    end $$;
    ${forRequests(`${name}_lookup(text[])`)}

    create or replace function ${name}_found(${parameters})
    returns table (id uuid, seq bigint, active boolean, name text)
    language plpgsql stable security definer set search_path = public as $$
    begin ${query('t.id, t.seq, t.active, t.name')}
    end $$;
    ${forRequests(`${name}_found(${types})`)}

    create or replace function ${name}_found_count(${parameters}) returns setof bigint
    language plpgsql stable security definer set search_path = public as $$
    begin ${query('count(*)')}
    end $$;
    ${forRequests(`${name}_found_count(${types})`)}

    create or replace function ${name}_fits(record uuid, terms text[], patterns text[], but text[]) returns boolean
    language plpgsql stable security definer set search_path = public as $$
    -- It runs for each row of a list in order: plain expressions cost a tenth of queries.
    declare
      own bigint[];
      own_words text;
      one text;
    begin
      select t.terms, t.words into own, own_words from ${searched} t where t.tenant_id = app_tenant() and t.id = record;
      if not found then return false; end if;
      foreach one in array terms loop
        if not (own && one::bigint[]) then return false; end if;
      end loop;
      if cardinality(patterns) > 0 and not (own_words like all (patterns)) then return false; end if;
      if but is null then return true; end if;
      foreach one in array but loop
        if not (own && one::bigint[]) then return true; end if;
      end loop;
      return false;
    end $$;
    ${forRequests(`${name}_fits(uuid, text[], text[], text[])`)}`;
}
