import { sql, type RawBuilder } from 'kysely';
import { writeAuditEntry, recordOf, takeRevision } from '../write/audit';
import { hashKey, type Caller } from '../auth/caller';
import { inScope, trusted, type Database } from '../db/db';
import { wireTime } from '../db/table';

/** A company of any tenant. `lineage` is the company and its ancestors, nearest first. */
export interface ExistingCompany {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly lineage: readonly [string, ...string[]];
  /** Depth in the tree; 0 for a root. */
  readonly depth: number;
  /** The tenant's locale. */
  readonly locale: string;
}

/** An API key as it may be shown: without its hash. */
export interface ExistingKey {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly prefix: string;
  readonly active: boolean;
  readonly created_at: string;
  /** The name of its company. */
  readonly company: string;
  readonly lineage: readonly [string, ...string[]];
}

/** Returns all companies of all tenants: each root followed by its descendants, in order of creation. */
export const listCompanies = (db: Database): Promise<ExistingCompany[]> => companies(db, sql`true`);

/** Returns the companies with this id, alone or after the id of its root (`ROOT:ID`), or with exactly this name. */
export const findCompany = (db: Database, wanted: string): Promise<ExistingCompany[]> =>
  companies(db, sql`${isNamed('c', wanted)} or c.name = ${wanted}`);

/**
 * Returns SQL that compares a row's id. Ids are unique within a tenant alone; the root company's id in front makes
 * them unique.
 */
const isNamed = (table: 'c' | 'k', wanted: string | null): RawBuilder<unknown> =>
  sql`lower(${wanted}) in (${sql.ref(`${table}.id`)}::text, concat(${sql.ref(`${table}.tenant_id`)}, ':', ${sql.ref(`${table}.id`)}))`;

function companies(db: Database, condition: RawBuilder<unknown>): Promise<ExistingCompany[]> {
  return acrossTenants(
    db,
    sql<ExistingCompany>`
      select c.id, c.name, c.active, c.lineage, cardinality(c.lineage) - 1 as depth,
        coalesce(root.data->>'locale', 'und') as locale
      from company c join company root on root.tenant_id = c.tenant_id and root.id = c.tenant_id
      where ${condition}
      order by root.seq, (
        select array_agg(above.seq order by cardinality(above.lineage)) from company above
        where above.tenant_id = c.tenant_id and above.id = any (c.lineage)
      )`,
  );
}

/** Returns the keys of all tenants in order of creation, or those of a company, an id (also `ROOT:ID`) or a prefix. */
export function findKeys(
  db: Database,
  { company = null, named = null }: { company?: ExistingCompany | null; named?: string | null },
): Promise<ExistingKey[]> {
  return acrossTenants(
    db,
    sql<ExistingKey>`
      select k.id, k.name, k.role, k.prefix, k.active, c.name as company, c.lineage,
        ${trusted(wireTime('k.created_at'))} as created_at
      from apikey k join company c on c.tenant_id = k.tenant_id and c.id = k.company_id
      where ${isOf('k', company)}
        and (${named}::text is null or ${isNamed('k', named)} or (k.prefix <> '' and k.prefix = ${named}))
      order by k.seq`,
  );
}

/** Returns SQL for whether a row belongs to a company of its tenant; true for every row if none is given. */
export const isOf = (table: 'k' | 'u', company: ExistingCompany | null): RawBuilder<unknown> =>
  company === null
    ? sql`true`
    : sql`(${sql.ref(`${table}.tenant_id`)}, ${sql.ref(`${table}.company_id`)}) =
        (${company.lineage.at(-1)}::uuid, ${company.id}::uuid)`;

/** Returns the only company if it never had a key or a person, so that nobody can enter it; otherwise null. */
export async function findCompanyWithoutKey(db: Database): Promise<ExistingCompany | null> {
  const nobody = sql`not exists (select from apikey) and not exists (select from "user")
    and (select count(*) from company) = 1`;
  return (await companies(db, nobody))[0] ?? null;
}

/** Returns whether a secret belongs to a key of any company, revoked or not. */
export async function isKnown(db: Database, secret: string): Promise<boolean> {
  const found = await acrossTenants(db, sql`select from apikey where hash = ${hashKey(secret)}`);
  return found.length > 0;
}

/** Revokes a key of the caller's company: the next request with it is 401 (docs/design.md#keys-and-roles). */
export async function revokeKey(db: Database, caller: Caller, id: string): Promise<void> {
  await inScope(db, caller, 'read write', async (tx) => {
    // The row first, then the revision: the order of every write (docs/design.md#3-one-database-postgresql).
    await tx.rows(
      sql`select from apikey where tenant_id = ${caller.tenantId} and id = ${id} for no key update`,
    );
    const before = await recordOf(tx, caller, 'apikey', id);
    await takeRevision(tx, caller, 'apikey');
    await tx.rows(sql`
      update apikey set active = false, version = version + 1, modified_at = clock_timestamp()
      where tenant_id = ${caller.tenantId} and id = ${id} and active`);
    await writeAuditEntry(tx, caller, {
      action: 'update',
      entity: 'apikey',
      id,
      payload: { active: false },
      before,
    });
  });
}

/**
 * Reads as the role that sees every tenant's companies and keys, and nothing else. The tables' owner sees none of
 * them unless it is a superuser, because row-level security is forced.
 */
export function acrossTenants<Row>(db: Database, statement: RawBuilder<Row>): Promise<Row[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local role tillhouse_auth`.execute(tx);
    return (await statement.execute(tx)).rows;
  });
}
