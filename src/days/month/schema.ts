import { z } from 'zod';
import { currency, day, guid, sumText as sum } from '@/contract/values';
import { bookFormats } from '../books/schema';
import { checkCodes } from '../report/schema/check-codes';
import { vatCountries, vatRowNames } from './vat-return';

/** A month as the wire has it: `2026-10`. */
export const monthText = () => z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** The states of a date in a month, the worst first. `not_adding_up` is closed or exported, with faults nobody acknowledged. */
export const monthDayStates = ['missing', 'open', 'not_adding_up', 'closed', 'exported'] as const;
export type MonthDayState = (typeof monthDayStates)[number];

/** Why a date keeps a month from being locked. `differs`: what was sealed is not what the receipts come to. */
export const settleKinds = ['missing', 'open', 'not_adding_up', 'differs'] as const;

const taxRow = z.object({ rate: z.string().nullable(), net: sum(), tax: sum() });
const figures = { count: z.int(), gross: sum(), net: sum(), tax: sum() };

const lateRow = z.object({
  /** The other month; null if the receipt names a day that is not there. */
  month: monthText().nullable(),
  count: z.int(),
  gross: sum(),
  tax: sum(),
});

/** An entry of a month's chain: a lock with its seal, or an unlock with its reason. */
export const monthEntry = z.object({
  number: z.int().meta({ description: 'Its place in the chain of the company, over all months.' }),
  action: z.enum(['lock', 'unlock']),
  at: z.string(),
  by: z.string(),
  reason: z.string().nullable(),
  hash: z.string(),
  previous: z.string().nullable(),
  content: z
    .string()
    .nullable()
    .meta({ description: 'The SHA-256 of what a lock covers; null for an unlock.' }),
  days: z.int().nullable().meta({ description: 'How many business days a lock covers.' }),
  missing: z
    .array(z.object({ date: z.string(), location_id: z.string(), reason: z.string() }))
    .meta({ description: 'Of a lock: the days that were missing, and why.' }),
  questions: z
    .object({ ids: z.array(z.string()), reason: z.string() })
    .nullable()
    .meta({ description: 'Of a lock: the questions that were open, and what was said about them.' }),
});
export type MonthEntry = z.infer<typeof monthEntry>;

const settleItem = z.object({
  kind: z.enum(settleKinds),
  location_id: guid(),
  location_name: z.string(),
  date: day(),
  businessday_id: guid().nullable(),
  at_fault: z.int().meta({ description: 'Receipts that fail a check of their own figures.' }),
  failing: z.array(z.enum(checkCodes)),
  count: z.int(),
  gross: sum(),
});

const openQuestions = z
  .array(
    z.object({
      id: guid(),
      businessday_id: guid(),
      location_name: z.string(),
      date: day(),
      text: z.string(),
    }),
  )
  .meta({
    description: 'Questions about its days that nobody has closed: a lock says why they may stay open.',
  });

/** The response of `GET /api/secure/report/month` (docs/report.md#month). */
export const monthSchema = z.object({
  month: monthText(),
  currency: currency(),
  currencies: z
    .array(currency())
    .meta({ description: 'Those of the month; the figures are of one of them.' }),
  totals: z.object({
    ...figures,
    by_tax: z.array(taxRow),
    by_tender: z.array(
      z.object({
        tender_id: z.string().nullable(),
        name: z.string().nullable(),
        type: z.string().nullable(),
        amount: sum(),
      }),
    ),
  }),
  /** The same from the figures that were kept when the days were sealed. */
  sealed: z.object({ days: z.int(), ...figures, by_tax: z.array(taxRow) }),
  difference: z.object({ gross: sum(), net: sum(), tax: sum() }),
  equal: z.boolean().meta({ description: 'Both computations agree in every day, rate and tender.' }),
  states: z.object({
    exported: z.int(),
    closed: z.int(),
    not_adding_up: z.int(),
    open: z.int(),
    missing: z.int(),
  }),
  locations: z.array(z.object({ id: guid(), name: z.string(), ...figures, by_tax: z.array(taxRow) })),
  days: z.array(
    z.object({
      id: guid(),
      location_id: guid(),
      date: day(),
      status: z.string(),
      state: z.enum(monthDayStates),
      ...figures,
      by_tax: z.array(taxRow),
      seal: z.string().nullable().meta({ description: 'The hash of its current seal.' }),
      voucher_num: z.string().nullable(),
    }),
  ),
  settle: z.array(settleItem),
  late: z.object({
    of: z.array(lateRow).meta({ description: 'Counted here, and belonging to another month.' }),
    elsewhere: z.array(lateRow).meta({ description: 'Belonging here, and counted in another month.' }),
  }),
  owed: z.array(
    z.object({
      kind: z.enum(['gift_card', 'deposit']),
      brought_forward: sum().nullable(),
      received: sum(),
      used: sum(),
      carried_on: sum().nullable(),
    }),
  ),
  vat_returns: z.array(
    z.object({
      country: z.enum(vatCountries).nullable(),
      locations: z.array(guid()),
      rows: z.array(
        z.object({
          row: z.string(),
          name: z.enum(vatRowNames),
          rate: z.string().nullable(),
          base: sum(),
          tax: sum().nullable(),
          stated_base: sum().nullable(),
          stated_tax: sum().nullable(),
        }),
      ),
      tax: sum(),
      stated_tax: sum().nullable(),
    }),
  ),
  questions: openQuestions,
  lock: z.object({
    locked: z.boolean(),
    lockable: z.boolean().meta({
      description:
        'Nothing but missing days stands against a lock, which are stated with a reason. Only known without `location_id`.',
    }),
    over: z.boolean().meta({ description: 'Every date of the month is past at each location.' }),
    entries: z.array(monthEntry),
  }),
});
export type Month = z.infer<typeof monthSchema>;

/** The response of `GET /api/secure/report/months`: the months with business days, newest first. */
export const monthsSchema = z.array(
  z.object({
    month: monthText(),
    locked: z.boolean(),
    lock: z
      .object({ at: z.string(), by: z.string(), hash: z.string() })
      .nullable()
      .meta({ description: 'The lock that stands, with its seal.' }),
    over: z.boolean().meta({ description: 'Every date of the month is past at each location.' }),
    days: z.object({ exported: z.int(), closed: z.int(), open: z.int() }),
    by_currency: z.array(
      z.object({
        currency: currency(),
        count: z.int(),
        gross: sum(),
        tax: sum()
          .nullable()
          .meta({ description: 'Of sealed days; null if one has no figures of its seal.' }),
      }),
    ),
  }),
);
export type Months = z.infer<typeof monthsSchema>;

/** The response of `GET /api/secure/report/month/settle`: what a month waits for, in all of its currencies. */
export const monthSettleSchema = z.object({
  month: monthText(),
  days: z.int().meta({ description: 'Its business days; a month without any cannot be locked.' }),
  locked: z.boolean(),
  over: z.boolean(),
  settle: z.array(settleItem),
  questions: openQuestions,
});
export type MonthSettle = z.infer<typeof monthSettleSchema>;

const monthFile = z.object({
  id: guid(),
  format: z.enum(bookFormats),
  at: z.string(),
  by: z.string(),
  file_name: z.string(),
  sha256: z.string(),
  size: z.int(),
  from: day(),
  to: day(),
  days: z.int(),
  of_month: z.int().meta({ description: 'How many of its days are of the month.' }),
  again: z.int().meta({ description: 'How many earlier files have the same days in the same format.' }),
  same_bytes: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether the last of these has the same bytes; null without one.' }),
});
/** A file for bookkeeping that has days of a month. */
export type MonthFile = z.infer<typeof monthFile>;

/** The response of `GET /api/secure/report/month/files`: newest first, at most 100. */
export const monthFilesSchema = z.array(monthFile);

const reason = () => z.string().max(4000).regex(/\S/, { error: 'Must not be empty' });

/** The body of `POST /api/secure/report/month/{month}/lock`. */
export const lockSchema = z.strictObject({
  missing: z
    .array(z.strictObject({ location_id: guid(), date: day(), reason: reason() }))
    .max(2000)
    .optional()
    .meta({ description: 'Why each missing day is missing.' }),
  questions: reason().optional().meta({
    description:
      'Why the questions that are open do not stand against the lock; needed while there are some.',
  }),
});

/** The body of `POST /api/secure/report/month/{month}/unlock`. */
export const unlockSchema = z.strictObject({ reason: reason() });
