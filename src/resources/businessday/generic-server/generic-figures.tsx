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
 * Figures, checks, breakdowns and receipts that the browser computes from a generic server's report whose receipts have our
 * fields. The server's own figures are not used; `children` are shown below.
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
