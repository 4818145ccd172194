import { useMemo, type ReactNode } from 'react';
import { usePageText } from '@/core/app/i18n/i18n';
import { receiptOf } from '../../sales/receipts/receipt';
import type { ReportInAnswer } from './generic-report';
import { ReportSheet } from '../report/report-sheet';
import { reportTexts } from '../report/report-texts';
import { useRegisterNames } from '../report/data/use-names';
import { useRecomputed } from '../report/data/use-recomputed';

const nothing: readonly [] = [];

/**
 * What this browser makes of receipts of our shape in another server's report: figures, checks, breakdowns and
 * the receipts. The server's own figures have no part in it; `children` stand below.
 */
export function GenericFigures({ ours, children }: { ours: ReportInAnswer; children: ReactNode }) {
  const { report: facts } = ours;
  const say = usePageText('businessday/report', reportTexts);
  const { is: own, added } = useRecomputed(facts);
  const report = useMemo(() => own && { ...facts, totals: own.totals }, [facts, own]);
  const registerName = useRegisterNames(own?.totals.cash ?? nothing, nothing, say);
  const receipts = useMemo(() => facts.transactions.map(receiptOf), [facts]);
  return (
    <ReportSheet
      report={report}
      own={own}
      added={added}
      receipts={receipts}
      timeZone={facts.timezone}
      registerName={registerName}
    >
      {children}
    </ReportSheet>
  );
}
