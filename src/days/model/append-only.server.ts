/** What one append-only table needs besides its name: the trigger's function and the error that it raises. */
interface AppendOnly {
  readonly table: string;
  /** Prefix of the trigger function's name: `…_is_append_only`. */
  readonly name: string;
  /** The end of the error "… are append-only". */
  readonly subject: string;
}

/**
 * Returns the SQL that makes a table of entries about business days append-only: row-level security that lets a company
 * read its own entries and add them for days that it may read, and a trigger that refuses any change (SQLSTATE 42501).
 */
export const appendOnlyOfDays = ({
  table,
  name,
  subject,
}: AppendOnly): string => `alter table ${table} enable row level security, force row level security;
  create policy own on ${table} for select to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company());
  create policy made on ${table} for insert to tillhouse_app
    with check (tenant_id = app_tenant() and company_id = app_company()
      and exists (select from businessday r
        where r.tenant_id = ${table}.tenant_id and r.id = ${table}.businessday_id));
  grant select, insert on ${table} to tillhouse_app;
  create function ${name}_is_append_only() returns trigger language plpgsql as $$
  begin
    raise exception '${subject} are append-only' using errcode = '42501';
  end $$;
  create trigger append_only before update or delete or truncate on ${table}
    for each statement execute function ${name}_is_append_only();`;
