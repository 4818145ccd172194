import type { Stream } from '../seed';
import type { Line } from './basket';

/** A payment, in cents; `tendered` for cash. */
export interface Payment {
  readonly tender: TenderName;
  readonly amount: number;
  readonly tendered?: number;
}

/** The tenders that the demo's receipts use. */
export type TenderName = 'Cash' | 'Card' | 'Mobile payment' | 'Lunch card' | 'Gift card' | 'Invoice';

/** The payments of a receipt, and the rounding of its cash part to five cents. */
export interface Paid {
  readonly payments: readonly Payment[];
  readonly rounding: number;
}

const highestLunch = 1400;

/** Returns the payments for lines with a positive total. */
export function pay(lines: readonly Line[], takesCash: boolean, firm: boolean, stream: Stream): Paid {
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  const meal = lines.reduce((sum, { item, total: cents }) => sum + (item?.dpt === 'lunch' ? cents : 0), 0);
  if (firm && stream.chance(45)) return { payments: [{ tender: 'Invoice', amount: total }], rounding: 0 };
  if (meal > 0 && stream.chance(24)) {
    const lunch = Math.min(meal, highestLunch);
    return rest([{ tender: 'Lunch card', amount: lunch }], total - lunch, takesCash, stream);
  }
  const sellsCard = lines.some((line) => line.kind === 'gift_card');
  if (!sellsCard && takesCash && stream.between(1, 1000) <= 22) {
    const card = Math.min(total, stream.choice([500, 1000, 2500]));
    return rest([{ tender: 'Gift card', amount: card }], total - card, takesCash, stream);
  }
  return rest([], total, takesCash, stream);
}

function rest(payments: Payment[], remaining: number, takesCash: boolean, stream: Stream): Paid {
  if (remaining === 0) return { payments, rounding: 0 };
  // Large amounts are rarely paid in cash.
  if (takesCash && stream.chance(remaining > 4000 ? 4 : 14)) {
    const amount = toFiveCents(remaining);
    // One or two cents in cash are rounded to zero; the receipt still has a cash payment.
    if (amount === 0) return { payments: [...payments, { tender: 'Cash', amount }], rounding: -remaining };
    const cash = { tender: 'Cash', amount, tendered: cashTendered(amount, stream) } as const;
    return { payments: [...payments, cash], rounding: amount - remaining };
  }
  const tender = stream.chance(10) ? 'Mobile payment' : 'Card';
  return { payments: [...payments, { tender, amount: remaining }], rounding: 0 };
}

/** Returns the refund for a return, with the tender of the sale. */
export function payBack(total: number, paid: Paid): Paid {
  const tender = paid.payments.at(-1)?.tender ?? 'Card';
  const amount = tender === 'Cash' ? -toFiveCents(-total) : total;
  return { payments: [{ tender, amount }], rounding: amount - total };
}

const toFiveCents = (cents: number) => Math.floor((cents + 2.5) / 5) * 5;

/** Returns the cash that a customer gives: the exact amount, or the next round one. */
function cashTendered(amount: number, stream: Stream): number {
  const to = stream.choice([5, 100, 500, 1000, 2000, 5000]);
  return Math.ceil(amount / to) * to;
}
