import { usePageText } from '@/core/app/i18n';
import { useFormat } from '@/core/app/use-format';
import { State } from '@/core/ui/mark';
import { SheetTable, type SheetColumn } from '@/core/ui/sheet-table';
import type { Recomputed } from './recompute';
import { checkFigure } from './fault-text';
import type { Check } from './report';
import type { DayReport } from './report-query';
import { reportTexts } from './report-texts';

/** Every check side by side: what the service found, if it has checks, and what this browser found by itself. */
export function CheckTable({ report, own }: { report: DayReport; own: Recomputed }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const theirs = new Map(report.checks.map((check) => [check.code, check]));
  const figure = (check: Check | undefined, key: 'expected' | 'actual') =>
    check ? checkFigure(check, check[key], format) : '–';
  const state = (check: Check | undefined) =>
    check ? <State color={check.ok ? 'ok' : 'attention'}>{say(check.ok ? 'ok' : 'notOk')}</State> : '–';
  const serviceColumns: SheetColumn<Check>[] = [
    {
      key: 'service',
      head: `${say('byService')}: ${say('found')}`,
      width: 120,
      align: 'right',
      cell: (check) => figure(theirs.get(check.code), 'actual'),
    },
    {
      key: 'serviceOk',
      head: say('byService'),
      width: 128,
      cell: (check) => state(theirs.get(check.code)),
    },
  ];
  return (
    <SheetTable
      label={say('checks')}
      minWidth={640}
      rows={own.checks}
      rowKey={(check) => check.code}
      columns={[
        { key: 'check', head: say('check'), cell: (check) => say(`check.${check.code}`) },
        {
          key: 'expected',
          head: say('expected'),
          width: 104,
          align: 'right',
          cell: (check) => figure(check, 'expected'),
        },
        {
          key: 'browser',
          head: `${say('byBrowser')}: ${say('found')}`,
          width: 120,
          align: 'right',
          cell: (check) => figure(check, 'actual'),
        },
        { key: 'browserOk', head: say('byBrowser'), width: 128, cell: state },
        ...(theirs.size === 0 ? [] : serviceColumns),
      ]}
    />
  );
}
