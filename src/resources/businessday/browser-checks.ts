import { useEffect, useState } from 'react';
import { recompute } from './recompute';
import type { Check, Totals } from './report';
import type { DayReport } from './report-query';

/** What this browser makes of the receipts by itself. */
export interface Recomputed {
  readonly totals: Totals;
  readonly checks: readonly Check[];
}

/**
 * Recomputes a report from its receipts, once it is on the screen: figures and receipts of a day of thousands
 * are there before it is done. Null until then.
 */
export function useRecomputed(report: DayReport): Recomputed | null {
  const [made, setMade] = useState<{ of: DayReport; is: Recomputed } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setMade({ of: report, is: recompute(report) }));
    return () => clearTimeout(timer);
  }, [report]);
  return made?.of === report ? made.is : null;
}

/** The codes of the checks about which the service and this browser say different things; `totals` for figures. */
export function differences(report: DayReport, own: Recomputed): (Check['code'] | 'totals')[] {
  const theirs = new Map(report.checks.map((check) => [check.code, check]));
  const codes = own.checks.flatMap((check) =>
    JSON.stringify(verdictOf(check)) === JSON.stringify(verdictOf(theirs.get(check.code))) ? [] : [check.code],
  );
  const missing = report.checks.map(({ code }) => code).filter((code) => !own.checks.some((one) => one.code === code));
  const same = canonical(report.totals) === canonical(own.totals);
  return [...codes, ...missing, ...(same ? [] : (['totals'] as const))];
}

const verdictOf = (check: Check | undefined) =>
  check && [check.ok, check.expected, check.actual, check.transaction_ids.toSorted()];

/** JSON whose keys stand in one order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
