import { useState } from 'react';
import { useApp } from '@/core/app/app-context';
import { usePageText } from '@/core/app/i18n';
import { Button } from '@/core/ui/button';
import { CountDialog } from './count-dialog';
import { mayOpenAndClose, mayReopen } from './day-roles';
import { dayTexts } from './day-texts';
import { ReopenDialog } from './reopen-dialog';
import type { DayReport } from './report-query';

/** What can be done with the day itself: an open one is counted and closed, a closed one opened again. */
export function DayActions({
  report,
  registerName,
}: {
  report: DayReport;
  registerName: (pos_id: string | null) => string;
}) {
  const { businessday: day } = report;
  const say = usePageText('businessday/day', dayTexts);
  const role = useApp().current.me?.role;
  const [open, setOpen] = useState<'count' | 'reopen' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {day.status === 'open' && mayOpenAndClose(role) && (
        <Button kind="primary" onClick={() => setOpen('count')}>
          {say('close.do')}
        </Button>
      )}
      {day.status === 'closed' && mayReopen(role) && (
        <Button onClick={() => setOpen('reopen')}>{say('reopen.do')}</Button>
      )}
      {open === 'count' && <CountDialog report={report} registerName={registerName} onClose={close} />}
      {open === 'reopen' && <ReopenDialog day={day} onClose={close} />}
    </>
  );
}
