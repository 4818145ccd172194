import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { pathOf, resources, stage } from '../start';

const on = stage();

const tenantTables = async () => {
  const { rows } = await sql<{
    name: string;
    enabled: boolean;
    forced: boolean;
    read: boolean;
    policies: number;
    key: boolean;
  }>`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      has_table_privilege('tillhouse_app', c.oid, 'select') as read,
      (select count(*) from pg_policy p where p.polrelid = c.oid) as policies,
      exists (select from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary and k.attname = 'tenant_id') as key
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`.execute(
    on.service.db,
  );
  return rows;
};

it('every table with a tenant forces row-level security, has a policy, and the tenant first in its key', async () => {
  const tables = await tenantTables();
  expect(tables.map((table) => table.name)).toEqual(expect.arrayContaining(resources.map(([name]) => name)));
  expect(
    tables.filter((table) => !(table.enabled && table.forced && table.policies > 0 && table.key)),
  ).toEqual([]);
});

it('foreign keys between those tables are composite on the tenant', async () => {
  const { rows } = await sql<{ name: string }>`
    select f.conname as name from pg_constraint f
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and not exists (
      select from unnest(f.conkey, f.confkey) k(mine, theirs)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.mine and a.attname = 'tenant_id'
      join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.theirs and b.attname = 'tenant_id')`.execute(
    on.service.db,
  );
  expect(rows).toEqual([]);
});

it('without a scope, or with that of nobody, the role of requests sees no row of any table', async () => {
  for (const [, resource] of resources) {
    await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
  }
  const known = await tenantTables();
  expect(known.filter(({ name }) => name === 'plu' || name === 'plu_search')).toMatchObject([
    { name: 'plu', read: true },
    { name: 'plu_search', read: false },
  ]);
  for (const scope of ['', `set local app.tenant = ''`, `set local app.tenant = '${crypto.randomUUID()}'`]) {
    await on.service.db.connection().execute(async (db) => {
      await sql.raw(`begin; ${scope}; set local role tillhouse_app`).execute(db);
      // Records of a resource that it may not read are invisible.
      for (const { name } of known.filter(({ read }) => read)) {
        const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
        expect([scope, name, rows[0]?.n]).toEqual([scope, name, 0]);
      }
      await sql.raw('rollback').execute(db);
    });
  }
});

it('the role of requests cannot delete, cannot read secrets, and cannot become another', async () => {
  const statements = [
    ...resources.map(([name]) => `delete from "${name}"`),
    'select * from secret',
    'delete from company',
    'create table x ()',
  ];
  for (const statement of statements) {
    await on.service.db.connection().execute(async (db) => {
      await sql.raw('begin; set local role tillhouse_app').execute(db);
      await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
      await sql.raw('rollback').execute(db);
    });
  }
});

it('in the scope of one company, the role of requests cannot write into another, whatever the service forgets', async () => {
  const { helsinki, group, other } = on.service.companies;
  for (const [name] of resources) {
    for (const company of [group, other]) {
      await on.service.db.connection().execute(async (db) => {
        await sql
          .raw(
            `begin; set local role tillhouse_app; set local app.tenant = '${helsinki.tenantId}';
             set local app.company = '${helsinki.companyId}'; set local app.lineage = '${helsinki.lineage.join(',')}'`,
          )
          .execute(db);
        const moved = sql`update ${sql.table(name)} set company_id = ${company.companyId}, tenant_id = ${company.tenantId}
          where company_id = ${helsinki.companyId}`;
        await expect(moved.execute(db)).rejects.toMatchObject({ code: '42501' });
        await sql.raw('rollback').execute(db);
      });
    }
  }
});
