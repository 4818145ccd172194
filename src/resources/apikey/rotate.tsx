import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError } from '@/app/data/request-error';
import { parseRecordResponse } from '@/app/record/parse-record-response';
import { localDayAndTime } from '@/app/i18n/clock';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { isGivenUp } from '@/app/session/given-up';
import { useApp, useRecordLabel } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { overlap } from '@/contract/tills';
import type { JsonObject } from '@/record/json';
import { lowerFirst } from '@/record/words';
import { Banner } from '@/ui/display/banner';
import { SelectField } from '@/ui/fields/choices/select-field';
import { DateField } from '@/ui/fields/dates/date-field';
import { Fields } from '@/ui/layout/form-section';
import { Link } from '@/ui/layout/link';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { pos } from '../pos/contract';
import { endOfDay } from './end-of-day';
import styles from './key-page.module.css';

const hourMs = 3_600_000;
/** Hours for which the key before may go on. */
const overlaps = ['0', '1', '24', String(overlap.most)] as const;

/** Dialog that makes the key that takes the place of another one, which goes on for some hours. */
export function Rotate(props: {
  id: string;
  name: string;
  /** The end of the key, which the new one has too unless another day is given. */
  expiresAt: string;
  /** The register whose till has the key; empty for any other key. */
  posId: string;
  onClose: () => void;
  /** Receives the new key, which is shown once, and a sentence about the one before. */
  onMade: (record: JsonObject, note: string) => void;
}) {
  const { id, name, expiresAt, posId, onClose, onMade } = props;
  const { current, screens } = useApp();
  const { client, me } = current;
  const say = useTextOf('apikey');
  const format = useFormat();
  const textOfError = useErrorText();
  const register = useRecordLabel(pos, posId);
  const timeZone = me?.company.timezone ?? 'UTC';
  const lastDay = expiresAt === '' ? '' : localDayAndTime(expiresAt, timeZone).day;
  const [hours, setHours] = useState<string>(String(overlap.usual));
  const [day, setDay] = useState(lastDay);
  const [isNoDay, setIsNoDay] = useState(false);
  const rotating = useMutation({
    mutationKey: ['apikey', 'rotate'],
    // The key does not stay in the mutation cache.
    gcTime: 0,
    mutationFn: async () => {
      const ends = day === lastDay ? {} : { expires_at: day === '' ? null : endOfDay(day, timeZone) };
      const body = JSON.stringify({ overlap_hours: Number(hours), ...ends });
      const answer = await client.post(`apikey/${encodeURIComponent(id)}/rotate`, body);
      return parseRecordResponse(answer).record;
    },
    onSuccess(record) {
      const until = new Date(Date.now() + Number(hours) * hourMs).toISOString();
      onMade(
        record,
        hours === '0'
          ? say('rotated.ended')
          : say('rotated.goesOn', { when: lowerFirst(format.moment(until)) }),
      );
    },
  });
  const { error } = rotating;
  const isPast =
    error instanceof RequestError && error.problem?.errors?.some(({ pointer }) => pointer === '/expires_at');
  const rotate = () => {
    const isOne = day === '' || endOfDay(day, timeZone) !== null;
    setIsNoDay(!isOne);
    if (isOne) rotating.mutate();
  };
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('rotate.title', { name })}
      footer={
        <DialogFoot
          cancel={say('rotate.cancel')}
          onCancel={onClose}
          busy={rotating.isPending}
          busyLabel={say('rotate.doing')}
          onDo={rotate}
        >
          {say('rotate.do')}
        </DialogFoot>
      }
    >
      <div className={styles.parts}>
        <p>{say('rotate.text')}</p>
        {register && (
          <p>
            {say('rotate.till')}{' '}
            <Link className="link" href={`${screens['pos']?.path}/${posId}`}>
              {say('rotate.till.link', { name: register.name })}
            </Link>
          </p>
        )}
        <Fields>
          <SelectField
            label={say('rotate.overlap')}
            span={6}
            value={hours}
            onChange={setHours}
            options={overlaps.map((value) => ({ value, label: say(`rotate.overlap.${value}`) }))}
          />
          <DateField
            label={say('rotate.expires')}
            span={6}
            help={say('expires.help')}
            error={isNoDay ? say('rotate.noDay') : isPast ? say('rotate.past') : undefined}
            value={day}
            onChange={(typed) => {
              setIsNoDay(false);
              rotating.reset();
              setDay(typed);
            }}
          />
        </Fields>
        {error && !isPast && !isGivenUp(error) && (
          <Banner kind="danger">
            {say('rotate.failed')} {textOfError(error)}
          </Banner>
        )}
      </div>
    </Modal>
  );
}
