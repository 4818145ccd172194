import type { Table } from '../../table';

/** Returns the SQL that makes a function run with the rights of another role. */
export const ownedBy = (role: string, signature: string): string => `
    grant create on schema public to ${role};
    alter function ${signature} owner to ${role};
    revoke create on schema public from ${role};`;

/** Returns the SQL that makes a function run with the rights of the search role. */
export const ownedBySearch = (signature: string): string => ownedBy('tillhouse_search', signature);

/** Returns the SQL that makes a function run with the rights of the search role, for requests alone. */
export const forRequests = (signature: string): string => `
    ${ownedBySearch(signature)}
    revoke all on function ${signature} from public;
    grant execute on function ${signature} to tillhouse_app;`;

/** Returns the SQL condition for the rows `t` that a caller may read, as its policy has it. */
export const mayRead = ({ resource }: Table): string =>
  `t.tenant_id = app_tenant()
        and t.company_id = ${resource.shared ? 'any ((select app_lineage())::uuid[])' : 'app_company()'}`;

/**
 * Returns a function of the search role over what the caller may read, for operators that cannot use an index behind
 * a policy.
 */
export function searchFunction(
  table: Table,
  {
    signature,
    returns,
    columns,
    from,
    condition,
  }: { signature: string; returns: string; columns: string; from: string; condition: string },
): string {
  const types = signature.replace(/\w+ (text(?:\[\])?)/g, '$1');
  return `
    create or replace function ${signature} returns ${returns}
    language sql stable security definer set search_path = public as $$
      select ${columns} from ${from} t
      where ${mayRead(table)}
        and ${condition}
    $$;
    ${forRequests(types)}`;
}
