/**
 * @typedef {{ databaseUrl: string, statements: Record<string, [string, ...unknown[]]> }} BareHandler
 */

/**
 * Returns the bare handler's statements: the page's JSON by the service's own entity expression, the total from the
 * stored counts or, for a search, counted.
 *
 * @param {{ entityJson: (table: any) => string, table: any, tenant: string, company: string, searches: string[] }} from
 * @returns {BareHandler['statements']}
 */
export function bareStatements({ entityJson, table, tenant, company, searches }) {
  const entity = entityJson(table).replaceAll('app_company()', `'${company}'::uuid`);
  const own = `t.tenant_id = '${tenant}'::uuid and t.company_id = '${company}'::uuid`;
  const page = (/** @type {string} */ total, /** @type {string} */ where) => `
    select (${total})::bigint as total, '[' || coalesce(string_agg(e.entity, ','), '') || ']' as body
    from (select ${entity}::text as entity from (
      select t.* from ${table.resource.name} t where ${where} order by t.seq limit $1 offset $2
    ) t) e`;
  const storedTotal = `select (r.counts->'${company}'->>0)::bigint + (r.counts->'${company}'->>1)::bigint from revision r
    where r.tenant_id = '${tenant}'::uuid and r.resource = '${table.resource.name}'`;
  const found = `${own} and t.id in (select s.id from ${table.resource.name}_search s
    where s.tenant_id = '${tenant}'::uuid and s.company_id = '${company}'::uuid and s.words like $3)`;
  /** @type {BareHandler['statements']} */
  const statements = { '/': [page(storedTotal, own)] };
  searches.forEach((q, index) => {
    const pattern = q.length < 3 ? `% ${q}%` : `%${q}%`;
    const count = `select count(*) from ${table.resource.name} t where ${found}`;
    statements[`/q${index}`] = [page(count, found), pattern];
  });
  return statements;
}
