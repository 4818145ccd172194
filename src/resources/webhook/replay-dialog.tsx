import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveryDays } from '@/contract/webhooks';
import { localDayAndTime, momentOf } from '@/app/i18n/clock';
import { useTextOf } from '@/app/i18n/i18n';
import { isGivenUp } from '@/app/session/given-up';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { dayMs } from '@/record/calendar';
import { Banner } from '@/ui/display/banner';
import { DateField, TimeField } from '@/ui/fields/dates/date-field';
import { Fields } from '@/ui/layout/form-section';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { toast } from '@/ui/overlays/toast-store';
import { pathOf } from './queries';
import styles from './panel.module.css';

const hourMs = 3_600_000;
/** A moment is chosen by its minute, which ends a moment before the next one. */
const minuteEnd = 59_999;

/** Dialog that sends again what has happened since a moment. */
export function ReplayDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { client, me } = useApp().current;
  const timeZone = me?.company.timezone;
  const say = useTextOf('webhook');
  const textOfError = useErrorText();
  const [start] = useState(() => localDayAndTime(new Date(Date.now() - hourMs).toISOString(), timeZone));
  const [day, setDay] = useState(start.day);
  const [time, setTime] = useState(start.time);
  const [fault, setFault] = useState<'old' | 'future' | 'noMoment'>();
  const replaying = useMutation({
    mutationKey: ['webhook', 'replay'],
    mutationFn: (from: string) => client.post(pathOf(id, 'replay'), JSON.stringify({ from })),
    onSuccess() {
      toast.saved({ title: say('replay.done') });
      onClose();
    },
  });
  const typed = (set: (text: string) => void) => (text: string) => {
    setFault(undefined);
    replaying.reset();
    set(text);
  };
  const replay = () => {
    const end = momentOf(day, time, timeZone);
    const from = end === null ? Number.NaN : Date.parse(end) - minuteEnd;
    const now = Date.now();
    const wrong = Number.isNaN(from)
      ? 'noMoment'
      : from > now
        ? 'future'
        : from < now - deliveryDays * dayMs
          ? 'old'
          : undefined;
    setFault(wrong);
    if (wrong === undefined) replaying.mutate(new Date(from).toISOString());
  };
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('replay.title', { name })}
      footer={
        <DialogFoot
          cancel={say('cancel')}
          onCancel={onClose}
          busy={replaying.isPending}
          busyLabel={say('replay.doing')}
          onDo={replay}
        >
          {say('replay.do')}
        </DialogFoot>
      }
    >
      <div className={styles.parts}>
        <p>{say('replay.text')}</p>
        <Fields>
          <DateField
            label={say('replay.day')}
            span={3}
            value={day}
            error={fault && say(`replay.${fault}`)}
            onChange={typed(setDay)}
          />
          <TimeField label={say('replay.time')} span={3} value={time} onChange={typed(setTime)} />
        </Fields>
        {replaying.error && !isGivenUp(replaying.error) && (
          <Banner kind="danger">
            {say('replay.failed')} {textOfError(replaying.error)}
          </Banner>
        )}
      </div>
    </Modal>
  );
}
