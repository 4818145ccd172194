import { z } from 'zod';
import { entitySchema } from '@/contract/resource';
import { currency, day, guid, sumText as sum } from '@/contract/values';
import { sales } from '@/resources/sales/contract';
import { businessday } from '@/resources/businessday/contract';
import { sealReasons } from '../seal/contents';
import { reportCheck } from './schema/checks';
import { totals } from './schema/totals';

const register = z.object({
  pos_id: z.string().nullable(),
  name: z.string().nullable(),
  pos_num: z.int().nullable(),
  /** Its location on this day; null for receipts without a register. */
  location_id: z.string().nullable(),
  /** The last receipt number of the register's previous day. */
  last_before: z
    .object({
      receipt_num: z.string(),
      businessday_id: guid(),
      date: day(),
      /** Whether that day has a z report of the register: after one, numbers may restart at 1. */
      z_read: z.boolean(),
    })
    .nullable(),
  /** The cash counted in the register at the previous close; null if it was not counted. */
  counted_before: z.object({ counted: sum(), businessday_id: guid(), date: day() }).nullable(),
  /** Receipts of this day that arrived late and are stored in another day. */
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
  /** The other day: the one the receipts belong to, or the one they are stored in. */
  businessday_id: z.string(),
  /** Null if that day does not exist. */
  date: day().nullable(),
  count: z.int(),
  gross: sum(),
  tax: sum(),
  transaction_ids: z.array(guid()),
});
/** Sales and returns that arrived late, per other day. */
export type LateReceipts = z.infer<typeof lateReceipts>;

/** A register of the day, with the facts of other days that its checks need. */
export type Register = z.infer<typeof register>;

/** A seal of the day (docs/report.md#seals); seal/contents.ts defines its hashes. */
const seal = z.object({
  /** Its position in the chain of the location, from 1. */
  number: z.int(),
  hash: z.string(),
  /** The hash of the previous seal of the same location; null for the first. */
  previous: z.string().nullable(),
  /** The SHA-256 hash of the day's contents. */
  content: z.string(),
  /** The version of the format of the contents. */
  contents: z.int(),
  at: z.string(),
  by: z.string(),
  reason: z.enum(sealReasons),
  businessday_id: guid(),
  location_id: guid(),
});

/** The business day, with the name of its location. */
const reportDay = entitySchema(businessday).extend({
  location: z.object({ id: guid(), name: z.string() }),
});

/**
 * The response of `GET /api/secure/report/businessdaytx/{businessday_id}`
 * (docs/interface.md#47-locations-business-days-report, docs/report.md#shape).
 */
export const reportSchema = z.object({
  businessday: reportDay,
  /** The currency of the sums, and the time zone of `by_hour`: the location's, else the company's. */
  currency: currency(),
  timezone: z.string(),
  /** The hour at which the location's business day begins. */
  cutover_hour: z.int().min(0).max(23),
  /** In receipt order. */
  transactions: z.array(entitySchema(sales)),
  totals,
  checks: z.array(reportCheck),
  registers: z.array(register),
  /** `of`: stored in this day, belonging to another; `elsewhere`: belonging to this day, stored in another. */
  late: z.object({ of: z.array(lateReceipts), elsewhere: z.array(lateReceipts) }),
  /** The company's tax rates on this day; null if the company has no taxes. */
  tax_rates: z.array(sum()).nullable(),
  /** The tenders that round, by GUID or by type, with the unit each rounds to. */
  rounding_units: z.array(
    z.object({ key: z.string(), way: z.enum(['half', 'up', 'down']).default('half'), unit: sum() }),
  ),
  /** Oldest first; empty for a day never closed, and for one closed before seals existed. */
  seals: z.array(seal).default([]),
  /** How tax was rounded: a name, so that the client can word it in any language. */
  rounding_rule: z.literal('tax_per_receipt_and_rate'),
});
export type Report = z.infer<typeof reportSchema>;
