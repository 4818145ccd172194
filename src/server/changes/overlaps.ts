import { sql } from 'kysely';
import type { Choice, Origin } from '@/contract/change-set';
import {
  mostOutcomeRecords,
  mostOverlaps,
  type Overlap,
  type SetOutcome,
} from '@/contract/change-set-outcome';
import { pointerOf } from '@/contract/pointer';
import { readValues } from './add-items';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import type { Tables } from '../read/visibility';
import { currentValues, storedItemColumns, type StoredItem } from './examine';
import { sharedCells, type Part, type SharedCell } from './shared-cells';

/** A set as its outcome needs it. */
export interface SetRow {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly origin: Origin;
  readonly counts: Readonly<Record<string, number>>;
  readonly is_previewed: boolean;
  readonly apply_at: string | null;
  readonly revert_at: string | null;
  readonly due_at: string | null;
  readonly revert_due_at: string | null;
}

/** Who asks, of which resources, and of which record alone. */
export interface Asked {
  readonly tx: Tx;
  readonly caller: Caller;
  readonly tables: Tables;
  readonly readable: readonly string[];
  readonly recordId: string | null;
}

interface SharedItem extends StoredItem {
  readonly changeset_id: string;
  readonly state: string;
}

/** The most items that are looked at. */
const mostItems = 12_000;

type OverlapsOfSet = Pick<SetOutcome, 'others' | 'other_sets' | 'ends'>;

/** What is said of a set that shares no cell with a set to come. */
export const noOverlap: OverlapsOfSet = {
  others: [],
  other_sets: 0,
  ends: { cells: 0, this: 0, other: 0, before: 0 },
};

/** Returns for each set the sets to come that change the same cells, and what becomes of those cells. */
export async function overlapsOf(asked: Asked, sets: readonly SetRow[], upcoming: readonly SetRow[]) {
  const isUpcoming = new Set(upcoming.map(({ id }) => id));
  // What is asked with other times takes the place of what is scheduled.
  const all = [...new Map([...upcoming, ...sets].map((set) => [set.id, set])).values()];
  const found = new Map<string, { readonly set: SetRow; readonly cells: SharedCell[][] }>();
  if (all.length < 2) return { of: new Map<string, OverlapsOfSet>(), isComplete: true };
  const { items, isComplete } = await sharedItems(asked, sets, all);
  for (const name of new Set(items.map(({ resource }) => resource))) {
    const ofResource = items.filter(({ resource }) => resource === name);
    for (const { now, parts } of await partsOfRecords(asked, name, ofResource, all)) {
      // Drafts meet what is scheduled, but not each other.
      const planned = parts.filter(({ set }) => isUpcoming.has(set));
      const ofPlanned = sharedCells(inOrder(planned), now);
      for (const set of sets) {
        const own = parts.find((part) => part.set === set.id);
        if (!own) continue;
        const round = isUpcoming.has(set.id) ? ofPlanned : sharedCells(inOrder([...planned, own]), now);
        const cells = round.filter((cell) => cell.set === set.id);
        if (cells.length === 0) continue;
        const of = found.get(set.id) ?? { set, cells: [] };
        found.set(set.id, of);
        of.cells.push(cells);
      }
    }
  }
  const byId = new Map(all.map((set) => [set.id, set]));
  const summed = [...found].map(([id, { cells }]) => [id, summedUp(cells, byId)] as const);
  return { of: new Map(summed), isComplete };
}

/**
 * Returns the items of all sets for the records that the sets share with sets to come, record by record: of as many records
 * as are looked at.
 */
async function sharedItems(
  { tx, caller, readable, recordId }: Asked,
  sets: readonly SetRow[],
  all: readonly SetRow[],
) {
  const ids = all.map(({ id }) => id);
  const rows = await tx.rows(sql<SharedItem>`
    select ${storedItemColumns}, i.changeset_id, i.state
    from (
      select distinct i.resource, i.record_id from changeset_item i
      where i.tenant_id = ${caller.tenantId} and i.changeset_id = any(${sets.map(({ id }) => id)}::uuid[])
        and i.resource = any(${[...readable]}::text[]) and i.state not in ('refused', 'applied') and not i.is_new
        and (${recordId}::uuid is null or i.record_id = ${recordId}::uuid)
        and exists (select from changeset_item o
          where o.tenant_id = i.tenant_id and o.changeset_id = any(${ids}::uuid[])
            and o.changeset_id <> i.changeset_id and o.resource = i.resource and o.record_id = i.record_id)
      order by 1, 2 limit ${mostOutcomeRecords + 1}
    ) r
    join changeset_item i on i.tenant_id = ${caller.tenantId} and i.changeset_id = any(${ids}::uuid[])
      and i.resource = r.resource and i.record_id = r.record_id
    where i.state not in ('refused', 'kept')
    order by i.resource, i.record_id limit ${mostItems + 1}`);
  const records = new Set(rows.map(({ resource, record_id: id }) => `${resource} ${id}`));
  const isComplete = rows.length <= mostItems && records.size <= mostOutcomeRecords;
  const last = rows.at(-1);
  // Of the last record some items may be missing: it is left out.
  const isWhole = (item: SharedItem) => item.record_id !== last?.record_id || item.resource !== last.resource;
  return { items: isComplete ? rows : rows.filter(isWhole), isComplete };
}

/** Returns what each set does to records of one resource, record by record, with the values as they are now. */
async function partsOfRecords(
  { tx, caller, tables }: Asked,
  name: string,
  given: readonly SharedItem[],
  all: readonly SetRow[],
) {
  const table = tables[name];
  if (!table) return [];
  const byId = new Map(all.map((set) => [set.id, set]));
  const isApplied = (id: string) => {
    const status = byId.get(id)?.status;
    return status === 'applied' || status === 'stopped';
  };
  const records = new Map<string, SharedItem[]>();
  for (const item of given) {
    // Of a set that was applied, what it made is to end; of the others, what they are to make is to come.
    if ((item.state === 'applied') !== isApplied(item.changeset_id)) continue;
    const ofRecord = records.get(item.record_id);
    if (ofRecord) ofRecord.push(item);
    else records.set(item.record_id, [item]);
  }
  // Each record is read once, with the paths of all sets.
  const asked = [...records.values()].flatMap((items, n) => {
    const [first] = items;
    const keys = [...new Set(items.flatMap((item) => [...readValues(item).keys()]))];
    return first ? [{ keys, item: { ...first, n, paths: `[${keys.join(',')}]` } }] : [];
  });
  const values = await currentValues(
    tx,
    caller,
    table,
    asked.map(({ item }) => item),
  );
  return asked.map(({ keys, item }) => ({
    now: new Map(keys.map((key, at) => [key, values.get(item.n)?.[at]] as const)),
    parts: (records.get(item.record_id) ?? []).flatMap((one) => partOf(one, byId.get(one.changeset_id))),
  }));
}

function partOf(item: SharedItem, set: SetRow | undefined): Part[] {
  if (!set) return [];
  const cells = [...readValues(item).values()];
  const kept = set.origin === 'undo' ? cells.map(({ path }) => [pointerOf(path), 'theirs' as const]) : [];
  const choices: Readonly<Record<string, Choice>> = { ...Object.fromEntries(kept), ...item.choices };
  const isApplied = set.status === 'applied' || set.status === 'stopped';
  const at = isApplied ? Number.NEGATIVE_INFINITY : set.due_at === null ? Date.now() : Date.parse(set.due_at);
  const until = set.revert_due_at === null ? null : Date.parse(set.revert_due_at);
  return [{ set: set.id, at, until, isApplied, cells, choices }];
}

/** Parts in the order in which their sets are applied: at one moment in that of their ids, as the service takes them. */
const inOrder = (parts: readonly Part[]): Part[] =>
  parts.toSorted((a, b) => (a.at === b.at ? (a.set < b.set ? -1 : 1) : a.at < b.at ? -1 : 1));

const noCells = { records: 0, cells: 0, waits: 0, alike: 0, replaces: 0, stays: 0, apart: 0 };

/** Sums up the shared cells of one set, given record by record. */
function summedUp(records: readonly SharedCell[][], byId: ReadonlyMap<string, SetRow>): OverlapsOfSet {
  const others = new Map<string, Overlap>();
  const ends = { ...noOverlap.ends };
  for (const cells of records) {
    const seen = new Set<string>();
    for (const cell of cells) {
      ends.cells += 1;
      ends[cell.ends] += 1;
      for (const { set, order, fate } of cell.others) {
        const { name, due_at, revert_due_at } = byId.get(set) ?? {
          name: '',
          due_at: null,
          revert_due_at: null,
        };
        const known = others.get(set) ?? { ...noCells, id: set, name, due_at, revert_due_at, order };
        others.set(set, {
          ...known,
          records: known.records + (seen.has(set) ? 0 : 1),
          cells: known.cells + 1,
          [fate]: known[fate] + 1,
        });
        seen.add(set);
      }
    }
  }
  const inTime = (one: Overlap) => (one.order === 'before' ? 0 : 1);
  return {
    ends,
    other_sets: others.size,
    others: [...others.values()]
      .toSorted((a, b) => inTime(a) - inTime(b) || (a.due_at ?? '').localeCompare(b.due_at ?? ''))
      .slice(0, mostOverlaps),
  };
}
