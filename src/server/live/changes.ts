import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '@/contract/resource';
import { readsHistory } from '@/contract/history';
import { allows } from '@/contract/role';
import type { Caller } from '../auth/caller';
import { serviceCaller } from '../ops/companies';
import { inScope, trusted, type Database } from '../db/db';
import { wireTime } from '../db/table';
import type { Notice } from './listener';

/** A committed write, as the audit trail records it. */
export interface Change {
  readonly tenant: string;
  readonly company: string;
  readonly resource: string;
  readonly id: string;
  /** Null if events do not contain the record: for records accepted once (sales). */
  readonly version: number | null;
  readonly action: string;
  readonly at: string;
  readonly who: string | null;
  /** The number of its event. */
  readonly seq: string;
}

/** The most changes that are replayed to a client that was away; beyond that it has to read everything again. */
const maxReplayedChanges = 500;

const columns: RawBuilder<Change> = sql`e.tenant_id as tenant, e.company_id as company, e.entity as resource,
  e.entity_id as id, (e.after->>'version')::int as version, e.action, ${trusted(wireTime('e.at'))} as at, e.who, e.seq::text as seq`;

/** A notice with its number among those that are read at once: their commit order. */
export interface NumberedNotice extends Notice {
  readonly number: number;
}

/**
 * Returns the changes behind notices of one company of one tenant, in their order, each with the number of its notice:
 * row-level security lets one transaction read one company, so the caller merges those of several.
 */
export function changesOf(
  db: Database,
  notices: readonly [NumberedNotice, ...NumberedNotice[]],
): Promise<(Change & { readonly number: number })[]> {
  const [{ tenant, company }] = notices;
  const ranges = notices.map(({ entity, first: from, last, number }) => ({ entity, from, last, number }));
  return inScope(db, serviceCaller([company, tenant]), 'read only', (tx) =>
    tx.rows(sql<Change & { number: number }>`
      select ${columns}, (r.part->>'number')::int as number
      from jsonb_array_elements(${JSON.stringify(ranges)}::jsonb) with ordinality r(part, place)
      join event e on e.tenant_id = ${tenant} and e.company_id = ${company}
        and e.seq between (r.part->>'from')::bigint and (r.part->>'last')::bigint
        and e.entity = r.part->>'entity'
      order by r.place, e.seq`),
  );
}

/**
 * Returns the position in the trail below which everything is committed: a client that reads now may resume from it.
 */
export async function currentPosition(db: Database): Promise<bigint> {
  const { rows } = await sql<{ place: string }>`
    select settled_place()::text as place`.execute(db);
  return BigInt(rows[0]?.place ?? 0);
}

/** Returns how many notices wait in the outbox (db/schema/notices.sql), at most 10,000. */
export async function waitingNotices(db: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (select from outbox limit 10000) o`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/**
 * Returns what has changed in a caller's companies since a position, in order; null if that is too much or the
 * position is unknown, and everything has to be read again.
 */
export async function changesSince(
  db: Database,
  caller: Caller,
  place: bigint,
): Promise<PlacedChange[] | null> {
  const found: PlacedChange[] = [];
  for (const company of caller.lineage) {
    const locations = company === caller.companyId ? (caller.locations ?? null) : null;
    const of = { ...serviceCaller([company, caller.tenantId]), locations };
    const rows = await inScope(db, of, 'read only', async (tx) => {
      const [now] = await tx.rows(
        sql<{ beyond: boolean }>`
          select ${String(place)}::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric as beyond`,
      );
      if (!now || now.beyond) return null;
      return tx.rows(sql<PlacedChange>`
        select ${columns}, e.place::text as place from event e
        where e.tenant_id = ${caller.tenantId} and e.company_id = ${company} and e.place >= ${String(place)}::bigint
        order by e.place, e.seq limit ${maxReplayedChanges + 1}`);
    });
    if (!rows || rows.length > maxReplayedChanges) return null;
    found.push(...rows);
  }
  return found.toSorted(
    (a, b) => compare(BigInt(a.place), BigInt(b.place)) || compare(BigInt(a.seq), BigInt(b.seq)),
  );
}

/** Returns those of some changes that are there for a caller who holds some locations: the trail of others is not. */
export async function changesHeld<C extends Change>(
  db: Database,
  caller: Caller,
  changes: readonly C[],
): Promise<readonly C[]> {
  const own = changes.filter(({ company }) => company === caller.companyId);
  if (!caller.locations || own.length === 0) return changes;
  const seen = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<{ seq: string }>`
      select e.seq::text as seq from event e
      where e.tenant_id = ${caller.tenantId} and e.company_id = ${caller.companyId} and e.seq = any (${own.map(({ seq }) => seq)}::bigint[])`),
  );
  const known = new Set(seen.map(({ seq }) => seq));
  return changes.filter(({ company, seq }) => company !== caller.companyId || known.has(seq));
}

/** A change with its position in the trail, as text (`place`, db/schema/events.sql). */
export interface PlacedChange extends Change {
  readonly place: string;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns a change as one caller may see it; null if it may not. */
export function visibleTo(
  caller: Caller,
  resources: ReadonlyMap<string, Resource>,
  change: Change,
): Omit<Change, 'tenant' | 'company' | 'seq'> | null {
  const resource = resources.get(change.resource);
  if (!resource || change.tenant !== caller.tenantId || !allows(caller, resource.access.read)) return null;
  const isOwn = change.company === caller.companyId;
  if (!isOwn && !(resource.shared && caller.lineage.includes(change.company))) return null;
  const { id, version, action, at } = change;
  // The author is in the audit trail: visible to roles that may read it, for the company's own records
  // (event.server.ts).
  const isOpen = isOwn && readsHistory(caller, resource);
  return { resource: change.resource, id, version, action, at, who: isOpen ? change.who : null };
}
