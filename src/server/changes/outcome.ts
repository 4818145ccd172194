import { sql } from 'kysely';
import { mostOutcomeRecords, outcomeStatuses, type SetOutcome } from '@/contract/change-set-outcome';
import { sameText } from '@/record/diff';
import { isArray, parseJson, type Json } from '@/record/json';
import type { Caller } from '../auth/caller';
import { trusted, type Tx } from '../db/db';
import { recordJsonb, wireTime } from '../db/table';
import type { Tables } from '../read/visibility';
import { unwrapped } from './add-items';
import { collectable } from './collectable';
import { decideItem, storedItemColumns, type Examined, type StoredItem } from './examine';
import { noOverlap, overlapsOf, type Asked, type SetRow } from './overlaps';
import { mayRead } from './rights';
import { momentOf } from './transitions';

/** Of which sets it is asked, and of which of their records. */
export interface OutcomeQuestion {
  readonly ids: readonly string[];
  readonly recordId: string | null;
  /** As if the set had these times, on the wall clock of the company: of one set alone. */
  readonly applyAt: string | null;
  readonly revertAt: string | null;
  /** Whether it is asked what became of them since the preview, and of the sets that change the same cells. */
  readonly asks: readonly ('since_preview' | 'others')[];
}

/** The most sets to come that are looked at: the nearest. */
const mostUpcoming = 200;

const setColumns = sql`t.id, t.name, t.status, t.origin, t.counts, t.apply_at, t.revert_at,
  coalesce(t.previewed_at is not null and t.previewed_content = t.content, false) as is_previewed,
  ${trusted(wireTime('t.due_at'))} as due_at, ${trusted(wireTime('t.revert_due_at'))} as revert_due_at`;

/**
 * Returns what becomes of sets that are not applied, as records and scheduled sets are now: what the preview said and does
 * not hold any more, and which sets to come change the same cells. Sets of the caller's company alone; cells of resources that
 * the caller may not read count nowhere.
 */
export async function outcomesOf(
  tx: Tx,
  caller: Caller,
  tables: Tables,
  question: OutcomeQuestion,
): Promise<SetOutcome[]> {
  const { ids, asks } = question;
  const own = sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}`;
  const sets = await tx.rows(sql<SetRow>`
    select ${setColumns} from changeset t
    where ${own} and t.id = any(${[...ids]}::uuid[]) and t.active and t.status = any(${[...outcomeStatuses]}::text[])
    order by t.id`);
  if (sets.length === 0) return [];
  const readable = Object.keys(tables).filter(
    (name) => collectable(tables, name) !== null && mayRead(tables, caller, name),
  );
  const asked = { tx, caller, tables, readable, recordId: question.recordId };
  const since = asks.includes('since_preview')
    ? await sincePreview(asked, sets)
    : { of: new Map<string, SetOutcome['since_preview']>(), isComplete: true };
  const upcoming = asks.includes('others')
    ? await tx.rows(sql<SetRow>`
        select ${setColumns} from changeset t
        where ${own} and ((t.status = 'scheduled' and t.active)
          or (t.status in ('applied', 'stopped') and t.revert_due_at is not null and t.undone_by is null))
        order by coalesce(case when t.status = 'scheduled' then t.due_at end, t.revert_due_at), t.id
        limit ${mostUpcoming}`)
    : [];
  const overlaps = await overlapsOf(asked, await timed(asked, question, sets), upcoming);
  return sets.map(({ id }) => ({
    id,
    since_preview: since.of.get(id) ?? null,
    ...(overlaps.of.get(id) ?? noOverlap),
    is_complete: since.isComplete && overlaps.isComplete,
  }));
}

/** Gives sets the times that they would have: those of the question, of their schedule, or those that were chosen for them. */
async function timed(
  { tx, caller }: Asked,
  { applyAt, revertAt }: OutcomeQuestion,
  sets: readonly SetRow[],
): Promise<SetRow[]> {
  const isAsked = sets.length === 1 && applyAt !== null;
  const at = async (time: string | null) => (time === null ? null : (await momentOf(tx, caller, time)).at);
  const given: SetRow[] = [];
  for (const set of sets) {
    const isKept = set.status === 'scheduled' && !isAsked;
    const [from, to] = isAsked ? [applyAt, revertAt] : [set.apply_at, set.revert_at];
    given.push(isKept ? set : { ...set, due_at: await at(from), revert_due_at: await at(to) });
  }
  return given;
}

interface ChangedItem extends StoredItem {
  readonly changeset_id: string;
  readonly state: string;
  readonly now: string;
  readonly then: string | null;
}

/**
 * Compares what the preview said with what an apply would do now, of the items whose records were written since. Of an event
 * that was removed nobody knows what the preview saw: then its state alone is compared.
 */
async function sincePreview({ tx, caller, tables, readable, recordId }: Asked, sets: readonly SetRow[]) {
  const previewed = sets.filter(({ counts, is_previewed: is }) => is && (counts['open'] ?? 0) === 0);
  const of = new Map<string, { cells: number; records: number; delta: Record<string, number> }>();
  const byId = new Map(previewed.map((set) => [set.id, set]));
  let left = mostOutcomeRecords + 1;
  for (const name of previewed.length > 0 ? readable : []) {
    const table = tables[name];
    if (!table || left <= 0) continue;
    const rows = await tx.rows(sql<ChangedItem>`
      select ${storedItemColumns}, i.changeset_id, i.state, picked(${trusted(recordJsonb(table))}, i.paths)::text as now,
        picked(first.before, i.paths)::text as then
      from changeset s
      join changeset_item i on i.tenant_id = s.tenant_id and i.changeset_id = s.id and i.resource = ${name}
        and i.state not in ('applied', 'refused') and (${recordId}::uuid is null or i.record_id = ${recordId}::uuid)
      join ${sql.table(name)} t on t.tenant_id = i.tenant_id and t.company_id = ${caller.companyId} and t.id = i.record_id
        and t.modified_at > s.previewed_at
      left join lateral (
        select e.before from event e
        where e.tenant_id = t.tenant_id and e.company_id = t.company_id and e.entity = ${name} and e.entity_id = t.id
          and e.at > s.previewed_at order by e.at, e.seq limit 1) first on true
      where s.tenant_id = ${caller.tenantId} and s.company_id = ${caller.companyId}
        and s.id = any(${previewed.map(({ id }) => id)}::uuid[])
        -- Nothing is looked at where no record of the resource was written since.
        and exists (select from revision v
          where v.tenant_id = s.tenant_id and v.resource = ${name} and v.at > s.previewed_at)
      limit ${left}`);
    left -= rows.length;
    for (const row of rows) {
      const set = byId.get(row.changeset_id);
      if (!set) continue;
      const now = decideItem(set, row, valuesIn(row.now));
      const then = row.then === null ? null : decideItem(set, row, valuesIn(row.then));
      const changed = of.get(set.id) ?? { cells: 0, records: 0, delta: {} };
      of.set(set.id, changed);
      const cells = then ? differing(then, now) : now.state === row.state ? 0 : now.decisions.length;
      if (cells > 0) changed.records += 1;
      changed.cells += cells;
      changed.delta[row.state] = (changed.delta[row.state] ?? 0) - 1;
      changed.delta[now.state] = (changed.delta[now.state] ?? 0) + 1;
    }
  }
  const found = new Map<string, SetOutcome['since_preview']>();
  for (const { id, counts } of previewed) {
    const { cells = 0, records = 0, delta = {} } = of.get(id) ?? {};
    const count = (state: string) => (counts[state] ?? 0) + (delta[state] ?? 0);
    const [ready, conflict, unchanged] = [count('ready'), count('conflict'), count('unchanged')];
    const isEmpty = ready === 0 && conflict === 0 && unchanged > 0;
    const state = isEmpty ? 'empty' : cells > 0 ? 'other' : 'same';
    found.set(id, { state, cells, records, ready, conflict, unchanged });
  }
  return { of: found, isComplete: left > 0 };
}

const valuesIn = (text: string): (Json | undefined)[] => {
  const values = parseJson(text);
  return isArray(values) ? values.map(unwrapped) : [];
};

/** Returns how many cells of an item become something else, or wait where they did not. */
function differing(then: Examined, now: Examined): number {
  return then.decisions.filter(({ fate, value }, at) => {
    const other = now.decisions[at];
    return other && (other.fate !== fate || !sameText(other.value ?? null, value ?? null));
  }).length;
}
