import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { queryOf } from '@/server/http/query';
import {
  currencyParameter,
  idsParameter,
  locationsParameter,
  neededDate,
  requirePeriod,
} from '@/server/http/query-parameters';
import { businessday } from '@/resources/businessday/contract';
import { verdictOf, verdictsOf } from '../../acknowledge/day-verdicts.server';
import { faultsByDay } from '../../acknowledge/faults-by-day';
import { findFigures, storedFaults } from '../../figures/stored-figures.server';
import { summaryDays } from '../../report/schema/summary';
import { currencyOf, findWholeDays, requireLocations } from '../../report/server/report-days.server';
import { summaryTotals } from '../../report/server/report-query.server';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import type { SummaryQuery } from './summary-query.server';

/** The parameters of verdicts: of which days they are. */
export const verdictsQuery = queryOf({
  businessday_id: {
    ...idsParameter('A business day, or at most 100 separated by commas.'),
    needed: 'A business day is needed',
  },
});

/** The parameters of a summary. */
export const summaryQuery = queryOf(
  {
    from: neededDate('The first date.'),
    to: neededDate(`The last date, at most ${summaryDays} days in all.`),
    location_id: locationsParameter,
    currency: currencyParameter,
  },
  ({ location_id, ...rest }, complain): SummaryQuery => {
    requirePeriod(rest, complain, summaryDays, `A summary is of at most ${summaryDays} days`);
    return { ...rest, location_ids: location_id };
  },
);

const listed = z.looseObject({
  id: z.string(),
  location_id: z.string(),
  date: z.string(),
  status: z.string(),
  totals: businessday.fields.totals.schema,
});

/**
 * Returns the summary as JSON text (`summarySchema`).
 *
 * @throws 400 `reference_not_found` for a location that does not exist or is not visible, `several_currencies` for days in
 * different currencies.
 */
export async function summaryText(
  tx: Tx,
  caller: Caller,
  { from, to, location_ids, currency: wanted }: SummaryQuery,
  parsing: NumberParsing,
): Promise<string> {
  const requested = await requireLocations(tx, caller, location_ids);
  const within = location_ids.length > 0 ? sql`t.location_id = any(${location_ids}::uuid[])` : sql`true`;
  const found = await findWholeDays(
    tx,
    caller,
    sql`t.active and t.date between ${from}::date and ${to}::date and ${within}`,
  );
  const { currency, currencies } = await currencyOf(tx, caller, found, wanted);
  const days = found.filter((one) => one.currency === currency);
  const kept = await findFigures(tx, caller, days, parsing);
  const summed = { days, live: kept.live, stored: kept.sums };
  const [sums] = await tx.rows(summaryTotals(caller, summed, currency, parsing));
  const atFault = {
    ...faultsByDay.parse(JSON.parse(sums?.at_fault ?? '{}')),
    ...(await storedFaults(tx, caller, kept.days)),
  };
  const verdicts = await verdictsOf(tx, caller, days, { from, to }, parsing, atFault);
  const locations = new Map(requested.map(({ id, name }) => [id, name]));
  for (const one of days) locations.set(one.location_id, one.location_name);
  const head = {
    from,
    to,
    currency,
    currencies,
    locations: [...locations].map(([id, name]) => ({ id, name })),
    days: days.map(({ entity }) => {
      const { id, location_id, date, status, totals } = listed.parse(JSON.parse(entity));
      return {
        id,
        location_id,
        date,
        status,
        ...totals,
        ...verdictOf(verdicts, id),
      };
    }),
  };
  return `${JSON.stringify(head).slice(0, -1)},"totals":${sums?.totals},"rounding_rule":"tax_per_receipt_and_rate"}`;
}
