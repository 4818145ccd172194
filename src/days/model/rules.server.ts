import { sql } from 'kysely';
import { type Tx, trusted } from '@/server/db/db';
import type { Item } from '@/server/http/items';
import { forbidden } from '@/server/auth/caller';
import { invalid } from '@/server/http/problems';
import type { Change, Rules } from '@/server/write/rules';
import { figuresCheck } from '../figures/check.server';
import { changeOfData, readDays, type Day } from './day-state.server';
import { conflict, fieldProblem } from './refusals.server';
import { requireNewVouchers } from './voucher-number.server';
import { requireNumbers } from '../voucher/server/without-rows.server';
import { lockedMonthsOf, requireUnlocked } from '../month/server/locked.server';
import { monthCheck } from '../month/server/check.server';
import { sealCheck } from '../seal/check.server';
import { sealDays, type SealReason } from '../seal/seal.server';
import { decimal } from '../receipts/server/receipt-lists.server';
import { countedRegisters, keptRegister, zReportsOf } from './drawers.server';
import { acts, allows, type Grant } from '@/contract/role';

/** A change of status: the roles that may make it, and the field of `data` that it requires. */
interface Step {
  readonly from: string;
  readonly to: string;
  readonly needs: Grant;
  /** Whether the request has to add to `data.note`. */
  readonly saysWhy?: true;
}

/**
 * The allowed changes of status of a business day (docs/design.md#7-resources-and-fields). What an export requires is known only
 * after the write (voucher/server/without-rows.server.ts).
 */
const steps: readonly Step[] = [
  { from: 'open', to: 'closed', needs: acts.closeDays },
  { from: 'closed', to: 'open', needs: acts.reopenDays, saysWhy: true },
  { from: 'closed', to: 'exported', needs: acts.exportDays },
];

/**
 * Validates a change of status.
 *
 * @throws 409 `status_not_next`; 403 for a role that may not make it; 422 `required` for a missing note.
 */
function requireStep({ caller }: Change, item: Item, day: Day, to: string): void {
  const step = steps.find((known) => known.from === day.status && known.to === to);
  if (!step) {
    const detail = `A business day that is ${day.status} does not become ${to}`;
    throw conflict([[item, ['status']]], 'status_not_next', detail);
  }
  if (!allows(caller, step.needs)) throw forbidden(caller.role);
  if (!step.saysWhy) return;
  const note: unknown = item.data?.['note'];
  // An unchanged note is no reason: the request must add to it.
  if (typeof note === 'string' && note.trim() !== '' && note.trim() !== day.note) return;
  throw invalid([
    fieldProblem(
      item,
      ['data', 'note'],
      'required',
      `From ${day.status} to ${to} a business day goes with data.note`,
    ),
  ]);
}

const columns = ['active', 'name', 'date', 'location_id', 'opened_at', 'closed_at'] as const;

/**
 * Refuses changes to a day that is not open: a change of status may change nothing else, except that reopening may clear
 * `closed_at`. `fixed` are the final keys of `data` that the item changes.
 *
 * @throws 409 `business_day_closed`, naming each field.
 */
function requireFinal(item: Item, day: Day, next: Day, fixed: readonly string[]): void {
  const changed = columns.filter(
    (name) => next[name] !== day[name] && !(name === 'closed_at' && next.status === 'open'),
  );
  const fields = [...changed.map((name) => [name]), ...fixed.map((key) => ['data', key])];
  if (fields.length === 0) return;
  throw conflict(
    fields.map((field) => [item, field]),
    'business_day_closed',
    day.status === 'exported'
      ? 'The business day is exported: nothing but its note may be added to'
      : 'The business day is closed: reopen it first, in a request of its own',
  );
}

/** The effects of a write on days, collected by the rule before it for the rule after it. Ids of days. */
interface DayEffects {
  /** Closed, or given a late z report. */
  readonly seals: Map<string, SealReason>;
  /** Created, moved to another date or location, or reactivated. */
  readonly comes: Set<string>;
  /** Given another voucher number. */
  readonly vouchers: Set<string>;
  /** Exported without a voucher number. */
  readonly unnumbered: Set<string>;
}
const effectsOf = new WeakMap<Change, DayEffects>();

/**
 * Write rules of business days. A day starts open and changes state as `steps` says. A closed day changes only
 * by being reopened, an exported one not at all (docs/report.md#final); a trigger enforces the same
 * (final.server.ts). Date and location are fixed from the first receipt on, since the sales by month depend on the
 * date.
 *
 * The store locks each day `FOR NO KEY UPDATE`, which conflicts with the `FOR SHARE` of requests that post receipts: no
 * receipt can get into a closed day. Rules that read other days run after the write, under the lock on the tenant's revision
 * of business days: it serializes writers, so the second of two concurrent ones sees the first.
 */
export const dayRules: Rules = {
  before: async (tx, change) => {
    const days = await readDays(tx, change);
    const locked = await lockedMonthsOf(tx, change.caller, change.items, days);
    const effects: DayEffects = {
      seals: new Map(),
      comes: new Set(),
      vouchers: new Set(),
      unnumbered: new Set(),
    };
    for (const item of change.items) {
      const day = days.get(item.id);
      const { next, reason } = await validateItem(tx, change, item, day, locked);
      days.set(item.id, next);
      note(effects, day, next, reason);
    }
    effectsOf.set(change, effects);
  },
  after: async (tx, change) => {
    const effects = effectsOf.get(change);
    if (!effects) return;
    const seals = [...effects.seals].map(([id, reason]) => ({ id, reason }));
    await requireOneDay(tx, change, effects.comes);
    await requireNewVouchers(tx, change, effects.vouchers);
    await requireNumbers(tx, change, effects.unnumbered);
    await requireCounting(
      tx,
      change,
      seals.filter(({ reason }) => reason === 'close').map(({ id }) => id),
    );
    await sealDays(tx, change.caller, seals);
  },
  storedFigures: [sealCheck(), monthCheck, figuresCheck],
};

function note(effects: DayEffects, day: Day | undefined, next: Day, reason: ItemEffects['reason']): void {
  const { id } = next;
  if (reason === 'reopened') effects.seals.delete(id);
  else if (reason && effects.seals.get(id) !== 'close') effects.seals.set(id, reason);
  const moves = day?.date !== next.date || day.location_id !== next.location_id;
  if (next.active && (moves || !day.active)) effects.comes.add(id);
  if (next.voucher_num !== null && next.voucher_num !== day?.voucher_num) effects.vouchers.add(id);
  if (next.status === 'exported' && day?.status !== 'exported' && next.voucher_num === null)
    effects.unnumbered.add(id);
}

/** A day after one item, and the effects of the item. */
interface ItemEffects {
  readonly next: Day;
  readonly reason: SealReason | 'reopened' | null;
}

/** Validates one item of a request against its day. @throws HttpProblem if a rule refuses it. */
async function validateItem(
  tx: Tx,
  change: Change,
  item: Item,
  day: Day | undefined,
  locked: ReadonlySet<string>,
): Promise<ItemEffects> {
  const sent = (name: string, before = ''): string => {
    const value = item.fields[name];
    return typeof value === 'string' ? value : before;
  };
  const status = sent('status', day?.status ?? 'open');
  if (!day && status !== 'open') {
    throw invalid([fieldProblem(item, ['status'], 'not_open', 'A business day begins open')]);
  }
  const data = await changeOfData(tx, change, item, day, status);
  const next: Day = {
    id: item.id,
    status,
    date: sent('date', day?.date),
    location_id: sent('location_id', day?.location_id).toLowerCase(),
    name: sent('name', day?.name),
    active: typeof item.fields['active'] === 'boolean' ? item.fields['active'] : (day?.active ?? true),
    opened_at: timeOf(item, 'opened_at', day?.opened_at),
    closed_at: timeOf(item, 'closed_at', day?.closed_at),
    voucher_num: data.voucher_num,
    note: data.note,
    data: data.text,
    has_sales: day?.has_sales ?? false,
  };
  requireUnlocked(item, day, next, data.changed, locked);
  if (day && status !== day.status) requireStep(change, item, day, status);
  if (!day) return { next, reason: null };
  if (day.status === 'open') requireReceiptsToStand(item, day, next);
  else requireFinal(item, day, next, data.fixed);
  if (day.status === 'open' && status === 'closed') return { next, reason: 'close' };
  if (day.status === 'closed' && status === 'open') return { next, reason: 'reopened' };
  return { next, reason: data.late ? 'late_z_report' : null };
}

function requireReceiptsToStand(item: Item, day: Day, next: Day): void {
  if (!day.has_sales) return;
  const name =
    next.date !== day.date
      ? 'date'
      : next.location_id !== day.location_id
        ? 'location_id'
        : day.active && !next.active
          ? 'active'
          : null;
  if (name === null) return;
  throw conflict(
    [[item, [name]]],
    'businessday_has_sales',
    'The business day has receipts: its date and location stand, and it stays active',
  );
}

/** Returns a time in milliseconds, so that different notations of it are equal. */
function timeOf(item: Item, name: string, before: number | null = null): number | null {
  const value = item.fields[name];
  if (value === undefined) return before;
  return typeof value === 'string' ? Date.parse(value) : null;
}

interface Standing {
  readonly id: string;
  /** The ids of the other active days of its location and date. */
  readonly others: readonly string[];
}

/**
 * Refuses a second day of a location and date unless the request has `second`: for a new day, one that is moved, and one
 * that is reactivated. Within an array, the later item is refused.
 *
 * @throws 409 `business_day_exists`, naming the other day.
 */
async function requireOneDay(tx: Tx, { caller, items }: Change, coming: ReadonlySet<string>): Promise<void> {
  if (coming.size === 0) return;
  const rows = await tx.rows(sql<Standing>`
    select d.id, array_agg(o.id order by o.seq) as others
    from businessday d join businessday o on o.tenant_id = d.tenant_id and o.company_id = d.company_id
      and o.location_id = d.location_id and o.date = d.date and o.id <> d.id and o.active
    where d.tenant_id = ${caller.tenantId} and d.active and d.id = any(${[...coming]}::uuid[])
    group by d.id`);
  const places = new Map(items.map(({ id }, place) => [id, place]));
  const placeOf = (id: string) => places.get(id) ?? -1;
  for (const { id, others } of rows) {
    const mine = items.filter((item) => item.id === id);
    const item = mine.at(-1);
    if (!item || mine.some(({ writeOnly }) => writeOnly['second'] === true)) continue;
    const other = others.find((one) => !coming.has(one) || placeOf(one) < placeOf(id));
    if (other === undefined) continue;
    throw conflict(
      [[item, ['date']]],
      'business_day_exists',
      `The location has the business day ${other} on this date; "second": true asks for another one`,
    );
  }
}

/**
 * Requires a count for each register with cash (an opening float, or receipts that moved cash) when a day is closed, if
 * the location has `data.count_at_close`: in each of its z reports, as over and short do.
 *
 * @throws 422 `not_counted`, naming the registers and their z reports without a count.
 */
async function requireCounting(tx: Tx, { caller, items }: Change, closed: readonly string[]) {
  if (closed.length === 0) return;
  const rows = await tx.rows(sql<{
    id: string;
    places: number[] | null;
    pos_id: string;
    name: string | null;
  }>`
    select d.id, z.places, r.pos_id, p.name
    from businessday d
    join location l on l.tenant_id = d.tenant_id and l.id = d.location_id and l.data->>'count_at_close' = 'required'
    cross join lateral (
      select ${trusted(keptRegister('c.pos_id'))} as pos_id, c.opening_float as cash, c.counted
      from ${trusted(countedRegisters('careful', 'd.data'))} c
      union all
      select k.pos_id::text, k.cash, null from businessday_totals k
      where k.tenant_id = d.tenant_id and k.businessday_id = d.id
    ) parts
    cross join lateral (select parts.pos_id) r
    left join lateral (
      select array_agg((ordinality - 1)::int order by ordinality) as places from ${trusted(zReportsOf('d.data'))}
      where ${trusted(keptRegister(`lower(e->>'pos_id')`))} = r.pos_id and ${trusted(decimal('careful', 'e', 'counted'))} is null
    ) z on true
    left join pos p on p.tenant_id = d.tenant_id and p.id::text = r.pos_id
    where d.tenant_id = ${caller.tenantId} and d.id = any(${closed}::uuid[])
    group by d.id, z.places, r.pos_id, p.name
    having bool_or(parts.cash <> 0) and count(parts.counted) = 0
    order by d.id, r.pos_id`);
  const problems = rows.flatMap(({ id, places, pos_id, name }) => {
    const item = items.findLast((one) => one.id === id);
    if (!item) return [];
    const fields = places?.map((place) => ['data', 'z_reports', String(place), 'counted']);
    return (fields ?? [['data', 'z_reports']]).map((field) =>
      fieldProblem(item, field, 'not_counted', `Register ${name ?? pos_id} has cash and was not counted`),
    );
  });
  if (problems.length > 0) throw invalid(problems);
}
