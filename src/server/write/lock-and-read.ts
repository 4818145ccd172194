import { sql } from 'kysely';
import { ruledKeys } from '@/contract/problem';
import { trusted, type Tx } from '../db/db';
import { wireTime, type Table } from '../db/table';
import type { Item } from '../http/items';
import { isOfCompany, isVisible } from '../read/visibility';
import { referencesOf } from './references';
import type { Stored } from './stored';
import type { WriteContext } from './write-context';

/** What a write has to know before it writes. Ids in lower case. */
export interface Seen {
  /** The company's own records that the items name, locked until the commit, by id. */
  readonly stored: ReadonlyMap<string, Stored>;
  /** Visible records of other companies that the items name: id → company. */
  readonly owners: ReadonlyMap<string, string>;
  /** The visible ones of the records that the items refer to, by resource. */
  readonly found: ReadonlyMap<string, ReadonlySet<string>>;
  /** The records among those named by the items that were erased. */
  readonly erased: ReadonlySet<string>;
}

type Row = Partial<Stored> & { readonly kind: string; readonly id: string };

/**
 * Locks the company's own records that the items name, in id order (without `lock` it only reads them), and reads all else that a write depends on, in one
 * statement; none if there is nothing to ask. Records are never deleted, so what it finds stays there.
 */
export async function lockAndRead(
  tx: Tx,
  context: WriteContext,
  items: readonly Item[],
  lock = true,
): Promise<Seen> {
  const rows = await ask(tx, context, items, lock);
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind);
  const ids = (kind: string) => new Set(ofKind(kind).map((row) => row.id));
  return {
    stored: new Map(ofKind(own).map((row) => [row.id, storedOf(row)])),
    owners: new Map(ofKind(others).map((row) => [row.id, row.company_id ?? ''])),
    found: new Map(Object.keys(context.tables).map((resource) => [resource, ids(resource)])),
    erased: ids(gone),
  };
}

// No resource has a name with a blank.
const own = 'own record';
const others = 'of others';
const gone = 'erased record';

function storedOf({
  id,
  version = 0,
  active = true,
  created_at = '',
  company_id = '',
  asked = null,
}: Row): Stored {
  return { id, version, active, created_at, company_id, asked };
}

/** SQL: the values in `t.data` that rules between fields ask for; null where the contract has none. */
function askedOf({ resource }: Table) {
  const keys = ruledKeys(resource);
  return keys.length === 0
    ? sql`null::jsonb`
    : sql`(select jsonb_object_agg(k, t.data->k) from unnest(${[...keys]}::text[]) k)`;
}

async function ask(tx: Tx, context: WriteContext, items: readonly Item[], lock: boolean): Promise<Row[]> {
  const { table, tables, caller } = context;
  const { name, erasable } = table.resource;
  const given = [...new Set(items.filter((item) => item.idGiven).map((item) => item.id))];
  const parts = [...referencesOf(table, items)].map(([resource, ids]) => {
    const target = tables[resource];
    if (!target) throw new Error(`${name} references ${resource}, which is no resource`);
    return sql`
      select ${sql.lit(resource)}, t.id, null::int, null::boolean, null::text, null::uuid, null::jsonb from ${sql.table(resource)} t
      where ${isVisible(caller, target)} and t.id = any(${[...ids]}::uuid[])`;
  });
  if (given.length > 0) {
    const isOfHeld =
      caller.locations && 'location_id' in table.resource.fields
        ? sql`and t.location_id = any(${caller.locations}::uuid[])`
        : sql``;
    // What is only looked at is what a lock would find: the policies of a write hide others from it alone.
    const isOwn = sql`${isOfCompany(caller, caller.companyId)} ${isOfHeld}`;
    parts.unshift(sql`
      select ${sql.lit(own)} as kind, h.* from (
        select t.id, t.version, t.active, ${trusted(wireTime('t.created_at'))} as created_at, t.company_id,
          ${askedOf(table)} as asked
        from ${sql.table(name)} t where ${isOwn} and t.id = any(${given}::uuid[])
        order by t.id ${trusted(lock ? 'for no key update' : '')}
      ) h`);
    parts.push(sql`
      select ${sql.lit(others)}, t.id, null, null, null, t.company_id, null from ${sql.table(name)} t
      where ${isVisible(caller, table)} and t.company_id <> ${caller.companyId} and t.id = any(${given}::uuid[])`);
    if (erasable) {
      parts.push(sql`
        select ${sql.lit(gone)}, e.entity_id, null, null, null, null, null from erased e
        where e.tenant_id = ${caller.tenantId} and e.company_id = ${caller.companyId}
          and e.entity = ${name} and e.entity_id = any(${given}::uuid[])`);
    }
  }
  if (parts.length === 0) return [];
  const columns = trusted('kind, id, version, active, created_at, company_id, asked');
  return tx.read(sql<Row>`
    select * from (${sql.join(parts, sql` union all `)}) seen(${columns})`);
}
