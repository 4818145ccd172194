import { countingChecks, type CheckCode } from '../report/schema/check-codes';
import type { Table } from '@/server/pdf/table-parts';
import type { Words } from './words.server';
import type { ZDay, ZReport } from './z-day.server';

/**
 * Checks that compare with what no seal of the day covers: other days, late receipts in them, taxes, tenders and
 * registers. What they find may change after the day was sealed, and its paper must not.
 */
export const decidedElsewhere: ReadonlySet<CheckCode> = new Set([
  'receipt_belongs',
  'receipt_rates',
  'receipt_rounding',
  'receipt_sequence',
  'opening',
]);

/** The verdict of a day: which checks failed, what was checked, and what is not on the paper. */
export interface Verdict {
  readonly ok: boolean;
  readonly title: string;
  readonly lines: readonly string[];
}

type Checks = ZReport['checks'];

/** Returns the checks that the paper of a day shows: of a sealed day those that its contents decide. */
export const checksOnPaper = ({ report, seal }: ZDay): Checks =>
  seal ? report.checks.filter(({ code }) => !decidedElsewhere.has(code)) : report.checks;

/** Returns the verdict over the checks on the paper. */
export function verdictOf(day: ZDay, { say, count }: Words): Verdict {
  const { report } = day;
  const shown = checksOnPaper(day);
  const failing = shown.filter(({ ok }) => !ok);
  const left = report.checks.filter((check) => !shown.includes(check));
  const isOpen = report.businessday.status === 'open';
  return {
    ok: failing.length === 0,
    title:
      failing.length > 0
        ? say('z.failing', { count: failing.length, all: count(shown.length) })
        : say(isOpen ? 'addsUpSoFar' : 'addsUp'),
    lines: [
      say('z.checked', { count: shown.length, receipts: count(report.totals.count) }),
      ...(left.length > 0
        ? [say('z.elsewhere', { checks: left.map(({ code }) => say(`check.${code}`)).join(', ') })]
        : []),
    ],
  };
}

/** Returns the table of the checks on the paper, with how many receipts are at fault. */
export function checkTable(day: ZDay, { say, count, decimal }: Words, scale: number): Table {
  return {
    title: say('checks'),
    columns: [
      { head: say('check'), kind: 'text' },
      { head: say('expected'), kind: 'number' },
      { head: say('found'), kind: 'number' },
      { head: say('receipts'), kind: 'number' },
      { head: say('result'), kind: 'number' },
    ],
    rows: checksOnPaper(day).map(({ code, ok, expected, actual, transaction_ids }) => {
      const places = countingChecks.has(code) ? 0 : scale;
      return [
        say(`check.${code}`),
        decimal(expected, places),
        // Found is nothing yet, not zero, until a drawer is counted.
        code === 'cash' && day.report.totals.cash_total.counted === null ? '–' : decimal(actual, places),
        transaction_ids.length === 0 ? '' : count(transaction_ids.length),
        { text: say(ok ? 'ok' : 'notOk'), tone: ok ? 'ok' : 'risk' },
      ];
    }),
  };
}
