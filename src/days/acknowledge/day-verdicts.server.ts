import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import { planForValues, type Tx } from '@/server/db/db';
import type { NumberParsing } from '../receipts/server/receipt-lists.server';
import { checkCodes, type CheckCode } from '../report/schema/check-codes';
import type { FoundDay } from '../report/server/report-days.server';
import { receiptsAtFault, reportFigures } from '../report/server/report-query.server';
import { failingByDay } from '../summary/server/summary-checks.server';
import { findFigures, storedFaults } from '../figures/stored-figures.server';
import { faultsByDay } from './faults-by-day';
import { acknowledged, acknowledgementsOf, readChecks, type StatedCheck } from './verdicts.server';

const failingCodes = z.record(z.string(), z.array(z.enum(checkCodes)));

/** Whether a check is reported as a number of receipts with faults instead of by its code. */
const isOfReceipts = (code: CheckCode) => code.startsWith('receipt_') && code !== 'receipt_sequence';

/** The verdict of a day: the number of receipts with faults, further failing checks, and acknowledged checks. */
export interface Verdict {
  readonly at_fault: number;
  readonly failing: readonly CheckCode[];
  readonly acknowledged: readonly CheckCode[];
}

/** Returns the verdict of a day; one without faults if the map has none. */
export const verdictOf = (verdicts: ReadonlyMap<string, Verdict>, id: string): Verdict =>
  verdicts.get(id) ?? { at_fault: 0, failing: [], acknowledged: [] };

/**
 * Reads the verdicts of days between two dates.
 *
 * @param known how many receipts of each day are at fault, if another statement has counted them.
 */
export async function verdictsOf(
  tx: Tx,
  caller: Caller,
  days: readonly FoundDay[],
  range: { readonly from: string; readonly to: string },
  parsing: NumberParsing,
  known?: Readonly<Record<string, number>>,
): Promise<Map<string, Verdict>> {
  const atFault = known ?? (await countAtFault(tx, caller, days, parsing));
  await planForValues(tx);
  const [checked] = await tx.rows(
    failingByDay(caller, { ...range, location_ids: locationsOf(days) }, parsing),
  );
  const failing = failingCodes.parse(JSON.parse(checked?.failing ?? '{}'));
  const decided = await acknowledgedDays(tx, caller, days, parsing);
  return new Map(
    days.map(({ id }) => [
      id,
      decided.get(id) ?? { at_fault: atFault[id] ?? 0, failing: failing[id] ?? [], acknowledged: [] },
    ]),
  );
}

const locationsOf = (days: readonly FoundDay[]) => [...new Set(days.map(({ location_id }) => location_id))];

/** Counts receipts at fault by day: of closed days with their figures, of others from the receipts. */
async function countAtFault(tx: Tx, caller: Caller, days: readonly FoundDay[], parsing: NumberParsing) {
  const { live, days: kept } = await findFigures(tx, caller, days, parsing, []);
  const [counted] = live.length > 0 ? await tx.rows(receiptsAtFault(caller, live, parsing)) : [];
  return {
    ...faultsByDay.parse(JSON.parse(counted?.at_fault ?? '{}')),
    ...(await storedFaults(tx, caller, kept)),
  };
}

/** Reads the verdicts of days with acknowledgements, which are few: each is checked by the statement of its report. */
async function acknowledgedDays(tx: Tx, caller: Caller, days: readonly FoundDay[], parsing: NumberParsing) {
  const entries = await acknowledgementsOf(
    tx,
    caller,
    days.map(({ id }) => id),
  );
  const found = new Map<string, Verdict>();
  for (const day of days.filter(({ id }) => entries.some((one) => one.businessday_id === id))) {
    const own = entries.filter((one) => one.businessday_id === day.id);
    // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
    const [figures] = await tx.rows(reportFigures(caller, day, parsing));
    const wrong = readChecks(figures?.checks ?? '[]').filter(({ ok }) => !ok);
    const isKnown = (check: StatedCheck) => acknowledged(check, own) !== null;
    const open = wrong.filter((check) => !isKnown(check) && !check.code.startsWith('day_'));
    const receipts = open.filter(({ code }) => isOfReceipts(code)).flatMap((check) => check.transaction_ids);
    found.set(day.id, {
      at_fault: new Set(receipts).size,
      failing: open
        .filter((check) => !isOfReceipts(check.code) || check.transaction_ids.length === 0)
        .map(({ code }) => code),
      acknowledged: wrong.filter(isKnown).map(({ code }) => code),
    });
  }
  return found;
}
