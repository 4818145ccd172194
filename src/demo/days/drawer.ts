import type { Stream } from '../seed';
import type { TenderName } from './payment';
import { cashMove, takeNumber, type DemoReceipt } from './receipt';
import type { ShopRegister } from '../words';

/** The state of a register from day to day. */
export interface Drawer {
  readonly words: ShopRegister;
  readonly pos_id: string;
  /** The number of its next receipt. */
  next: number;
  /** The cash in the drawer when the shop opens, in cents. */
  float: number;
}

/** About this much stays in a drawer overnight, in cents; the rest goes to the safe. */
const usualFloat = 15_000;
const note = 500;
const minute = 60_000;

/**
 * Returns the evening's deposit from a drawer as a receipt: whole notes, so that the usual float stays; none if there
 * is too little.
 */
export function deposit(
  receipts: readonly DemoReceipt[],
  drawer: Drawer,
  at: {
    businessday_id: string;
    location_id: string;
    closes: number;
    luck: Stream;
    tenderId: (name: TenderName) => string;
  },
): DemoReceipt[] {
  const over = drawer.float + cashOf(receipts, drawer.pos_id) - usualFloat;
  if (!drawer.words.cash || over < note) return [];
  const time = at.closes + at.luck.between(4 * minute, 20 * minute);
  const head = {
    id: at.luck.uuid(time),
    businessday_id: at.businessday_id,
    location_id: at.location_id,
    pos_id: drawer.pos_id,
    receipt_num: takeNumber(drawer),
    type: 'paid_out',
    completed_at: new Date(time).toISOString(),
    cashier: drawer.words.cashiers.at(-1) ?? { id: '', name: '' },
  } as const;
  return [cashMove(head, -Math.floor(over / note) * note, 'Deposit to the safe', at.tenderId)];
}

/** Counts a drawer, in cents: returns the counted cash, which is the next day's float, and its difference from the expected cash. */
export function countDrawer(
  receipts: readonly DemoReceipt[],
  drawer: Drawer,
  luck: Stream,
): { counted: number; difference: number } {
  const difference = drawer.words.cash && luck.chance(24) ? luck.choice(differences) : 0;
  const counted = drawer.float + cashOf(receipts, drawer.pos_id) + difference;
  drawer.float = counted;
  return { counted, difference };
}

/** Differences of a drawer that does not match, mostly from wrong change, in cents. */
const differences = [-5, -5, 5, 5, 10, -10, -20, 20, -50, 50, -100, 100, -200, 500, -500, -1000];

/** Returns the cash that receipts added to a drawer: sales, returns, paid in and paid out. */
function cashOf(receipts: readonly DemoReceipt[], pos_id: string): number {
  return receipts.reduce((sum, { body, paid }) => {
    if (body.pos_id !== pos_id || body.type === 'void' || body.type === 'training') return sum;
    return paid.payments.reduce((all, { tender, amount }) => all + (tender === 'Cash' ? amount : 0), sum);
  }, 0);
}

/** Returns what receipts paid in or out, in cents; paid out is negative. */
export function cashMovedOf(receipts: readonly DemoReceipt[], type: 'paid_in' | 'paid_out'): number {
  return receipts.reduce(
    (sum, { body, paid }) => (body.type === type ? sum + (paid.payments[0]?.amount ?? 0) : sum),
    0,
  );
}

const counts = ({ body: { type } }: DemoReceipt) => type === 'sale' || type === 'return';

/** Returns the totals of a register's receipts on a day, in cents. */
export function totalsOf(receipts: readonly DemoReceipt[], pos_id: string) {
  const own = receipts.filter(({ body }) => body.pos_id === pos_id);
  const turnover = own.filter(counts);
  return {
    pos_id,
    count: turnover.length,
    gross: turnover.reduce(
      (sum, { lines }) => lines.reduce((all, line) => all + (line.kind === 'sale' ? line.total : 0), sum),
      0,
    ),
    cash: cashOf(own, pos_id),
  };
}

/** Returns the sales by product, minus returns: quantity in thousandths, total in cents. */
export function soldOf(receipts: readonly DemoReceipt[]) {
  const sold = new Map<string, { qty: number; total: number; weighed: boolean }>();
  for (const { lines } of receipts.filter(counts)) {
    for (const { item, kind, qty, total } of lines) {
      if (!item || kind !== 'sale') continue;
      const sum = sold.get(item.plu_id) ?? { qty: 0, total: 0, weighed: item.weighed };
      sold.set(item.plu_id, sum);
      sum.qty += qty;
      sum.total += total;
    }
  }
  return sold;
}
