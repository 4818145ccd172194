import { z } from 'zod';
import { currency, day, guid, sumText as sum } from '@/contract/values';
import { accountUses } from '@/resources/account/contract';

/** Whether each business day has a voucher, or the days of a location and year have one. */
export const voucherKinds = ['day', 'all'] as const;

const what = {
  use: z.enum(accountUses),
  /** The other side of cash, or of a card: what it is for. */
  against: z.enum(accountUses).nullable(),
  name: z.string().nullable(),
  kind: z.string().nullable(),
  rate: sum().nullable(),
  dpt_id: z.string().nullable(),
  tender_id: z.string().nullable(),
  tender_type: z.string().nullable(),
};

const row = z.object({
  ...what,
  /** Empty if it lacks one. */
  account: z.string(),
  account_name: z.string().nullable(),
  /** Who gave the account: the record itself, or the company's table. */
  account_owner: z.enum(['department', 'tender', 'tax', 'table']).nullable(),
  vat_code: z.string().nullable(),
  cost_centre: z.string().nullable(),
  debit: sum().nullable(),
  credit: sum().nullable(),
});
/** A row of a voucher, as it is sent. Either `debit` or `credit` is null. */
export type SentRow = z.infer<typeof row>;

/** What has no account: nobody gave one, or several rows of the table fit equally well. */
export const lackSchema = z.object({ ...what, reason: z.enum(['none', 'several']) });
/** What has no account, as it is sent. */
export type SentLack = z.infer<typeof lackSchema>;

const voucher = z.object({
  location: z.object({ id: guid(), name: z.string(), cost_centre: z.string().nullable() }),
  /** The first and the last of its days, which is the date of the voucher. */
  from: day(),
  to: day(),
  days: z.array(z.object({ id: guid(), date: day(), status: z.string() })),
  /** The number that its days were exported with; null until then, and of days without rows. */
  number: z.string().nullable(),
  /** The number that it would get now; null if it has one, none of its days has rows, or a day is not closed. */
  next_number: z.string().nullable(),
  debit: sum(),
  credit: sum(),
  /** Why it does not add up without its row `difference`: empty if it does. */
  differences: z.array(
    z.object({
      code: z.enum(['net_and_tax', 'revenue', 'vat', 'tenders']),
      expected: sum(),
      actual: sum(),
      difference: sum(),
    }),
  ),
  lacks: z.array(lackSchema),
  /** What to know before booking it, with how many days, drawers or receipts it is about. */
  notes: z.array(
    z.object({
      code: z.enum(['open', 'uncounted', 'unknown_types', 'late_of', 'late_elsewhere']),
      count: z.int(),
    }),
  ),
  rows: z.array(row),
});
/** A voucher, as it is sent. */
export type SentVoucher = z.infer<typeof voucher>;

/** The response of `GET /api/secure/report/voucher` (docs/report.md#voucher). */
export const vouchersSchema = z.object({
  currency: currency(),
  /** The currencies of all requested days; the vouchers are in one of them. */
  currencies: z.array(currency()),
  vouchers: z.array(voucher),
});
export type Vouchers = z.infer<typeof vouchersSchema>;

/** The body of `POST /api/secure/report/voucher`: closed days that are exported, each with a number or together. */
export const takeSchema = z.strictObject({
  businessday_ids: z.array(guid()).min(1).max(100),
  by: z.enum(voucherKinds).optional(),
});

/** The response: the number of each day; null if it was exported without one, since it has no rows. */
export const takenSchema = z.array(z.object({ businessday_id: guid(), voucher_num: z.string().nullable() }));
