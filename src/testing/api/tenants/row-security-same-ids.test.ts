import { sql, type Kysely, type RawBuilder } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import { sqlState } from '@/server/db/db';
import { samplesFor } from '../../samples';
import { people } from '../../people';
import { openShop } from '../../shop';
import { pathOf, resources, stage } from '../start';
import { actorOf, sides, twinGroups, type Side } from './twin-groups';

// The isolation matrix with the policies alone (docs/threats.md#1, docs/threats.md#23): statements without any
// condition, as the role of requests, in the scope of one company, over every table. Both tenants have the same
// rows with the same ids.
const on = stage();
const { actors } = twinGroups(on);
const { person } = people(on);

interface TenantTable {
  readonly name: string;
  /** Columns that are neither generated nor the tenant's. */
  readonly columns: readonly string[];
  readonly updates: readonly string[];
  /** The type of each column that is not generated. */
  readonly types: Readonly<Record<string, string>>;
  /** Columns, by type, whose values must be single across tenants. */
  readonly single: Readonly<Record<string, string>>;
}
const tables: TenantTable[] = [];
const tenantOf = (side: Side) => actorOf(actors, side, 'group').caller.tenantId;

const readTables = async () => {
  const { rows } = await sql<TenantTable>`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attname <> 'tenant_id' and a.attgenerated = '') as columns,
      coalesce(array_agg(a.attname::text order by a.attnum)
        filter (where a.attgenerated = '' and a.attidentity = ''
          and has_column_privilege('tillhouse_app', c.oid, a.attnum, 'update')), '{}') as updates,
      jsonb_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) filter (where a.attgenerated = '') as types,
      coalesce(jsonb_object_agg(a.attname, format_type(a.atttypid, null)) filter (where exists (
        select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)
          and not exists (select from unnest(i.indkey) k join pg_attribute t on t.attrelid = c.oid and t.attnum = k
            where t.attname = 'tenant_id'))), '{}') as single
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    group by c.oid, c.relname having bool_or(a.attname = 'tenant_id') order by c.relname`.execute(
    on.service.db,
  );
  return rows;
};

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** Converts a row of the first tenant to one of the second. Unique values are generated anew. */
const asOtherTenant = ({ columns, single }: TenantTable) =>
  sql.join(
    columns.map((column) => {
      if (single[column] === 'uuid') return sql`gen_random_uuid()`;
      if (single[column] === 'bytea') return sql`sha256(${sql.ref(column)})`;
      return sql.ref(column);
    }),
  );

/** Inserts a row where the requests below created none; policies do not depend on its content. */
async function fillEmpty(
  one: Kysely<unknown>,
  { name, types }: TenantTable,
  { tenantId, companyId }: Caller,
) {
  const { rows } = await sql`select from ${sql.table(name)} where tenant_id = ${tenantId} limit 1`.execute(
    one,
  );
  if (rows.length > 0) return;
  const known = {
    tenant_id: sql`${tenantId}::uuid`,
    ...('company_id' in types && { company_id: sql`${companyId}::uuid` }),
    // A frozen tenant takes no writes, and policies would not be asked.
    ...('frozen_at' in types && { frozen_at: sql`null::timestamptz` }),
    ...((name === 'mail_outbox' || name === 'webhook_delivery') && { state: sql`'waiting'` }),
    ...(name === 'webhook_queue' && { paused_for: sql`'failing'` }),
    // The first entry of a chain, as its checks ask for.
    ...(name === 'businessday_month' && {
      month: sql`'2031-01'`,
      action: sql`'lock'`,
      contents: sql`'{"days": []}'`,
      previous: sql`null::text`,
    }),
  };
  const values = Object.entries({
    ...mapValues(types, (type) => sql`${valueOf(type)}::${sql.raw(type)}`),
    ...known,
  });
  await sql`insert into ${sql.table(name)} (${names(values.map(([column]) => column))}) overriding system value
    select ${sql.join(values.map(([, value]) => value))}`.execute(one);
}

const madeUp: Readonly<Record<string, string>> = {
  uuid: crypto.randomUUID(),
  text: 'x',
  jsonb: '{}',
  integer: '1',
  smallint: '1',
  bigint: '1',
  numeric: '1',
  date: '2031-01-01',
  boolean: 'true',
  bytea: '\\x00',
  'timestamp with time zone': '2031-01-01',
};
const valueOf = (type: string): string | null =>
  type.endsWith('[]') ? '{}' : (madeUp[type.replace(/\([\d,]+\)/, '')] ?? null);
const mapValues = <T, U>(record: Readonly<Record<string, T>>, to: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));

const isOfCompany = ({ columns }: TenantTable, id: string): RawBuilder<unknown> =>
  columns.includes('company_id') ? sql`company_id = ${id}` : sql`true`;

beforeAll(async () => {
  const { db } = on.service;
  const { send, caller } = actorOf(actors, 'first', 'helsinki');
  const samples = samplesFor(send);
  for (const [, resource] of resources) {
    const { generatesIds } = resource;
    const json = {
      ...(await samples.full(resource)),
      ...(!generatesIds && { id: crypto.randomUUID() }),
      name: 'Secret',
    };
    await send('POST', pathOf(resource), { json, headers: { 'Idempotency-Key': resource.name } });
  }
  const set = await send('POST', '/api/secure/changeset', { json: { name: 'Secret' } });
  const items = [{ resource: 'dpt', record_id: null, patch: { name: 'Secret' } }];
  await send('POST', `/api/secure/changeset/${set.entity.id}/items`, { json: items });
  const refused = {
    resource: 'dpt',
    header: ['Name'],
    lines: [{ line: 2, cells: ['Secret'], problems: [{ column: null, code: 'no_key' }] }],
  };
  await send('POST', `/api/secure/changeset/${set.entity.id}/refused`, { json: refused });
  const { entity } = await send('POST', '/api/secure/customer', { json: { name: 'Erased' } });
  await send('POST', `/api/secure/customer/${entity.id}/erase`);
  const shop = await openShop(send, samples);
  const day = await shop.openDay();
  await send('POST', '/api/secure/sales', { json: shop.receipt(day) });
  await shop.setStatus(day, 'closed', {
    z_reports: [{ pos_id: shop.pos_id, z_number: 1, opening_float: '100.00', counted: '104.50' }],
  });
  await person();
  await send(
    'POST',
    `/api/secure/user/${(await send('GET', '/api/secure/user')).entities[0]?.id}/invitation`,
  );
  tables.push(...(await readTables()));
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one);
    for (const table of tables.filter(({ name }) => name !== 'company')) {
      await fillEmpty(one, table, caller);
      await sql`insert into ${sql.table(table.name)} (tenant_id, ${names(table.columns)}) overriding system value
        select ${tenantOf('second')}::uuid, ${asOtherTenant(table)} from ${sql.table(table.name)}
        where tenant_id = ${tenantOf('first')} and ${isOfCompany(table, caller.companyId)} on conflict do nothing`.execute(
        one,
      );
    }
    await sql`set session_replication_role = origin`.execute(one);
  });
});

/**
 * What is deleted: stored idempotent responses, items and refused lines of drafts, figures that are made again, and what the archive notes of its own files
 * Nothing else is.
 */
const deletable: Readonly<Record<string, readonly (string | null)[]>> = {
  retry: [null],
  changeset_item: [null],
  changeset_refused: [null],
  businessday_figures: [null],
  businessday_figures_plus: [null],
  archive_queue: [null],
  archive_file: [null],
  provider_token: [null],
  pairing: [null],
  provider_group: [null, '23503'],
  provider_group_member: [null],
};

/** Runs a statement as the role of requests in the scope of one company, and rolls it back. */
async function attempt(scope: Caller, statement: RawBuilder<unknown>, name: string): Promise<Attempt> {
  const others = sql`select coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as others
    from ${sql.table(name)} t where tenant_id <> ${scope.tenantId}`;
  return on.service.db.connection().execute(async (one) => {
    const otherRows = async () =>
      z.array(z.object({ others: z.string() })).parse((await others.execute(one)).rows)[0];
    await sql`begin`.execute(one);
    try {
      const before = await otherRows();
      await sql`savepoint here`.execute(one);
      await sql
        .raw(
          `set local role tillhouse_app; set local app.tenant = '${scope.tenantId}';
           set local app.company = '${scope.companyId}'; set local app.lineage = '${scope.lineage.join(',')}'`,
        )
        .execute(one);
      const did = await statement.execute(one).then(
        ({ rows, numAffectedRows = 0n }) => ({ rows, affected: Number(numAffectedRows), refused: null }),
        (error: unknown) => ({ rows: [], affected: 0, refused: sqlState(error) }),
      );
      if (did.refused === null) await sql`reset role`.execute(one);
      else await sql`rollback to here`.execute(one);
      expect(await otherRows()).toEqual(before);
      return did;
    } finally {
      await sql`rollback`.execute(one);
    }
  });
}

interface Attempt {
  readonly rows: readonly unknown[];
  readonly affected: number;
  /** The SQLSTATE of the refusal. */
  readonly refused: string | null;
}

const notAllowed = '42501';

/** Returns the most rows that a company may read, change or delete: those of its tenant. */
const ownRows = async (name: string, { tenantId }: Caller): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}
    where tenant_id = ${tenantId}`.execute(on.service.db);
  return rows[0]?.n ?? 0;
};

describe('statements without a condition, in the scope of one company of two tenants with the same rows', () => {
  it('find every table filled on both sides, with the same ids', async () => {
    for (const { name } of tables) {
      const counts = await Promise.all(
        sides.map((side) => ownRows(name, actorOf(actors, side, 'group').caller)),
      );
      expect([name, counts.every((count) => count > 0)]).toEqual([name, true]);
    }
    expect(tables.length).toBeGreaterThan(40);
  });

  it('read no row of the other tenant, from any table', async () => {
    let read = 0;
    for (const { caller } of actors) {
      for (const { name } of tables) {
        const { rows, refused } = await attempt(
          caller,
          sql`select tenant_id from ${sql.table(name)} t`,
          name,
        );
        expect([null, notAllowed]).toContain(refused);
        expect([name, rows.filter((row) => tenantIn(row) !== caller.tenantId)]).toEqual([name, []]);
        read += rows.length;
      }
    }
    expect(read).toBeGreaterThan(0);
  });

  it('change no row of the other tenant, in any column of any table', async () => {
    let changed = 0;
    for (const { caller } of actors.filter(({ company }) => company === 'helsinki')) {
      for (const { name, updates } of tables) {
        const own = await ownRows(name, caller);
        const table = sql.table(name);
        for (const column of updates) {
          const { affected } = await attempt(
            caller,
            sql`update ${table} set ${sql.ref(column)} = ${sql.ref(column)}`,
            name,
          );
          expect([name, column, affected <= own]).toEqual([name, column, true]);
          changed += affected;
        }
        const moved = await attempt(
          caller,
          sql`update ${table} set tenant_id = ${otherTenant(caller)}`,
          name,
        );
        // A trigger refuses some of them before the policy applies.
        expect([name, moved.affected, moved.refused]).toEqual([name, 0, expect.any(String)]);
      }
    }
    expect(changed).toBeGreaterThan(0);
  });

  it('find no row of the other tenant through the functions that look behind the policies', async () => {
    const { rows: functions } = await sql<{ name: string }>`select proname as name from pg_proc p
      where prosecdef and has_function_privilege('tillhouse_app', oid, 'execute')
        and pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`.execute(
      on.service.db,
    );
    const called = functions.map(({ name }) => name);
    let found = 0;
    for (const { caller } of actors) {
      for (const { name } of tables) {
        const scoped = (statement: RawBuilder<unknown>) => attempt(caller, statement, name);
        if (called.includes(`search_${name}`)) {
          const { rows } = await scoped(sql`select * from ${sql.raw(`search_${name}`)}('%', '%', '{}')`);
          expect([name, rows.length <= (await ownRows(name, caller))]).toEqual([name, true]);
          found += rows.length;
        }
        if (called.includes(`${name}_as_of`)) {
          const past = sql`${sql.raw(`${name}_as_of`)}(t.entity_id, t.company_id, now())`;
          const { rows } = await scoped(
            sql`select ${past} as past from (select distinct entity_id, company_id from event where entity = ${name}) t`,
          );
          expect([name, rows.length <= (await ownRows(name, caller))]).toEqual([name, true]);
        }
      }
      const marks = await attempt(
        caller,
        sql`select revision_mark(${caller.tenantId}, '{grp}') as own, revision_mark(${otherTenant(caller)}, '{grp}') as other`,
        'revision',
      );
      expect(marks.rows).toEqual([{ own: expect.any(String), other: null }]);
    }
    expect(found).toBeGreaterThan(0);
  });

  it('delete no row of the other tenant, from any table', async () => {
    for (const { caller } of actors) {
      for (const { name } of tables) {
        const own = await ownRows(name, caller);
        const { affected, refused } = await attempt(caller, sql`delete from ${sql.table(name)}`, name);
        expect([name, deletable[name] ?? [notAllowed]]).toEqual([name, expect.arrayContaining([refused])]);
        expect([name, affected <= own]).toEqual([name, true]);
      }
    }
  });

  it('insert no row into the other tenant, into any table', async () => {
    for (const { caller } of actors) {
      for (const { name, columns } of tables) {
        const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t
          where tenant_id = ${otherTenant(caller)} limit 1`.execute(on.service.db);
        const { affected, refused } = await attempt(
          caller,
          sql`insert into ${sql.table(name)} (tenant_id, ${names(columns)}) overriding system value
            select tenant_id, ${names(columns)} from jsonb_populate_record(null::${sql.table(name)}, ${rows[0]?.row}::jsonb)`,
          name,
        );
        expect([name, affected, refused]).toEqual([name, 0, notAllowed]);
      }
    }
  });
});

const otherTenant = ({ tenantId }: Caller): string =>
  tenantId === tenantOf('first') ? tenantOf('second') : tenantOf('first');
const tenantIn = (row: unknown) => z.object({ tenant_id: z.string() }).parse(row).tenant_id;
