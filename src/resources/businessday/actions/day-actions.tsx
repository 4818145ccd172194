import { useState } from 'react';
import { useApp } from '@/core/app/shell/app-context';
import { usePageText } from '@/core/app/i18n/i18n';
import { Button } from '@/core/ui/display/button';
import { CountDialog } from './count-dialog';
import { mayOpenAndClose, mayReopen } from './day-roles';
import { dayTexts } from './day-texts';
import { ReopenDialog } from './reopen-dialog';
import type { DayReport } from '../report/data/report-query';
import styles from '../report/report.module.css';

/** Buttons for the day itself: count and close an open day, reopen a closed one. */
export function DayActions(props: {
  report: DayReport;
  registerName: (pos_id: string | null) => string;
  /** Whether the reopen dialog is shown; on a narrow screen, the header's menu opens it. */
  reopening: boolean;
  onReopen: (open: boolean) => void;
}) {
  const { report, registerName, reopening, onReopen } = props;
  const { businessday: day } = report;
  const say = usePageText('businessday/day', dayTexts);
  const role = useApp().current.me?.role;
  const [counting, setCounting] = useState(false);
  return (
    <>
      {day.status === 'open' && mayOpenAndClose(role) && (
        <Button kind="primary" onClick={() => setCounting(true)}>
          {say('close.do')}
        </Button>
      )}
      {day.status === 'closed' && mayReopen(role) && (
        <span className={styles.wide}>
          <Button onClick={() => onReopen(true)}>{say('reopen.do')}</Button>
        </span>
      )}
      {counting && (
        <CountDialog report={report} registerName={registerName} onClose={() => setCounting(false)} />
      )}
      {reopening && <ReopenDialog day={day} onClose={() => onReopen(false)} />}
    </>
  );
}
