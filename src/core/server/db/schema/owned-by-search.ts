/** Returns the SQL that makes a function run with the rights of the search role. */
export const ownedBySearch = (signature: string): string => `
    grant create on schema public to tillhouse_search;
    alter function ${signature} owner to tillhouse_search;
    revoke create on schema public from tillhouse_search;`;
