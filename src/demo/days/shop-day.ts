import type { Stream } from '../seed';
import { basket, returnedLines } from './basket';
import { weekdayOf } from '@/record/calendar';
import { localMidnight } from './calendar';
import { pay, payBack, type TenderName } from './payment';
import type { Drawer } from './drawer';
import { cashMove, receipt, takeNumber, type DemoReceipt, type ReceiptType } from './receipt';
import type { Shelf } from './shelf';
import { hourShares, machine, reasons, weekdayShares } from './shares';
import type { SellingShop } from '../words';

/** The input for a shop's day. */
export interface ShopDay {
  readonly words: SellingShop;
  readonly location_id: string;
  readonly businessday_id: string;
  readonly date: string;
  readonly drawers: readonly Drawer[];
  readonly shelf: Shelf;
  readonly tenderId: (name: TenderName) => string;
  /** People and companies that buy as known customers. */
  readonly customers: readonly { id: string; firm: boolean }[];
  /** The Friday of the report's picture. */
  readonly pictured: boolean;
  readonly stream: Stream;
}

interface Slot {
  readonly at: number;
  readonly hour: number;
  readonly drawer: Drawer;
  readonly type: ReceiptType;
  /** For paid_in and paid_out: the amount and the reason. */
  readonly cents?: number;
  readonly reason?: string;
}

const second = 1000;
const minute = 60 * second;
const hourMs = 60 * minute;

/** Returns the opening hours of a date: the first hour with receipts, and the hour in which the shop closes. */
export function hoursOf(date: string) {
  const weekday = weekdayOf(date);
  const { opens, shares } = hourShares[weekday === 7 ? 'sunday' : weekday === 6 ? 'saturday' : 'weekday'];
  return { weekday, opens, closes: opens + shares.length, shares };
}

/** Returns the receipts of a shop on a day in the order of their times, and advances the numbers of its drawers. */
export function receiptsOfDay(day: ShopDay): DemoReceipt[] {
  const { weekday } = hoursOf(day.date);
  const sold = new Map<Drawer, DemoReceipt[]>();
  const { stream } = day;
  return slots(day).map((slot) => {
    const { drawer, at, hour } = slot;
    const type = slot.type === 'return' && !sold.has(drawer) ? 'sale' : slot.type;
    const { words } = drawer;
    const head = {
      id: stream.uuid(at),
      businessday_id: day.businessday_id,
      location_id: day.location_id,
      pos_id: drawer.pos_id,
      receipt_num: takeNumber(drawer),
      type,
      completed_at: new Date(at).toISOString(),
      cashier: words.cashiers[hour < 14 ? 0 : words.cashiers.length - 1] ?? { id: '', name: '' },
    };
    if (slot.cents !== undefined) return cashMove(head, slot.cents, slot.reason ?? '', day.tenderId);
    if (type === 'return') {
      const returned = returnOf(day, head, sold.get(drawer) ?? []);
      if (returned) return returned;
    }
    const lines = basket(
      {
        place: day.words.place,
        shelf: day.shelf,
        weekday,
        hour,
        machine: isMachine(drawer),
        handheld: !words.cash && !isMachine(drawer),
      },
      stream,
    );
    const customer =
      words.cash && day.customers.length > 0 && stream.chance(7) ? stream.choice(day.customers) : undefined;
    const named = {
      ...head,
      type: type === 'return' ? 'sale' : type,
      ...(customer && { customer_id: customer.id }),
    } as const;
    if (type === 'void') {
      const reason = stream.choice(reasons.void);
      return receipt(named, lines, { payments: [], rounding: 0 }, day.tenderId, { reason });
    }
    const paid = pay(lines, words.cash, customer?.firm ?? false, stream);
    const body = receipt(named, lines, paid, day.tenderId);
    if (named.type === 'sale') sold.set(drawer, [...(sold.get(drawer) ?? []).slice(-20), body]);
    return body;
  });
}

const isMachine = ({ words }: Drawer) => words.cashiers[0]?.id === machine.id;

/** Returns a return of something that the register sold a little before, or null if there is nothing suitable. */
function returnOf(
  { tenderId, stream }: ShopDay,
  head: Parameters<typeof receipt>[0],
  sold: readonly DemoReceipt[],
): DemoReceipt | null {
  for (const original of sold) {
    const lines = returnedLines(original.lines);
    if (!lines || original.paid.payments.length === 0) continue;
    const total = lines.reduce((sum, line) => sum + line.total, 0);
    const { id: ref_id, customer_id } = original.body;
    const more = { ref_id, reason: stream.choice(reasons.return) };
    const named = customer_id === undefined ? head : { ...head, customer_id };
    return receipt(named, lines, payBack(total, original.paid), tenderId, more);
  }
  return null;
}

function slots(day: ShopDay): Slot[] {
  const { stream, words, drawers, pictured } = day;
  const { weekday, opens, shares } = hoursOf(day.date);
  const [first] = drawers;
  if (!first) return [];
  const typical = (words.receipts * (weekdayShares[weekday - 1] ?? 100)) / 100;
  // The pictured Friday has 374 receipts: 4 returns, 3 voids and 2 in training mode.
  const voids = pictured ? 3 : stream.between(0, Math.ceil(typical / 55));
  const trained = pictured ? 2 : stream.chance(55) ? stream.between(0, Math.ceil(typical / 90)) : 0;
  const returns = pictured ? 4 : stream.between(0, Math.ceil(typical / 50));
  const count = pictured
    ? 374 + voids + trained
    : Math.round((typical * stream.between(92, 108)) / 100) + voids + trained;
  const midnight = localMidnight(day.date);
  const hours = shares.map((share, at) => [opens + at, share] as const);
  const counter = drawers.filter((drawer) => !isMachine(drawer));
  const times = Array.from({ length: count }, () => {
    const hour = stream.weighted(hours);
    return midnight + hour * hourMs + stream.between(1, 3_599_000);
  }).toSorted((a, b) => a - b);
  // Spread over the day, none at its very beginning.
  const special = new Map<number, ReceiptType>();
  const set = (type: ReceiptType, how: number) => {
    for (let remaining = how; remaining > 0;) {
      const at = stream.between(Math.floor(count / 8), count - 1);
      if (special.has(at)) continue;
      special.set(at, type);
      remaining -= 1;
    }
  };
  set('void', voids);
  set('training', trained);
  set('return', returns);
  const sales = times.map((at, place): Slot => {
    const type = special.get(place) ?? 'sale';
    const among = type === 'sale' ? drawers : counter;
    const drawer = stream.weighted(among.map((one) => [one, one.words.share] as const));
    return { at, hour: Math.floor((at - midnight) / hourMs), drawer, type };
  });
  const moves: Slot[] = [];
  const move = (type: 'paid_in' | 'paid_out', hour: number, cents: number, reason: string) =>
    moves.push({
      at: midnight + hour * hourMs + stream.between(1, 3_599_000),
      hour,
      drawer: first,
      type,
      cents,
      reason,
    });
  if (pictured) move('paid_out', opens + 3, -4250, 'Flowers');
  else if (stream.chance(28))
    move(
      'paid_out',
      opens + stream.between(2, 6),
      -stream.between(9, 90) * 50,
      stream.choice(reasons.paidOut),
    );
  if (weekday === 6) move('paid_in', opens, 10_000, 'Change from the bank');
  return [...sales, ...moves].toSorted((a, b) => a.at - b.at);
}
