import { z } from 'zod';
import { guid, sumText as sum } from '@/contract/values';

/** The name that receipts carry; null if they carry none. */
const written = () => z.string().nullable();
const id = () => z.string().nullable();

const counted = z.object({ count: z.int(), gross: sum() });

const cash = z.object({
  opening_float: sum(),
  sales: sum(),
  /** Cash paid out of the drawer, zero or more, as `paid_out` is. */
  refunds: sum(),
  paid_in: sum(),
  paid_out: sum(),
  expected: sum(),
  /** Null until the register is counted. */
  counted: sum().nullable(),
  over_short: sum().nullable(),
});
/** The cash of one drawer: opening float + sales − refunds + paid in − paid out = expected. */
export type Cash = z.infer<typeof cash>;

export const totals = z.object({
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
      /** Net of refunds. */
      amount: sum(),
      /** The refunds, zero or more. */
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
  /** In the order of the business day, which begins at the location's `day_cutover`. */
  by_hour: z.array(z.object({ hour: z.int().min(0).max(23), count: z.int(), gross: sum() })),
  returns: counted,
  voids: counted,
  training: counted,
  /** Receipts of an unknown type: not included in any total. */
  unknown_types: z.array(z.object({ type: z.string(), count: z.int(), gross: sum() })),
  /** Removed (deactivated) receipts: by whom, when and why. `gross` sums the sales and returns among them. */
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
/** The totals of receipts (docs/report.md#shape, docs/report.md#what-counts). */
export type Totals = z.infer<typeof totals>;
