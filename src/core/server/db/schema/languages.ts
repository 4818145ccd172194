/**
 * Migration of the language that a person chose. It belongs to the login: the same person reads all of their companies
 * in one language. A landed migration is never edited: a change is a new one.
 */
export const languageMigrations: Readonly<Record<string, string>> = {
  '120_person_language': `
    -- Null until the person has chosen one. Which languages there are is the contract's business.
    alter table login add column language text check (language ~ '^[a-z]{2}$');

    grant update (language) on login to tillhouse_auth;

    -- What the person chose, and what the company gave their membership.
    create function languages_of_membership(tenant uuid, membership uuid) returns table (chosen text, given text)
    language plpgsql stable security definer set search_path = public as $$
    begin
      return query select l.language, u.data->>'locale' from "user" u join login l on l.id = u.login_id
        where u.tenant_id = tenant and u.id = membership;
    end $$;

    -- Sets the language of the person whose session this is. Null if the session has ended, false for an API key's.
    create function session_choose_language(token bytea, chosen text) returns boolean
    language plpgsql volatile security definer set search_path = public as $$
    declare one session;
    begin
      select s.* into one from session s where s.hash = token and session_stands(s);
      if one.id is null then return null; end if;
      update login l set language = chosen where l.id = one.login_id;
      return one.login_id is not null;
    end $$;

    grant create on schema public to tillhouse_auth;
    do $$
    declare one text;
    begin
      foreach one in array array['languages_of_membership(uuid, uuid)', 'session_choose_language(bytea, text)'] loop
        execute format('alter function %s owner to tillhouse_auth', one);
        execute format('revoke all on function %s from public', one);
      end loop;
    end $$;
    revoke create on schema public from tillhouse_auth;
  `,
};
