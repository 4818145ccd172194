import { z } from 'zod';
import { entitySchema } from '@/core/contract/resource';
import { currency, day, guid, sumText } from '@/core/contract/values';
import { sales } from '../../sales/contract';
import { businessday } from '../contract';
import { sealReasons } from '../seal/contents';

/** A sum: decimal text. Money has the currency's scale, or as many digits more as the receipts brought. */
const sum = sumText;
/** A name as a receipt wrote it down; null where none did. */
const written = () => z.string().nullable();
const id = () => z.string().nullable();

/** Digits behind the point that money of a currency has (ISO 4217). */
export const currencyScale = (code: string): number => {
  if (' BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF '.includes(` ${code} `)) return 0;
  if (' BHD IQD JOD KWD LYD OMR TND '.includes(` ${code} `)) return 3;
  return code === 'CLF' || code === 'UYW' ? 4 : 2;
};

/** The checks of a report (report.md, Checks), in the order in which they are shown. */
export const checkCodes = [
  'receipt_lines',
  'receipt_tax',
  'receipt_tenders',
  'receipt_belongs',
  'receipt_prices',
  'receipt_rates',
  'receipt_rounding',
  'receipt_scale',
  'receipt_type',
  'receipt_time',
  'receipt_removed',
  'day_tax',
  'day_tender',
  'day_dpt',
  'day_hour',
  'day_cashier',
  'receipt_sequence',
  'cash',
  'opening',
] as const;
export type CheckCode = (typeof checkCodes)[number];

/**
 * What a fault is of. Of each, `expected` and `actual` are:
 *
 * - `lines`: the receipt's total; its lines, summed (receipt_lines).
 * - `gross`, `net`, `tax` with a `rate`: the receipt's lines of the rate; its tax row (receipt_tax). Without
 *   one: the day's figure; the breakdown, summed (day_*).
 * - `net_and_tax`: gross; net + tax, of a tax row (with its `rate`) or of the whole receipt (receipt_tax).
 * - `total_tax`: the receipt's tax rows, summed; its `total_tax` (receipt_tax).
 * - `tenders`: total + rounding; the tenders, summed (receipt_tenders).
 * - `change`: a tender's amount; tendered − change (receipt_tenders).
 * - `location`, `currency`: the day's; the receipt's (receipt_belongs).
 * - `count`: receipts of the day; of the breakdown (day_hour, day_cashier).
 * - `amount`: gross + non-turnover + rounding of the day; the tenders, summed (day_tender).
 * - `gap`: the number that should have come; the one that came, on the receipt (receipt_sequence).
 * - `repeat`: nothing; the number that more than one receipt carries (receipt_sequence).
 * - `unnumbered`: nothing; the `receipt_num` without a digit (receipt_sequence).
 * - `first`, `last`: the z report's number; the register's, as its receipts have it (receipt_sequence).
 * - `paid_in`, `paid_out`: what the receipts say; what the z reports say (cash).
 * - `opening_float`: what was counted at the close before; what the register opened with (opening).
 * - `register`: the day's location; that of the register (receipt_belongs).
 * - `line`: quantity × unit price − discount of a `line`; its total (receipt_prices).
 * - `rate_tax`: what the `rate` makes of the gross of a tax row; its tax (receipt_rates).
 * - `rate_unknown`: nothing; a `rate` that no tax of the company had on the day (receipt_rates).
 * - `rounding`: the most that a tender of the receipt rounds by; the receipt's rounding (receipt_rounding).
 * - `scale`: the decimals of the currency; the receipt's amount with the most (receipt_scale). Of a register
 *   (`pos_id`): of its z report.
 * - `sign`: nothing; the total of a return that is not negative (receipt_type).
 * - `type`: nothing; a type that is not known (receipt_type).
 * - `time`: the date of the day; the business date on which it was completed (receipt_time).
 * - `removed`: nothing; the number of a receipt that was removed without a reason (receipt_removed).
 * - `malformed`: nothing; a value of the receipt is no decimal number (receipt_*).
 */
export const faultKinds = [
  'lines',
  'gross',
  'net',
  'tax',
  'net_and_tax',
  'total_tax',
  'tenders',
  'change',
  'location',
  'currency',
  'register',
  'line',
  'rate_tax',
  'rate_unknown',
  'rounding',
  'scale',
  'sign',
  'type',
  'time',
  'removed',
  'count',
  'amount',
  'gap',
  'repeat',
  'unnumbered',
  'first',
  'last',
  'paid_in',
  'paid_out',
  'opening_float',
  'malformed',
] as const;
export type FaultKind = (typeof faultKinds)[number];

const fault = z.object({
  kind: z.enum(faultKinds),
  transaction_id: id(),
  pos_id: id(),
  rate: z.string().nullable(),
  /** Which line of the receipt, from 1. */
  line: z.int().nullable(),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
});
/** One thing that does not add up: where (a receipt, a register, or the day), what, and by how much. */
export type Fault = z.infer<typeof fault>;

const check = z.object({
  code: z.enum(checkCodes),
  ok: z.boolean(),
  /** Over all that was checked; a check without sums (sequence, belongs) counts receipts. */
  expected: sum(),
  actual: sum(),
  /** The receipts at fault, in the order of the report, each once. */
  transaction_ids: z.array(guid()),
  faults: z.array(fault),
});
/** A check of the report: whether it adds up, and which receipts are at fault if it does not. */
export type Check = z.infer<typeof check>;

const acknowledgement = z.object({ id: guid(), reason: z.string(), at: z.string(), by: z.string() });
/** Who acknowledged the faults of a check, when and why. */
export type Acknowledgement = z.infer<typeof acknowledgement>;
const reportCheck = check.extend({
  /** Not null where the faults, all of them, are known and explained: they do not colour the day. */
  acknowledged: acknowledgement.nullable().default(null),
});

const counted = z.object({ count: z.int(), gross: sum() });

const cash = z.object({
  opening_float: sum(),
  sales: sum(),
  /** What went out of the drawer, zero or more; as `paid_out`. */
  refunds: sum(),
  paid_in: sum(),
  paid_out: sum(),
  expected: sum(),
  /** Null until the register is counted. */
  counted: sum().nullable(),
  over_short: sum().nullable(),
});
/** What went through a drawer: opening float + sales − refunds + paid in − paid out = expected. */
export type Cash = z.infer<typeof cash>;

const totals = z.object({
  /** Sales and returns. */
  count: z.int(),
  gross: sum(),
  net: sum(),
  tax: sum(),
  discount: sum(),
  rounding: sum(),
  by_tax: z.array(z.object({ rate: sum().nullable(), gross: sum(), net: sum(), tax: sum() })),
  by_tender: z.array(
    z.object({
      tender_id: id(),
      name: written(),
      type: written(),
      count: z.int(),
      /** Net of what was refunded. */
      amount: sum(),
      /** What was paid back, zero or more. */
      refunded: sum(),
    }),
  ),
  by_dpt: z.array(
    z.object({ dpt_id: id(), name: written(), qty: sum(), gross: sum(), net: sum(), tax: sum() }),
  ),
  by_plu: z.array(
    z.object({ plu_id: id(), productid: written(), name: written(), qty: sum(), gross: sum() }),
  ),
  by_cashier: z.array(
    z.object({
      cashier: z.object({ id: written(), name: written() }).nullable(),
      count: z.int(),
      gross: sum(),
    }),
  ),
  /** In the order of the day, which begins at the location's `day_cutover`. */
  by_hour: z.array(z.object({ hour: z.int().min(0).max(23), count: z.int(), gross: sum() })),
  returns: counted,
  voids: counted,
  training: counted,
  /** Receipts of a type that is not known: they count nowhere. */
  unknown_types: z.array(z.object({ type: z.string(), count: z.int(), gross: sum() })),
  /** Receipts that were deactivated, and who did it, when and why; `gross` is that of the sales and returns among them. */
  removed: z.object({
    count: z.int(),
    gross: sum(),
    receipts: z.array(
      z.object({
        transaction_id: guid(),
        receipt_num: z.string(),
        type: z.string(),
        gross: sum(),
        at: z.string().nullable(),
        by: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  }),
  non_turnover: z.array(z.object({ kind: z.string(), count: z.int(), amount: sum() })),
  cash: z.array(z.object({ pos_id: id(), ...cash.shape })),
  cash_total: cash,
});
/** What the receipts come to (report.md, Shape and What counts). */
export type Totals = z.infer<typeof totals>;

const register = z.object({
  pos_id: id(),
  name: written(),
  pos_num: z.int().nullable(),
  /** Where it stood on this day; null for receipts that name no register. */
  location_id: id(),
  /** The last receipt number of the register's previous day. */
  last_before: z
    .object({
      receipt_num: z.string(),
      businessday_id: guid(),
      date: day(),
      /** Whether a z report was read there: after one, numbers may begin at 1 again. */
      z_read: z.boolean(),
    })
    .nullable(),
  /** What was counted in the register at the close before; null where it was not. */
  counted_before: z.object({ counted: sum(), businessday_id: guid(), date: day() }).nullable(),
  /** Receipts of this day that came late and lie in another. */
  late: z.array(
    z.object({
      transaction_id: guid(),
      active: z.boolean(),
      receipt_num: z.string(),
      businessday_id: guid(),
    }),
  ),
});

const lateReceipts = z.object({
  /** The other day: the one they name, or the one they lie in. */
  businessday_id: z.string(),
  /** Null for a day that is not there. */
  date: day().nullable(),
  count: z.int(),
  gross: sum(),
  tax: sum(),
  transaction_ids: z.array(guid()),
});
/** Sales and returns that came late, of one other day. */
export type LateReceipts = z.infer<typeof lateReceipts>;

/** A register of the day, and what its checks need from beyond the day. */
export type Register = z.infer<typeof register>;

/** A seal of the day (report.md, What is final); how its hashes are made: seal/contents.ts. */
const seal = z.object({
  /** Its place in the chain of the location, from 1. */
  number: z.int(),
  hash: z.string(),
  /** The hash of the seal before it of the same location; null for the first. */
  previous: z.string().nullable(),
  /** The SHA-256 of the day's contents. */
  content: z.string(),
  /** Which edition of the contents that is. */
  contents: z.int(),
  at: z.string(),
  by: z.string(),
  reason: z.enum(sealReasons),
  businessday_id: guid(),
  location_id: guid(),
});

/** The day itself, with its location by name. */
const reportDay = entitySchema(businessday).extend({
  location: z.object({ id: guid(), name: z.string() }),
});

/**
 * `GET /api/secure/report/businessdaytx/{businessday_id}` (docs/interface.md#47-locations-business-days-report,
 * report.md).
 */
export const reportSchema = z.object({
  businessday: reportDay,
  /** What the sums are in, and the zone whose hours `by_hour` has: the location's, else the company's. */
  currency: currency(),
  timezone: z.string(),
  /** The hour at which the location's day begins. */
  cutover_hour: z.int().min(0).max(23),
  /** In receipt order. */
  transactions: z.array(entitySchema(sales)),
  totals,
  checks: z.array(reportCheck),
  registers: z.array(register),
  /** Counted here and of another day (`of`); of this day and counted elsewhere. */
  late: z.object({ of: z.array(lateReceipts), elsewhere: z.array(lateReceipts) }),
  /** The tax rates that the company had on this day; null where it keeps no taxes. */
  tax_rates: z.array(sum()).nullable(),
  /** Tenders that round, by GUID or by type, and to what. */
  rounding_units: z.array(z.object({ key: z.string(), unit: sum() })),
  /** Oldest first; none while the day was never closed, and of days closed before there were seals. */
  seals: z.array(seal).default([]),
  /** How tax was rounded; a name, so that it can be said in any language. */
  rounding_rule: z.literal('tax_per_receipt_and_rate'),
});
export type Report = z.infer<typeof reportSchema>;

/** `GET /api/secure/report/verdicts?businessday_id=`: which of some days do not add up, and in what. */
export const verdictsSchema = z.array(
  z.object({
    id: guid(),
    /** Receipts that do not add up in themselves. */
    at_fault: z.int(),
    failing: z.array(z.enum(checkCodes)),
    acknowledged: z.array(z.enum(checkCodes)),
  }),
);
export type DayVerdict = z.infer<typeof verdictsSchema>[number];

/** The longest range of days that a summary takes. */
export const summaryDays = 400;

/** `GET /api/secure/report/summary?location_id=&from=&to=`: several days and locations of one currency. */
export const summarySchema = z.object({
  from: day(),
  to: day(),
  currency: currency(),
  /** Those of all days that were asked for: the summary is of one of them. */
  currencies: z.array(currency()),
  locations: z.array(z.object({ id: guid(), name: z.string() })),
  /** Active days, by date. Over and short is null until counted. */
  days: z.array(
    z.object({
      id: guid(),
      location_id: guid(),
      date: day(),
      status: z.string(),
      count: z.int(),
      gross: sum(),
      over_short: sum().nullable(),
      /** Receipts that do not add up in themselves. */
      at_fault: z.int(),
      /** The checks of its registers that fail: `receipt_sequence`, `cash`, `opening`. */
      failing: z.array(z.enum(checkCodes)),
      /** Checks that fail and whose faults are acknowledged: not in `failing`, nor in `at_fault`. */
      acknowledged: z.array(z.enum(checkCodes)),
    }),
  ),
  /** As in a report; of the cash, floats and counts are summed over the days, too. */
  totals,
  rounding_rule: z.literal('tax_per_receipt_and_rate'),
});
export type Summary = z.infer<typeof summarySchema>;
