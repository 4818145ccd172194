import { priceOf, taxIn } from '../money';
import type { Stream } from '../seed';
import type { Shelf, ShelfItem } from './shelf';
import { basketShares, shopShares } from './shares';

/** A line of a receipt. Quantities are in thousandths, money is in cents with tax. */
export interface Line {
  readonly item: ShelfItem | null;
  readonly name: string;
  readonly kind: 'sale' | 'gift_card' | 'deposit' | 'tip';
  readonly qty: number;
  readonly unit: number;
  /** The discount in cents, zero or more. */
  readonly discount: number;
  /** What took it off; absent without one. */
  readonly discount_id?: string | undefined;
  readonly total: number;
  readonly rate: string;
  readonly tenths: number;
}

/** Where and when something is sold. */
export interface Moment {
  readonly place: string;
  readonly shelf: Shelf;
  /** From 1 (Monday) to 7. */
  readonly weekday: number;
  readonly hour: number;
  /** A self-service machine, which sells what is at the counter. */
  readonly machine: boolean;
  /** A waiter's handheld, which takes tips. */
  readonly handheld: boolean;
}

type Basket = 'lunch' | 'cafe' | 'breakfast' | 'shop';

/** Returns the lines of one customer's purchase. */
export function basket(moment: Moment, stream: Stream): Line[] {
  if (!moment.machine && !moment.handheld && stream.between(1, 1000) <= 6) return giftCard(moment, stream);
  const kind = moment.machine && stream.chance(80) ? 'cafe' : kindAt(moment, stream);
  const staff = kind !== 'shop' && !moment.machine && stream.between(1, 1000) <= 14;
  const lines = [...pickProducts(kind, moment, stream)].flatMap(([item, pieces]) => {
    const qty = item.weighed ? stream.between(120, 1900) : pieces * 1000;
    return [sold(item, qty, offerOf(item, staff, moment, stream), moment.shelf), ...depositOf(item, qty)];
  });
  return moment.handheld && stream.chance(9) ? [...lines, tip(stream)] : lines;
}

function kindAt({ weekday, hour }: Moment, stream: Stream): Basket {
  if (hour < 11) return stream.weighted(basketShares.morning);
  if (hour < 14) return stream.weighted(basketShares[weekday > 5 ? 'weekendNoon' : 'lunch']);
  return stream.weighted(basketShares[hour < 17 ? 'afternoon' : 'evening']);
}

/** Returns the chosen products with the number of pieces; each product once. */
function pickProducts(kind: Basket, { shelf }: Moment, stream: Stream): Map<ShelfItem, number> {
  const items = new Map<ShelfItem, number>();
  const take = (dpt: ShelfItem['dpt'], pieces = 1) => {
    const item = shelf.pick(dpt, stream);
    if (!items.has(item)) items.set(item, pieces);
  };
  const few = (percent: number) => (stream.chance(percent) ? 2 : 1);
  if (kind === 'shop') {
    for (let more = stream.weighted(basketSizes); more > 0; more -= 1)
      take(stream.weighted(shopShares), few(18));
    return items;
  }
  if (kind === 'lunch') {
    take('lunch', few(14));
    if (stream.chance(8)) take('lunch');
    if (stream.chance(30)) take('coffee', few(15));
    if (stream.chance(15)) take('bakery');
    if (stream.chance(14)) take('drinks');
    return items;
  }
  if (kind === 'breakfast') take('breakfast', few(12));
  if (kind === 'cafe' || stream.chance(80)) take('coffee', few(28));
  if (stream.chance(kind === 'cafe' ? 64 : 10)) take('bakery', stream.chance(8) ? 4 : few(26));
  if (stream.chance(7)) take('cakes', few(20));
  if (stream.chance(6)) take('cold');
  return items;
}

const basketSizes = [
  [1, 34],
  [2, 27],
  [3, 18],
  [4, 11],
  [5, 6],
  [7, 3],
  [10, 1],
] as const;

/** Those of the demo's discounts (words/discounts.json) that are given, in per cent, with the most that one takes off a line. */
const offers = {
  staff: { name: 'Staff', percent: 30 },
  dated: { name: 'Short-dated', percent: 40 },
  happy: { name: 'Happy hour coffee', percent: 20, most: 500 },
  evening: { name: 'Bread in the evening', percent: 50 },
} satisfies Record<string, Offer>;

interface Offer {
  readonly name: string;
  readonly percent: number;
  readonly most?: number;
}

/** Returns the highest of the discounts that apply; null without one. */
function offerOf(item: ShelfItem, staff: boolean, moment: Moment, stream: Stream): Offer | null {
  if (!item.discountable) return null;
  if (staff) return offers.staff;
  const { weekday, hour, place } = moment;
  if (hour >= 19 && item.productid === '2119' && place !== 'munkkiniemi') return offers.evening;
  if ((item.dpt === 'dairy' || item.dpt === 'meat') && stream.chance(4)) return offers.dated;
  const happy = weekday < 6 && hour >= 14 && hour < 17;
  return happy && (item.dpt === 'coffee' || item.dpt === 'bakery') ? offers.happy : null;
}

function sold(item: ShelfItem, qty: number, offer: Offer | null, shelf: Shelf): Line {
  const full = priceOf(qty, item.price);
  const { percent, most = full } = offer ?? { percent: 0 };
  const discount = Math.min(most, Math.floor((full * percent + 50) / 100));
  const { name, rate, tenths } = item;
  return {
    item,
    name,
    kind: 'sale',
    qty,
    unit: item.price,
    discount,
    ...(offer && { discount_id: shelf.discountId(offer.name) }),
    total: full - discount,
    rate,
    tenths,
  };
}

/** Gift cards, deposits and tips are no turnover and have no tax. */
const untaxedLine = (
  kind: Line['kind'],
  name: string,
  qty: number,
  unit: number,
  item: ShelfItem | null,
): Line => ({
  item,
  name,
  kind,
  qty,
  unit,
  discount: 0,
  total: priceOf(qty, unit),
  rate: '0',
  tenths: 0,
});

const depositOf = ({ name }: ShelfItem, qty: number): Line[] =>
  / 0\.(33|5) L$/.test(name) ? [untaxedLine('deposit', 'Deposit, can', qty, 15, null)] : [];

const tip = (stream: Stream) =>
  untaxedLine('tip', 'Tip', 1000, stream.choice([100, 200, 200, 300, 500]), null);

function giftCard({ shelf }: Moment, stream: Stream): Line[] {
  const item = shelf.giftCard(stream);
  return [untaxedLine('gift_card', item.name, 1000, item.price, item)];
}

/**
 * Returns the lines of a return: one piece of a product, at the price and tax rate of the sale, or null if there is no
 * such product.
 */
export function returnedLines(lines: readonly Line[]): Line[] | null {
  const line = lines.find((one) => one.kind === 'sale' && one.qty === 1000 && one.item?.discountable);
  if (!line) return null;
  return [{ ...line, qty: -line.qty, discount: -line.discount, total: -line.total }];
}

/** Returns the tax by rate and by line. The tax of a rate is rounded once, and its lines share it to the cent. */
export function taxes(lines: readonly Line[]): {
  perLine: readonly number[];
  rates: { rate: string; gross: number; tax: number }[];
} {
  const rates = new Map<string, { rate: string; gross: number; tax: number }>();
  const perLine = lines.map(({ rate, tenths, total }) => {
    const sum = rates.get(rate) ?? { rate, gross: 0, tax: 0 };
    rates.set(rate, sum);
    sum.gross += total;
    const tax = taxIn(sum.gross, tenths) - sum.tax;
    sum.tax += tax;
    return tax;
  });
  return { perLine, rates: [...rates.values()] };
}
