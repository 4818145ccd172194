import { sql } from 'kysely';
import { pointerOf } from '@/core/contract/problem';
import type { Role } from '@/core/contract/role';
import type { Tx } from '@/core/server/db';
import type { Item } from '@/core/server/items';
import { HttpProblem, invalid } from '@/core/server/problems';
import type { Change, Rules } from '@/core/server/rules';

/** Who may take a day from one state to another, and the field of `data` that must say something for it. */
interface Step {
  readonly from: string;
  readonly to: string;
  readonly roles: readonly Role[];
  /** `sent`: in this very request. `there`: in this request or before. */
  readonly says?: { readonly key: 'note' | 'voucher_num'; readonly when: 'sent' | 'there' };
}

/** The states of a business day (design 7); nothing else. */
const steps: readonly Step[] = [
  { from: 'open', to: 'closed', roles: ['terminal', 'manager', 'admin'] },
  { from: 'closed', to: 'open', roles: ['accountant', 'admin'], says: { key: 'note', when: 'sent' } },
  {
    from: 'closed',
    to: 'exported',
    roles: ['accountant', 'admin'],
    says: { key: 'voucher_num', when: 'there' },
  },
];

interface Day {
  readonly id: string;
  readonly status: string;
  readonly date: string;
  readonly location_id: string;
  readonly voucher_num: string | null;
  readonly has_sales: boolean;
}

/**
 * A day begins open and goes from state to state as `steps` say. Its date and location stand from the first
 * receipt on: the sales by month follow the date. From its export on its voucher number stands.
 *
 * The store holds each day `FOR NO KEY UPDATE`, which waits for whoever posts into it (`FOR SHARE`) and
 * makes them wait: no sale lands in a closed day.
 */
export const dayRules: Rules = {
  before: async (tx, change) => {
    const days = await storedDays(tx, change);
    for (const item of change.items) days.set(item.id, next(change, item, days.get(item.id)));
  },
};

function next(change: Change, item: Item, day: Day | undefined): Day {
  const sent = (name: string, before = ''): string => {
    const value = item.fields[name];
    return typeof value === 'string' ? value : before;
  };
  const status = sent('status', day?.status ?? 'open');
  if (!day && status !== 'open') refuseField(item, 'status', 'not_open', 'A business day begins open');
  if (day && status !== day.status) requireStep(change, item, day, status);
  const date = sent('date', day?.date);
  const location_id = sent('location_id', day?.location_id).toLowerCase();
  if (day?.has_sales && (date !== day.date || location_id !== day.location_id)) {
    const name = date === day.date ? 'location_id' : 'date';
    throw conflict(
      item,
      [name],
      'businessday_has_sales',
      'The business day has receipts: its date and location stand',
    );
  }
  const voucher = said(item, 'voucher_num') ?? day?.voucher_num ?? null;
  // The voucher is in the books under its number; sent back as it was read, it changes nothing.
  if (day?.status === 'exported' && voucher !== day.voucher_num) {
    throw conflict(
      item,
      ['data', 'voucher_num'],
      'businessday_exported',
      'The business day is exported: its voucher number stands',
    );
  }
  return { id: item.id, status, date, location_id, voucher_num: voucher, has_sales: day?.has_sales ?? false };
}

function requireStep({ caller }: Change, item: Item, day: Day, to: string): void {
  const step = steps.find((known) => known.from === day.status && known.to === to);
  if (!step) {
    throw conflict(
      item,
      ['status'],
      'status_not_next',
      `A business day that is ${day.status} does not become ${to}`,
    );
  }
  if (!step.roles.includes(caller.role)) {
    throw new HttpProblem(403, 'forbidden', 'Forbidden', `The role ${caller.role} may not do this`);
  }
  const { says } = step;
  if (
    !says ||
    said(item, says.key) ||
    (says.when === 'there' && said(item, says.key) === null && day.voucher_num)
  ) {
    return;
  }
  throw invalid([
    {
      pointer: pointerOf([...item.path, 'data', says.key]),
      code: 'required',
      detail: `From ${day.status} to ${to} a business day goes with data.${says.key}`,
    },
  ]);
}

/** The text that an item sends in `data`, empty where it takes it away; null when it says nothing of it. */
function said(item: Item, key: string): string | null {
  const value: unknown = item.data?.[key];
  if (value === undefined) return null;
  return typeof value === 'string' ? value.trim() : '';
}

function refuseField(item: Item, name: string, code: string, detail: string): never {
  throw invalid([{ pointer: pointerOf([...item.path, name]), code, detail }]);
}

const conflict = (item: Item, field: readonly string[], code: string, detail: string) =>
  new HttpProblem(409, code, 'Conflict', detail, {
    errors: [{ pointer: pointerOf([...item.path, ...field]), code, detail }],
  });

async function storedDays(tx: Tx, { caller, stored }: Change): Promise<Map<string, Day>> {
  if (stored.size === 0) return new Map();
  const rows = await tx.rows(sql<Day>`
    select d.id, d.status, d.date, d.location_id, nullif(trim(d.data->>'voucher_num'), '') as voucher_num,
      exists (select from sales s where s.tenant_id = d.tenant_id and s.businessday_id = d.id) as has_sales
    from businessday d where d.tenant_id = ${caller.tenantId} and d.id = any(${[...stored.keys()]}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
