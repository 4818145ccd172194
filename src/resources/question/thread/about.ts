import { useRecordLabel } from '@/app/shell/app-context';
import { usePageText, type SayOf } from '@/app/i18n/i18n';
import { sales } from '@/resources/sales/contract';
import { reportTexts } from '@/days/report/report-texts';
import type { Question } from './question-query';
import { texts } from './texts';

/** The texts of the report that name its figures. */
const figureTexts: Readonly<Record<string, string>> = {
  count: 'key.receipts',
  gross: 'key.gross',
  net: 'key.net',
  tax: 'key.tax',
  discount: 'key.discount',
  over_short: 'key.over_short',
  by_tax: 'tax',
  by_tender: 'tenders',
  by_dpt: 'departments',
  by_cashier: 'cashiers',
  by_plu: 'products',
  by_hour: 'hours',
  cash: 'cash',
  non_turnover: 'aside',
};

/** Returns what a subject is called: "Check: Cash drawer", "Gross"; the day without one. */
export function subjectText(subject: string, say: SayOf, sayReport: SayOf): string {
  const [kind, name = ''] = subject.split('.');
  if (kind === 'check') return say('about.check', { check: sayReport(`check.${name}`) });
  if (kind === 'figure') return sayReport(figureTexts[name] ?? name);
  return say('about.day');
}

/** Returns what a question is about: its receipt by number, its check, its figure, or the day. */
export function useAbout({ sales_id, subject }: Pick<Question, 'sales_id' | 'subject'>): string {
  const say = usePageText('question/thread', texts);
  const sayReport = usePageText('businessday/report', reportTexts);
  const receipt = useRecordLabel(sales, sales_id);
  const parts = [
    ...(sales_id === null ? [] : [say('about.receipt', { number: receipt?.receipt_num || '…' })]),
    ...(sales_id !== null && subject === '' ? [] : [subjectText(subject, say, sayReport)]),
  ];
  return parts.join(', ');
}
