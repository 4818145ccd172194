import type { Tx } from '@/core/server/db/db';
import type { Item } from '@/core/server/http/items';
import { figuresCheck } from '../figures/check.server';
import { invalid } from '@/core/server/http/problems';
import type { Change, Rules } from '@/core/server/write/rules';
import { requireCounting } from './counting.server';
import { changeOfData, readDays, type Day } from './day-state.server';
import { requireFinal } from './final-fields.server';
import { conflict, fieldProblem } from './refusals.server';
import { requireOneDay } from './second-day.server';
import { requireStep } from './steps.server';
import { requireNewVouchers } from './voucher-number.server';
import { requireNumbers } from '../voucher/server/without-rows.server';
import { lockedMonthsOf, requireUnlocked } from '../month/server/locked.server';
import { monthCheck } from '../month/server/check.server';
import { sealCheck } from '../seal/check.server';
import { sealDays, type SealReason } from '../seal/seal.server';

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
 * Write rules of business days. A day starts open and changes state as `steps.server.ts` defines. A closed day changes only
 * by being reopened, an exported one not at all (docs/report.md#final); a trigger enforces the same
 * (server/final.server.ts). Date and location are fixed from the first receipt on, since the sales by month depend on the
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
