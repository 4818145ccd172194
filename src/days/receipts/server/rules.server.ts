import { sql, type RawBuilder } from 'kysely';
import { pointerOf } from '@/contract/pointer';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import type { Item } from '@/server/http/items';
import { HttpProblem, invalid } from '@/server/http/problems';
import type { Change, Rules } from '@/server/write/rules';
import { dayTotalsOf, storedFigures, monthSalesOf } from './totals.server';

/**
 * Write rules of receipts: only open business days accept them, and each write updates the stored totals of days and
 * products (docs/design.md#7-resources-and-fields).
 */
export const saleRules: Rules = {
  requireOwn: requireOwnRegister,
  ahead: (tx, { caller, items }) => {
    const locked = lockDays(tx, caller, sentDays(items), caller.posId ? locationsOf(items) : null);
    // A write that is refused before does not come to wait for it.
    locked.catch(() => undefined);
    return async (change) => {
      const open = await locked;
      await requireOpenDays(tx, change, open);
    };
  },
  sent: requireRemoval,
  before: setRemover,
  totals: (change) => [updateDayTotals(change), updateMonthSales(change)],
  storedFigures,
};

/**
 * Requires that each receipt of a till names the till's own register (docs/connect-a-till.md).
 *
 * @throws 409 `other_register`; none of them is written
 */
function requireOwnRegister({ posId }: Caller, items: readonly Item[]): void {
  if (!posId) return;
  const others = items.filter(({ fields: { pos_id: said } }) => String(said).toLowerCase() !== posId);
  if (others.length === 0) return;
  const detail = `This till is paired with the register ${posId}: its receipts name that one as "pos_id"`;
  const errors = others.map(({ path }) => ({
    pointer: pointerOf([...path, 'pos_id']),
    code: 'other_register',
    detail,
  }));
  throw new HttpProblem(409, 'other_register', 'Conflict', detail, { errors });
}

/** Returns the business day that each item names, by the id of the receipt. */
const sentDays = (items: readonly Item[]): Map<string, string> =>
  new Map(
    items.flatMap(({ id, fields: { businessday_id: day } }) =>
      typeof day === 'string' ? [[id, day.toLowerCase()]] : [],
    ),
  );

/**
 * Locks business days against a change of status until the commit, in id order (so that two writes cannot deadlock), and
 * returns those that are open. `locations`, for tills: a day of another location than the receipt's is none of its own, though another till
 * whose receipts are written together with it sees it (write/group-commit.ts).
 */
async function lockDays(
  tx: Tx,
  { tenantId }: Caller,
  days: ReadonlyMap<string, string>,
  locations: ReadonlyMap<string, unknown> | null = null,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(days.values())];
  if (ids.length === 0) return new Set();
  const rows = await tx.rows(sql<{ id: string; is_open: boolean; location_id: string }>`
    select d.id, d.active and d.status = 'open' as is_open, d.location_id from businessday d
    where d.tenant_id = ${tenantId} and d.id = any(${ids}::uuid[])
    order by d.id for share`);
  const at = new Map(rows.map((row) => [row.id, row.location_id]));
  const elsewhere = new Set(
    [...days].filter(([id, day]) => locations && locations.get(id) !== at.get(day)).map(([, day]) => day),
  );
  return new Set(rows.filter((row) => row.is_open && !elsewhere.has(row.id)).map((row) => row.id));
}

/** Returns the location that each item names, by the id of the receipt. */
const locationsOf = (items: readonly Item[]): Map<string, unknown> =>
  new Map(items.map(({ id, fields: { location_id: at } }) => [id, String(at).toLowerCase()]));

/**
 * Requires the business day of each receipt to be open: of a new one as sent, of a stored one as stored. The days as sent
 * are locked already, `open` are those of them that are open.
 *
 * @throws 409 `business_day_closed`, or `month_locked`, naming each receipt whose day is not open; none of them is written.
 */
async function requireOpenDays(tx: Tx, change: Change, open: ReadonlySet<string>): Promise<void> {
  const dayOf = await daysOf(tx, change);
  const isLocked = change.stored.size === 0;
  const all = isLocked ? open : await lockDays(tx, change.caller, dayOf);
  const refused = change.items.filter((item) => !all.has(dayOf.get(item.id) ?? ''));
  if (refused.length === 0) return;
  const locked = await daysOfLockedMonths(tx, change.caller, [...dayOf.values()]);
  throw dayClosed(refused.map((item) => ({ item, isLocked: locked.has(dayOf.get(item.id) ?? '') })));
}

/** Returns which days lie in a month that is locked (docs/report.md#locked-months). */
async function daysOfLockedMonths(
  tx: Tx,
  caller: Caller,
  days: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows(sql<{ id: string }>`
    select d.id from businessday d where d.tenant_id = ${caller.tenantId} and d.id = any(${days}::uuid[])
      and businessday_month_locked(d.tenant_id, d.company_id, d.date)`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Sets who removes receipts, and why, in the transaction's settings for the trigger on `sales` (table.ts, `removedColumn`).
 */
async function setRemover(tx: Tx, { caller, items }: Change): Promise<void> {
  if (!items.some((item) => item.fields['active'] === false)) return;
  const reasons = items.flatMap(({ id, writeOnly: { removed_reason: reason } }) =>
    typeof reason === 'string' && reason.trim() !== '' ? [[id, reason.trim()]] : [],
  );
  await tx.rows(sql`
    select set_config('app.who', ${caller.keyName ?? ''}, true),
      set_config('app.removed_reasons', ${JSON.stringify(Object.fromEntries(reasons))}, true)`);
}

/** @throws 422 for a reason that would not be stored: nothing is removed, or the receipt has another reason already. */
async function requireRemoval(tx: Tx, { caller, items, stored }: Omit<Change, 'payloads'>): Promise<void> {
  const said = items.filter(({ writeOnly }) => typeof writeOnly['removed_reason'] === 'string');
  if (said.length === 0) return;
  const rows = await tx.rows(sql<{ id: string; reason: string | null }>`
    select s.id, s.removed->>'reason' as reason from sales s
    where s.tenant_id = ${caller.tenantId} and not s.active and s.id = any(${[...stored.keys()]}::uuid[])`);
  const kept = new Map(rows.map(({ id, reason }) => [id, reason]));
  const problems = said.flatMap(({ id, path, fields, writeOnly }) => {
    const reason = String(writeOnly['removed_reason']).trim();
    const isRemoved = fields['active'] === false || (fields['active'] === undefined && kept.has(id));
    const pointer = pointerOf([...path, 'removed_reason']);
    if (!isRemoved) return [{ pointer, code: 'read_only', detail: 'A reason goes with `"active": false`' }];
    return !kept.has(id) || kept.get(id) === reason
      ? []
      : [
          {
            pointer,
            code: 'read_only',
            detail: 'The receipt was removed before, with another reason or none',
          },
        ];
  });
  if (problems.length > 0) throw invalid(problems);
}

/** Returns the business day of each receipt: of a new one as sent, of a stored one as stored. */
async function daysOf(tx: Tx, { caller, items, stored }: Change): Promise<Map<string, string>> {
  const rows =
    stored.size === 0
      ? []
      : await tx.rows(sql<{ id: string; businessday_id: string }>`
          select s.id, s.businessday_id from sales s
          where s.tenant_id = ${caller.tenantId} and s.id = any(${[...stored.keys()]}::uuid[])`);
  return new Map([...sentDays(items), ...rows.map((row) => [row.id, row.businessday_id] as const)]);
}

/** Returns the refusal of receipts whose days are not open; where all of their months are locked, under that name. */
function dayClosed(refused: readonly { readonly item: Item; readonly isLocked: boolean }[]): HttpProblem {
  const codeOf = (isLocked: boolean) => (isLocked ? 'month_locked' : 'business_day_closed');
  return new HttpProblem(
    409,
    codeOf(refused.every(({ isLocked }) => isLocked)),
    'Conflict',
    'The business day is not open; nothing of the request was accepted',
    {
      errors: refused.map(({ item, isLocked }) => ({
        pointer: pointerOf([...item.path, 'businessday_id']),
        code: codeOf(isLocked),
        detail: isLocked ? 'The month of this business day is locked' : 'This business day is not open',
      })),
    },
  );
}

/** SQL: the receipts that this write activated (`sign` 1) or deactivated (`sign` -1). */
function counted({ caller, items, stored }: Change) {
  const before = [...new Set(items.map((item) => item.id))].map((id) => ({
    id,
    counted: stored.get(id)?.active ?? false,
  }));
  return sql`
    select s.*, s.active::int - c.counted::int as sign
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) c(id uuid, counted boolean)
    join sales s on s.tenant_id = ${caller.tenantId} and s.id = c.id
    where s.active <> c.counted`;
}

function updateDayTotals(change: Change): RawBuilder<unknown> {
  return sql`
    insert into businessday_totals as k (tenant_id, company_id, businessday_id, pos_id, count, gross, cash)
    ${dayTotalsOf(counted(change))}
    order by businessday_id, pos_id
    on conflict (tenant_id, businessday_id, pos_id) do update set
      count = k.count + excluded.count, gross = k.gross + excluded.gross, cash = k.cash + excluded.cash`;
}

function updateMonthSales(change: Change): RawBuilder<unknown> {
  return sql`
    insert into plu_month_sales as k (tenant_id, company_id, plu_id, month, currency, qty, total)
    ${monthSalesOf(counted(change))}
    order by plu_id, month, currency
    on conflict (tenant_id, company_id, plu_id, month, currency) do update set
      qty = k.qty + excluded.qty, total = k.total + excluded.total`;
}
