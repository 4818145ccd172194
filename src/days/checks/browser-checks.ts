import { Big } from 'big.js';
import type { Recomputed } from './recompute';
import type { Check } from '../report/schema/checks';
import type { DayReport } from '../report/data/report-query';

/**
 * Returns the codes of the checks whose results differ between the service and the browser, and `totals` if the totals
 * differ. Empty for a report without checks: there is nothing to compare.
 */
export function differences(report: DayReport, own: Recomputed): (Check['code'] | 'totals')[] {
  if (report.checks.length === 0) return [];
  const theirs = new Map(report.checks.map((check) => [check.code, check]));
  const codes = own.checks.flatMap((check) =>
    canonical(verdictOf(check)) === canonical(verdictOf(theirs.get(check.code))) ? [] : [check.code],
  );
  const missing = report.checks
    .map(({ code }) => code)
    .filter((code) => !own.checks.some((one) => one.code === code));
  const same = canonical(report.totals) === canonical(own.totals);
  return [...codes, ...missing, ...(same ? [] : (['totals'] as const))];
}

const verdictOf = (check: Check | undefined) =>
  check && [check.ok, check.expected, check.actual, check.transaction_ids.toSorted()];

/** Returns JSON text with sorted keys and normalized decimals ("1.50" becomes "1.5"), for comparison. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string' && /^-?\d+(\.\d+)?$/.test(part)) return new Big(part).toFixed();
    return typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part;
  });
