import { ReasonDialog } from '@/core/app/form/fields/reason-dialog';
import { usePageText } from '@/core/app/i18n/i18n';
import { useApp } from '@/core/app/shell/app-context';
import { useErrorText } from '@/core/app/shell/error-text';
import { changeDay, ChangedSince } from './change-day';
import { dayTexts } from './day-texts';
import { noteWith } from './note';
import type { DayReport } from '../report/data/report-query';

/** Dialog that reopens a closed day. The reason is appended to the day's note (docs/design.md#7-resources-and-fields). */
export function ReopenDialog({ day, onClose }: { day: DayReport['businessday']; onClose: () => void }) {
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
