import { sql } from 'kysely';
import { pathsIn, type FieldGroup } from '@/contract/field-groups';
import { allows, type Holder } from '@/contract/role';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import type { Tables } from '../read/visibility';

/** Returns the names of the resources whose records a set changes, or was to change by lines that were refused. */
export async function resourcesOf(tx: Tx, caller: Caller, id: string): Promise<string[]> {
  // From one to the next in their index: a set has many items of few resources.
  const next = (after: ReturnType<typeof sql>) => sql`(
    select i.resource from changeset_item i
    where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id} ${after} order by i.resource limit 1)`;
  const rows = await tx.rows(sql<{ resource: string }>`
    with recursive named as (
      select ${next(sql``)} as resource
      union all
      select ${next(sql`and i.resource > n.resource`)} from named n where n.resource is not null
    ) select resource from named where resource is not null
    union
    select r.resource from changeset_refused r
    where r.tenant_id = ${caller.tenantId} and r.changeset_id = ${id} and r.line = 0
    order by 1`);
  return rows.map(({ resource }) => resource);
}

/** Whom a set is shown to: what its role hides counts. */
type Reader = Holder & { readonly hidden?: readonly FieldGroup[] };

/** Items are values as they were, are and will be: of a resource of which a role hides something it sees and changes none (docs/security.md#roles). */
const seesAll = ({ hidden = [] }: Reader, name: string): boolean => pathsIn(hidden, name).length === 0;

/** Returns whether a role may read, make and change records of a resource by a set. */
export function mayChange(tables: Tables, caller: Reader, name: string): boolean {
  const access = tables[name]?.resource.access;
  return (
    access !== undefined &&
    Object.values(access).every((allowed) => allows(caller, allowed)) &&
    seesAll(caller, name)
  );
}

/** Returns whether a role may read items of a resource. */
export const mayRead = (tables: Tables, caller: Reader, name: string): boolean =>
  allows(caller, tables[name]?.resource.access.read) && seesAll(caller, name);

/** How many items of a resource a set has that the reader may not see. */
export interface Withheld {
  readonly resource: string;
  readonly items: number;
}

/** Returns of which resources a set has items that the caller may not read, and how many. */
export async function withheldOf(tx: Tx, caller: Caller, tables: Tables, id: string): Promise<Withheld[]> {
  const names = (await resourcesOf(tx, caller, id)).filter((name) => !mayRead(tables, caller, name));
  if (names.length === 0) return [];
  return tx.rows(sql<Withheld>`
    select i.resource, count(*)::int as items from changeset_item i
    where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id} and i.resource = any(${names}::text[])
    group by i.resource order by i.resource`);
}
