import { z } from 'zod';
import { queryOf, type Complain } from '@/server/http/query';
import {
  currencyParameter,
  datesParameter,
  idParameter,
  locationsParameter,
  neededDate,
  requirePeriod,
} from '@/server/http/query-parameters';
import { historyDays, ofLines, ofReceipts, receiptDays, salesBys, type SalesBy } from '../answer';
import { marginBys, type MarginBy } from '../margin-answer';

/** What is asked about sales; ids are in lower case. */
export interface SalesQuestion {
  readonly by: SalesBy;
  readonly from: string;
  readonly to: string;
  /** Dates of the period that are left out. */
  readonly without: readonly string[];
  readonly location_ids: readonly string[];
  readonly currency: string | null;
  readonly plu_id: string | null;
  readonly dpt_id: string | null;
}

/** Parameter: what sales are broken down by. */
const byParameter = <By extends SalesBy>(
  bys: readonly [By, ...By[]] | readonly By[],
  description: string,
) => ({
  read: z.enum(bys),
  rule: `Must be one of ${bys.join(', ')}`,
  needed: `It is needed: one of ${bys.join(', ')}`,
  schema: { type: 'string', enum: bys },
  description,
});

/** The parameters of a question about sales, besides what they are broken down by. */
const parametersFor = (most: number) => ({
  from: neededDate('The first business day.'),
  to: neededDate(`The last business day, at most ${most} days in all.`),
  without: datesParameter('Dates of the period that are left out, separated by commas; none where absent.'),
  location_id: locationsParameter,
  currency: currencyParameter,
  plu_id: idParameter(`Only the lines of this product; \`by\` is then one of ${ofLines.join(', ')}.`),
  dpt_id: idParameter('Only the lines of this department.'),
});

/** The parameters of a question about sales. */
export const salesQuery = queryOf(
  {
    by: byParameter(
      salesBys,
      'What to break down by. `tender`: `gross` is what was paid and `discount` what was paid back. `together`: what was sold in the receipts of the product `plu_id`, the latest 50,000 at most; so is `hour` of a product. `discount`, `tip` (by cashier) and `amount` are read from receipts, of at most 62 days: `gross` is what was taken off, the tips, and of `amount` the turnover of receipts that come to so much.',
    ),
    ...parametersFor(historyDays),
  },
  ({ location_id, ...rest }, complain): SalesQuestion => {
    const question = { ...rest, location_ids: location_id };
    requireSense(question, complain, ofReceipts.includes(question.by) ? receiptDays : historyDays);
    return question;
  },
);

/** The parameters of a question about the margin of sales. */
export const marginQuery = queryOf(
  { by: byParameter(marginBys, 'What to break down by.'), ...parametersFor(receiptDays) },
  ({ location_id, ...rest }, complain): SalesQuestion & { readonly by: MarginBy } => {
    const question = { ...rest, location_ids: location_id };
    requireSense(question, complain, receiptDays);
    return question;
  },
);

function requireSense(
  { by, from, to, plu_id, dpt_id }: SalesQuestion,
  complain: Complain,
  most: number,
): void {
  requirePeriod({ from, to }, complain, most, `A period is of at most ${most} days`);
  if (plu_id !== null && dpt_id !== null)
    complain('dpt_id', 'invalid_parameter', 'Not beside "plu_id": lines are of one of both');
  if (by === 'together' && plu_id === null)
    complain('plu_id', 'required', 'The product with which others were sold is needed');
  if ((plu_id ?? dpt_id) !== null && !ofLines.includes(by))
    complain(
      'by',
      'invalid_parameter',
      `With "plu_id" or "dpt_id" it must be one of ${ofLines.join(', ')}: other breakdowns are of whole receipts`,
    );
}
