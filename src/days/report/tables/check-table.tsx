import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { State } from '@/ui/display/badge';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import type { Recomputed } from '../../checks/recompute';
import { checkFigure } from './fault-text';
import { OverShort } from './over-short';
import type { Check } from '../schema/checks';
import type { DayReport } from '../data/report-query';
import { AskButton } from '../questions/ask-button';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** Table of all checks: the result of the service, if its report has checks, beside the browser's own. */
export function CheckTable(props: {
  report: DayReport;
  own: Recomputed;
  /** The check that the question beside the report is about, as `check.cash`. */
  askedAbout?: string | undefined;
}) {
  const { report, own, askedAbout } = props;
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const theirs = new Map(report.checks.map((check) => [check.code, check]));
  const figure = (check: Check | undefined, key: 'expected' | 'actual') =>
    check ? checkFigure(check, check[key], format) : '–';
  const verdict = ({ ok }: Check, by = '') => {
    const word = say(ok ? 'ok' : 'notOk');
    return <State color={ok ? 'done' : 'attention'}>{by === '' ? word : `${by}: ${word}`}</State>;
  };
  const serviceColumns: SheetColumn<Check>[] = [
    {
      id: 'service',
      header: () => say('serviceFound'),
      meta: { width: 142, align: 'right' },
      cell: ({ row: { original: check } }) => figure(theirs.get(check.code), 'actual'),
    },
  ];
  return (
    <SheetTable
      label={say('checks')}
      minWidth={690}
      rows={own.checks}
      rowKey={(check) => check.code}
      columns={[
        {
          id: 'check',
          header: () => say('check'),
          cell: ({
            row: {
              original: { code },
            },
          }) => (
            <>
              {askedAbout === `check.${code}` ? (
                <b className="ink">{say(`check.${code}`)}</b>
              ) : (
                say(`check.${code}`)
              )}
              {code === 'cash' && <OverShort cash={own.totals.cash_total} />}
              <AskButton subject={`check.${code}`} what={say(`check.${code}`)} />
            </>
          ),
        },
        {
          id: 'expected',
          header: () => say('expected'),
          meta: { width: 104, align: 'right' },
          cell: ({ row: { original: check } }) => figure(check, 'expected'),
        },
        {
          id: 'browser',
          header: () => say('browserFound'),
          meta: { width: 146, align: 'right' },
          cell: ({ row: { original: check } }) => figure(check, 'actual'),
        },
        ...(theirs.size === 0 ? [] : serviceColumns),
        {
          id: 'ok',
          header: () => say('result'),
          meta: { width: 140 },
          cell({ row: { original: check } }) {
            const other = theirs.get(check.code);
            if (!other || other.ok === check.ok) return verdict(check);
            return (
              <span className={styles.what}>
                {verdict(check, say('byBrowser'))}
                {verdict(other, say('byService'))}
              </span>
            );
          },
        },
      ]}
    />
  );
}
