import { useState, useSyncExternalStore } from 'react';
import type { DayReport } from './report-query';
import type { Progress, Recomputation } from './read-report';

/** A report with how far its recomputation is. */
export interface Recomputing extends Progress {
  readonly of: DayReport;
}

/**
 * Follows the recomputation of a report. If a newer report differs only by added receipts, the previous recomputed report is shown
 * until the newer one is recomputed.
 */
export function useRecomputed(report: DayReport, recomputation: Recomputation): Recomputing {
  const { is, added } = useSyncExternalStore(recomputation.follow, recomputation.progress);
  const [made, setMade] = useState<Recomputing | null>(null);
  if (is !== null && made?.is !== is) setMade({ of: report, is, added });
  if (is === null && made && made.of.businessday.version === report.businessday.version) return made;
  return { of: report, is, added };
}
