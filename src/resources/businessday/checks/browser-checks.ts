import { Big } from 'big.js';
import type { Recomputed } from './recompute';
import type { Check } from '../report/schema/checks';
import type { DayReport } from '../report/data/report-query';

/**
 * The codes of the checks about which the service and this browser say different things; `totals` for figures.
 * None of a report without checks: another server's has none of ours to compare.
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

/** JSON whose keys stand in one order, decimals by their value: "1.50" is "1.5". */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string' && /^-?\d+(\.\d+)?$/.test(part)) return new Big(part).toFixed();
    return typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part;
  });
