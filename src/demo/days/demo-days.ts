import { centsText } from '../money';
import { stream } from '../seed';
import type { DemoCompany } from '../shape';
import { addDays, weekdayOf } from '@/record/calendar';
import { localMidnight } from './calendar';
import { faultsOf, applyOpeningFault, applyFault, type Fault } from './faults';
import { countDrawer, deposit, cashMovedOf, soldOf, totalsOf, type Drawer } from './drawer';
import type { TenderName } from './payment';
import type { ReceiptBody } from './receipt';
import { hoursOf, receiptsOfDay } from './shop-day';
import { shelves } from './shelf';
import { reasons } from './shares';
import { places, shops, type SellingShop } from '../words';

/** The number of business days of each shop. */
export const daysEach = 90;

/** A z report as on the wire; money is text. */
export interface ZReport {
  pos_id: string;
  opening_float: string;
  z_number?: number;
  first_receipt_num?: string;
  last_receipt_num?: string;
  paid_in?: string;
  paid_out?: string;
  counted?: string;
}

/**
 * A business day: the requests that open, fill, close and export it, and their times. Days that are not closed have no
 * `closed`.
 */
export interface DemoDay {
  readonly id: string;
  readonly place: string;
  readonly date: string;
  readonly opened: {
    readonly at: string;
    readonly body: {
      id: string;
      location_id: string;
      date: string;
      opened_at: string;
      data: { opened_by: string; z_reports: ZReport[] };
    };
  };
  readonly receipts: readonly ReceiptBody[];
  readonly closed?: {
    readonly at: string;
    readonly body: {
      status: 'closed';
      closed_at: string;
      data: { closed_by: string; note?: string; z_reports: ZReport[] };
    };
  };
  readonly exported?: {
    readonly at: string;
    readonly body: { status: 'exported'; data: { voucher_num: string } };
  };
  /** The totals of the receipts by register, in cents. */
  readonly totals: readonly { pos_id: string; count: number; gross: number; cash: number }[];
  /** The sales by product: quantity in thousandths, total in cents. */
  readonly sold: ReadonlyMap<string, { qty: number; total: number; weighed: boolean }>;
}

/** An accountant exports a day this many days later. */
const exportedAfter = 21;
const minute = 60_000;

interface Shop {
  readonly words: SellingShop;
  readonly location_id: string;
  readonly drawers: readonly Drawer[];
  readonly dates: ReadonlySet<string>;
}

/** Returns the last `days` dates until `last` on which a shop is open. */
function datesOf({ closedOnSundays }: SellingShop, last: string, days: number): Set<string> {
  const dates = new Set<string>();
  for (let date = last; dates.size < days; date = addDays(date, -1)) {
    if (!closedOnSundays || weekdayOf(date) < 7) dates.add(date);
  }
  return dates;
}

/** Returns the first date of each shop in ascending order, if `last` is the last date. */
const firstDates = (last: string, days: number) =>
  shops.map((words) => [...datesOf(words, last, days)].toSorted()[0] ?? last).toSorted();

/** Returns the first date from which on every shop has receipts, if `last` is the last date. */
export function firstCompleteDate(last: string, days = daysEach): string {
  return firstDates(last, days).at(-1) ?? last;
}

/** Returns the days with faults, if `last` is the last date. */
export const demoFaults = (last: string, days = daysEach): Fault[] =>
  faultsOf((place) =>
    shops.flatMap((words) => (words.place === place ? [...datesOf(words, last, days)] : [])),
  );

/**
 * Returns the demo's business days until `last` (YYYY-MM-DD) by date. The last day of each shop is open, the others are
 * closed, and the older ones exported. The result is the same for the same `last`, byte for byte. Every day adds up,
 * except those of `faultsOf`.
 */
export function* demoDays(
  companies: readonly DemoCompany[],
  last: string,
  days = daysEach,
): Generator<DemoDay> {
  const name = 'Rantakulma Helsinki';
  const shelfOf = shelves(companies, name);
  const company = companies.find((one) => one.name === name);
  const parent = companies.find((one) => one.id === company?.parent_id);
  if (!company || !parent) throw new RangeError(`No company ${name} under a parent`);
  const idOf = new Map(
    [...company.records.location, ...company.records.pos, ...parent.records.tender].map(
      (record) => [record.name, record.id] as const,
    ),
  );
  const tenderId = (tender: TenderName) => idOf.get(tender) ?? '';
  const customers = company.records.customer
    .filter((record) => record.active)
    .map((record) => ({ id: record.id, firm: 'business_id' in record.data }));
  const open = shops.map((words): Shop => {
    const location = places.find((place) => place.key === words.place)?.name ?? '';
    return {
      words,
      location_id: idOf.get(location) ?? '',
      dates: datesOf(words, last, days),
      drawers: words.registers.map((register) => ({
        words: register,
        pos_id: idOf.get(`Till ${register.till}, ${location}`) ?? '',
        next: Number(register.first),
        float: register.cash ? 15_000 : 0,
      })),
    };
  });
  const faults = faultsOf((place) => [...(open.find((shop) => shop.words.place === place)?.dates ?? [])]);
  const friday = Array.from({ length: 7 }, (_, back) => addDays(last, -1 - back)).find(
    (date) => weekdayOf(date) === 5,
  );
  for (let date = firstDates(last, days)[0] ?? last, at = 0; date <= last; date = addDays(date, 1), at += 1) {
    for (const shop of open) {
      if (!shop.dates.has(date)) continue;
      const { place } = shop.words;
      yield dayOf(shop, {
        date,
        number: at,
        isLast: date === last,
        isOld: date <= addDays(last, -exportedAfter),
        pictured: place === 'hakaniemi' && date === friday,
        fault: faults.find((one) => one.place === place && one.date === date),
        shelf: shelfOf(date),
        tenderId,
        customers,
      });
    }
  }
}

interface Plan extends Pick<
  Parameters<typeof receiptsOfDay>[0],
  'pictured' | 'shelf' | 'tenderId' | 'customers'
> {
  readonly date: string;
  /** The index of the date, from the first one. */
  readonly number: number;
  readonly isLast: boolean;
  readonly isOld: boolean;
  readonly fault: Fault | undefined;
}

function dayOf(shop: Shop, plan: Plan): DemoDay {
  const { words, drawers, location_id } = shop;
  const { date, fault } = plan;
  const luck = stream(`day ${words.place} ${date}`);
  const midnight = localMidnight(date);
  const { opens, closes } = hoursOf(date);
  const openedAt = midnight + opens * 60 * minute - luck.between(12, 40) * minute;
  const id = luck.uuid(openedAt);
  const people = drawers.flatMap((drawer) => (drawer.words.cash ? drawer.words.cashiers : []));
  if (fault) applyOpeningFault(fault, drawers);
  const opening: ZReport[] = drawers.map((drawer) => ({
    pos_id: drawer.pos_id,
    opening_float: centsText(drawer.float),
  }));
  const made = receiptsOfDay({ ...plan, words, drawers, location_id, businessday_id: id, stream: luck });
  const deposits = {
    businessday_id: id,
    location_id,
    closes: midnight + closes * 60 * minute,
    luck,
    tenderId: plan.tenderId,
  };
  const inTheSafe = plan.isLast ? [] : drawers.flatMap((drawer) => deposit(made, drawer, deposits));
  const receipts = [...made, ...inTheSafe].toSorted((a, b) =>
    a.body.completed_at < b.body.completed_at ? -1 : 1,
  );
  if (fault) applyFault(fault, receipts, drawers);
  const counts = drawers.map((drawer) => countDrawer(receipts, drawer, luck));
  const z_reports = drawers.map((drawer, at): ZReport => {
    const counted = counts[at];
    const own = receipts.filter(({ body }) => body.pos_id === drawer.pos_id);
    return {
      pos_id: drawer.pos_id,
      z_number: 412 + plan.number,
      ...(own.length > 0 && {
        first_receipt_num: own[0]?.body.receipt_num ?? '',
        last_receipt_num: own.at(-1)?.body.receipt_num ?? '',
      }),
      opening_float: opening[at]?.opening_float ?? '0.00',
      paid_in: centsText(cashMovedOf(own, 'paid_in')),
      paid_out: centsText(-cashMovedOf(own, 'paid_out')),
      counted: centsText(counted?.counted ?? 0),
    };
  });
  const closedAt = midnight + closes * 60 * minute + luck.between(38, 80) * minute;
  const differs = counts.some(({ difference }) => Math.abs(difference) >= 200);
  const exportedAt = localMidnight(addDays(date, exportedAfter)) + luck.between(500, 660) * minute;
  const num = places.find((place) => place.key === words.place)?.num ?? 0;
  return {
    id,
    place: words.place,
    date,
    opened: {
      at: iso(openedAt),
      body: {
        id,
        location_id,
        date,
        opened_at: iso(openedAt),
        data: { opened_by: people[0]?.name ?? '', z_reports: opening },
      },
    },
    receipts: receipts.map(({ body }) => body),
    ...(!plan.isLast && {
      closed: {
        at: iso(closedAt),
        body: {
          status: 'closed',
          closed_at: iso(closedAt),
          data: {
            closed_by: people.at(-1)?.name ?? '',
            ...(differs && { note: luck.choice(reasons.difference) }),
            z_reports,
          },
        },
      },
    }),
    ...(!plan.isLast &&
      plan.isOld && {
        exported: {
          at: iso(exportedAt),
          body: { status: 'exported', data: { voucher_num: `RK${num}-${date.replaceAll('-', '')}` } },
        },
      }),
    totals: drawers.map((drawer) => totalsOf(receipts, drawer.pos_id)),
    sold: soldOf(receipts),
  };
}

const iso = (at: number) => new Date(at).toISOString();
