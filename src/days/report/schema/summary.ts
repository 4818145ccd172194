import { z } from 'zod';
import { currency, day, guid, sumText as sum } from '@/contract/values';
import { checkCodes } from './check-codes';
import { totals } from './totals';

/** The response of `GET /api/secure/report/verdicts?businessday_id=`: the failing checks of each requested day. */
export const verdictsSchema = z.array(
  z.object({
    id: guid(),
    /** How many receipts fail a check of their own figures. */
    at_fault: z.int(),
    failing: z.array(z.enum(checkCodes)),
    acknowledged: z.array(z.enum(checkCodes)),
  }),
);
export type DayVerdict = z.infer<typeof verdictsSchema>[number];

/** The longest range of a summary, in days. */
export const summaryDays = 400;

/**
 * The response of `GET /api/secure/report/summary?location_id=&from=&to=`: the totals of several days and locations in
 * one currency.
 */
export const summarySchema = z.object({
  from: day(),
  to: day(),
  currency: currency(),
  /** The currencies of all requested days; the summary covers one of them. */
  currencies: z.array(currency()),
  locations: z.array(z.object({ id: guid(), name: z.string() })),
  /** Active days, by date. `over_short` is null until the cash is counted. */
  days: z.array(
    z.object({
      id: guid(),
      location_id: guid(),
      date: day(),
      status: z.string(),
      count: z.int(),
      gross: sum(),
      over_short: sum().nullable(),
      /** How many receipts fail a check of their own figures. */
      at_fault: z.int(),
      /** The failing checks of its registers: `receipt_sequence`, `cash`, `opening`. */
      failing: z.array(z.enum(checkCodes)),
      /** Failing checks whose faults are acknowledged: not in `failing` and not in `at_fault`. */
      acknowledged: z.array(z.enum(checkCodes)),
    }),
  ),
  /** As in a report; the floats and counts of the cash are summed over the days, too. */
  totals,
  rounding_rule: z.literal('tax_per_receipt_and_rate'),
});
export type Summary = z.infer<typeof summarySchema>;
