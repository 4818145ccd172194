/**
 * The roles of the database; none can log in, none owns a table.
 *
 * - `tillhouse_app`: the role of every request; row-level security binds it.
 * - `tillhouse_store`: the role of requests by a membership that holds some locations alone: that of `tillhouse_app`, with policies
 *   that narrow what it reads (migrations/2026-11-29-stores.sql).
 * - `tillhouse_search`: owns the search functions. Operators like `LIKE` are not leakproof, so behind a
 *   policy PostgreSQL does not use an index for them; these functions scope by the same settings and
 *   return ids alone.
 * - `tillhouse_auth`: owns what must be read before a caller is known: `caller_by_key`.
 * - `tillhouse_backup`: reads every table, for backups and `npm run verify`, and changes nothing.
 *
 * Roles belong to the whole server, so several databases may create them at the same time.
 */
const roles = ['tillhouse_app', 'tillhouse_store', 'tillhouse_search', 'tillhouse_auth', 'tillhouse_backup'];

/** Creates the roles that are missing and lets the current user act as each. 42501 if it may not. */
export const rolesSql = `
do $$
declare wanted text;
begin
  perform pg_advisory_xact_lock(hashtext('tillhouse roles'));
  foreach wanted in array array[${roles.map((role) => `'${role}'`).join(', ')}] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
    if not pg_has_role(current_user, wanted, 'member') then
      execute format('grant %I to current_user', wanted);
    end if;
    -- Not again: another process may be granting other rights of the schema, and one of the two would fail.
    if not has_schema_privilege(wanted, 'public', 'usage') then
      execute format('grant usage on schema public to %I', wanted);
    end if;
  end loop;
  if not pg_has_role('tillhouse_store', 'tillhouse_app', 'usage') then
    grant tillhouse_app to tillhouse_store;
  end if;
end $$;
`;

/**
 * Returns what the database's administrator runs if `rolesSql` may not, as in the README. `user`: as PostgreSQL
 * writes it.
 */
export const rolesByHand = (user: string): string =>
  [
    ...roles.map((role) => `create role ${role} nologin;`),
    'grant tillhouse_app to tillhouse_store;',
    `grant ${roles.join(', ')} to ${user};`,
    'create extension if not exists pg_trgm;',
  ].join('\n');

/** Grants `tillhouse_backup` access to every table, including new ones; safe to run at any time. */
export const backupAccessSql = `
do $$
declare wanted record;
begin
  for wanted in
    select c.oid, c.relname, c.relrowsecurity as secured from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'secret'
      and not has_table_privilege('tillhouse_backup', c.oid, 'select')
  loop
    if wanted.secured then
      execute format('create policy kept on %I for select to tillhouse_backup using (true)', wanted.relname);
    end if;
    execute format('grant select on %I to tillhouse_backup', wanted.relname);
  end loop;
end $$;
`;
