import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '@/core/contract/resource';
import { history } from '@/core/contract/role';
import type { Caller } from '../auth/caller';
import { serviceCaller } from '../ops/companies';
import { inScope, trusted, type Database } from '../db/db';
import { wireTime } from '../db/table';
import type { Notice } from './listener';

/** A write that is committed, as the trail has it. */
export interface Change {
  readonly tenant: string;
  readonly company: string;
  readonly resource: string;
  readonly id: string;
  /** Null where events do not keep the record: what is accepted once (sales). */
  readonly version: number | null;
  readonly action: string;
  readonly at: string;
  readonly who: string | null;
}

/** How many changes are told one by one to who was away; beyond that they have to read anew. */
const replayedAtMost = 500;

const columns: RawBuilder<Change> = sql`e.tenant_id as tenant, e.company_id as company, e.entity as resource,
  e.entity_id as id, (e.after->>'version')::int as version, e.action, ${trusted(wireTime('e.at'))} as at, e.who`;

/** Returns the changes that notices of one company of one tenant tell of, in the order of the notices. */
export function changesOf(db: Database, notices: readonly [Notice, ...Notice[]]): Promise<Change[]> {
  const [{ tenant, company }] = notices;
  const ranges = notices.map(({ entity, first: from, last }) => ({ entity, from, last }));
  return inScope(db, serviceCaller([company, tenant]), 'read only', (tx) =>
    tx.rows(sql<Change>`
      select ${columns}
      from jsonb_array_elements(${JSON.stringify(ranges)}::jsonb) with ordinality r(part, place)
      join event e on e.tenant_id = ${tenant} and e.company_id = ${company}
        and e.seq between (r.part->>'from')::bigint and (r.part->>'last')::bigint
        and e.entity = r.part->>'entity'
      order by r.place, e.seq`),
  );
}

/** The place in the trail below which everything is committed: where who reads now may go on later. */
export async function placeNow(db: Database): Promise<bigint> {
  const { rows } = await sql<{ place: string }>`
    select settled_place()::text as place`.execute(db);
  return BigInt(rows[0]?.place ?? 0);
}

/**
 * What a caller's companies have changed since a place, in order; null where that is too much, or where no
 * such place can be: then everything is to be read anew.
 */
export async function changesSince(db: Database, caller: Caller, place: bigint): Promise<Change[] | null> {
  const found: Change[] = [];
  for (const company of caller.lineage) {
    const rows = await inScope(db, serviceCaller([company, caller.tenantId]), 'read only', async (tx) => {
      const [now] = await tx.rows(
        sql<{ beyond: boolean }>`
          select ${String(place)}::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric as beyond`,
      );
      if (!now || now.beyond) return null;
      return tx.rows(sql<Change>`
        select ${columns} from event e
        where e.tenant_id = ${caller.tenantId} and e.company_id = ${company} and e.place >= ${String(place)}::bigint
        order by e.place, e.seq limit ${replayedAtMost + 1}`);
    });
    if (!rows || rows.length > replayedAtMost) return null;
    found.push(...rows);
  }
  return found;
}

/** A change as one caller may know it; null where it may not. */
export function seenBy(
  caller: Caller,
  resources: ReadonlyMap<string, Resource>,
  change: Change,
): Omit<Change, 'tenant' | 'company'> | null {
  const resource = resources.get(change.resource);
  if (!resource || change.tenant !== caller.tenantId || !resource.access.read.includes(caller.role))
    return null;
  const isOwn = change.company === caller.companyId;
  if (!isOwn && !(resource.shared && caller.lineage.includes(change.company))) return null;
  const { id, version, action, at } = change;
  // Who did it is in the trail: for whom that is open, and of the own company's records (event.server.ts).
  const isOpen =
    isOwn &&
    history.read.includes(caller.role) &&
    (caller.role === 'admin' || resource.access.update.includes(caller.role));
  return { resource: change.resource, id, version, action, at, who: isOpen ? change.who : null };
}
