import { useState } from 'react';
import { useApp } from '@/app/shell/app-context';
import { usePageText } from '@/app/i18n/i18n';
import { Button } from '@/ui/display/button';
import { ReasonDialog } from '@/app/form/fields/reason-dialog';
import { useErrorText } from '@/app/shell/error-text';
import { CountDialog } from './count-dialog';
import { mayOpenAndClose, mayReopen } from './day-roles';
import { dayTexts } from './day-texts';
import type { DayReport } from '../report/data/report-query';
import { changeDay, ChangedSince } from './change-day';
import { noteWith } from './note';
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
  const { me } = useApp().current;
  const [counting, setCounting] = useState(false);
  return (
    <>
      {day.status === 'open' && mayOpenAndClose(me) && (
        <Button kind="primary" onClick={() => setCounting(true)}>
          {say('close.do')}
        </Button>
      )}
      {day.status === 'closed' && mayReopen(me) && (
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

/** Dialog that reopens a closed day. The reason is appended to the day's note (docs/design.md#7-resources-and-fields). */
function ReopenDialog({ day, onClose }: { day: DayReport['businessday']; onClose: () => void }) {
  const say = usePageText('businessday/day', dayTexts);
  const { current } = useApp();
  const errorText = useErrorText();
  return (
    <ReasonDialog
      texts={{
        title: say('reopen.title'),
        subtitle: say('reopen.text'),
        label: say('reopen.reason'),
        missing: say('reopen.missing'),
        cancel: say('cancel'),
        confirm: say('reopen.do'),
      }}
      mutationKey={['businessday', 'reopen']}
      send={(reason) =>
        changeDay(current, day, (data) => ({
          fields: { status: 'open', closed_at: null },
          data: { note: noteWith(data['note'], reason) },
        }))
      }
      errorText={(error) => (error instanceof ChangedSince ? say('changed') : errorText(error))}
      onClose={onClose}
    />
  );
}
