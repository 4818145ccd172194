import { z } from 'zod';
import { roles } from '@/contract/role';
import { currency, day, guid, sumText } from '@/contract/values';
import { monthsSchema } from '../month/schema';

/** The longest range of a group's summary, in days. */
export const groupDays = 400;

const figures = z.object({ receipts: z.int(), gross: sumText(), net: sumText(), tax: sumText() });

/** Dates, both included, without some of them. */
const dates = z.object({ from: day(), to: day(), without: z.array(day()) });

const sums = z.object({
  currency: currency(),
  now: figures,
  /** Of the days that count in changes, and of those that they are compared with. */
  compared: figures,
  before: figures,
});

const location = z.object({
  id: guid(),
  name: z.string(),
  ...sums.shape,
  /** Active business days of the period. */
  days: z.int(),
  /** Those that are over and not closed, and those that are closed and do not add up. */
  to_settle: z.int(),
});

const member = z.object({
  /** The membership, as `Tillhouse-As` and `PUT /api/session` take it. */
  acting_as: z.string(),
  id: guid(),
  name: z.string(),
  role: z.enum(roles),
  /** `read`; `not_allowed`: the role reads no reports; `failed`: its figures could not be read, and the others stand. */
  state: z.enum(['read', 'not_allowed', 'failed']),
});

const company = member.extend({
  /** One row for each location and currency of its days. */
  locations: z.array(location),
});

/** The answer of `GET /api/secure/group/summary?from=&to=` (docs/report.md#a-group-of-companies). */
export const groupSummary = z.object({
  from: day(),
  to: day(),
  /** The days that count in changes, and those of the same weekdays that they are compared with; null if none does. */
  compared: z.object({ now: dates, before: dates }).nullable(),
  companies: z.array(company),
  /** Over the companies that were read, one row for each currency: amounts in two currencies are never added. */
  totals: z.array(sums),
});
export type GroupSummary = z.infer<typeof groupSummary>;
export type GroupCompany = z.infer<typeof company>;
export type GroupLocation = z.infer<typeof location>;
export type GroupFigures = z.infer<typeof figures>;

const groupDay = z.object({
  id: guid(),
  location_id: guid(),
  location_name: z.string(),
  date: day(),
  status: z.string(),
  currency: currency(),
  receipts: z.int(),
  gross: sumText(),
  seal: z.string().nullable().meta({ description: 'The hash of its current seal; null while it is open.' }),
});

/** The answer of `GET /api/secure/group/days?from=&to=` (docs/report.md#a-group-of-companies). */
export const groupDaysSchema = z.object({
  from: day(),
  to: day(),
  companies: z.array(
    member.extend({
      /** The months that the period touches, with days, newest first: whether each is locked, over, and its seal. */
      months: z.array(
        monthsSchema.element.pick({ month: true, locked: true, lock: true, over: true, days: true }),
      ),
      /** Active business days of the period, by date and location. */
      days: z.array(groupDay),
    }),
  ),
});
export type GroupDays = z.infer<typeof groupDaysSchema>;
export type GroupDay = z.infer<typeof groupDay>;
export type GroupMember = z.infer<typeof member>;
