import { dayMs } from '@/record/calendar';
import { useState, type FormEvent } from 'react';
import type { ChangeSet } from '@/app/changes/change-sets';
import { RequestError } from '@/app/data/request-error';
import { localDayAndTime, momentOf } from '@/app/i18n/clock';
import { usePageText, type SayOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Checkbox } from '@/ui/fields/choices/choice';
import { Pill } from '@/ui/fields/choices/pill';
import { DateField, TimeField } from '@/ui/fields/dates/date-field';
import { Fields } from '@/ui/layout/form-section';
import { Modal } from '@/ui/overlays/modal';
import { weekdayMoment } from '../../set-words';
import { texts } from '../../texts';
import { OthersAt } from '../set-outcome';
import type { Moves } from '../use-moves';
import styles from './schedule.module.css';

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Returns a moment of the next Monday on the clock of the company. */
function nextMonday(now: number, zone: string | undefined): string {
  const weekday = new Date(`${localDayAndTime(new Date(now).toISOString(), zone).day}T12:00:00Z`).getUTCDay();
  return new Date(now + (weekday === 0 ? 1 : 8 - weekday) * dayMs).toISOString();
}

interface Moment {
  readonly day: string;
  readonly time: string;
}

const momentIn = (wall: string | null, other: Moment): Moment =>
  wall === null ? other : { day: wall.slice(0, 10), time: wall.slice(11, 16) };

/** Returns what is wrong with a day and a time, by field; nothing if both are there. */
const faultsOf = ({ day: date, time }: Moment, say: SayOf) => ({
  day: isDay(date) ? undefined : say('schedule.needed'),
  time: isTime(time) ? undefined : say(time === '' ? 'schedule.needed' : 'schedule.notTime'),
});

/** Dialog for when a set is applied, on the clock of the company, and if wanted, when it is taken back. */
export function ScheduleDialog(props: { set: ChangeSet; moves: Moves; onClose: () => void }) {
  const { set, moves, onClose } = props;
  const { me } = useApp().current;
  const zone = me?.company.timezone;
  const say = usePageText('changeset/pages', texts);
  const errorText = useErrorText();
  const format = useFormat();
  const [now] = useState(() => Date.now());
  const tomorrow = { ...localDayAndTime(new Date(now + dayMs).toISOString(), zone), time: '06:00' };
  const monday = { ...localDayAndTime(nextMonday(now, zone), zone), time: '06:00' };
  // What is asked for most: the next morning, and that of the next week.
  const soon = tomorrow.day === monday.day ? [monday] : [tomorrow, monday];
  const [begin, setBegin] = useState(() => momentIn(set.apply_at, tomorrow));
  const [end, setEnd] = useState(() =>
    momentIn(set.revert_at, {
      ...localDayAndTime(new Date(now + 3 * dayMs).toISOString(), zone),
      time: '22:00',
    }),
  );
  const [hasEnd, setHasEnd] = useState(set.revert_at !== null);
  const [isTried, setIsTried] = useState(false);
  const wall = ({ day: date, time }: Moment) => `${date}T${time}`;
  const today = localDayAndTime(new Date(now).toISOString(), zone);
  const first = faultsOf(begin, say);
  const last = faultsOf(end, say);
  const isComplete = !first.day && !first.time && (!hasEnd || (!last.day && !last.time));
  const isPast = isComplete && wall(begin) <= wall(today);
  const isReversed = isComplete && hasEnd && wall(end) <= wall(begin);
  const { scheduling } = moves;
  const refusals = scheduling.error instanceof RequestError ? (scheduling.error.problem?.errors ?? []) : [];
  const refused = (pointer: string) => refusals.find((one) => one.pointer === pointer)?.code;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isComplete || isPast || isReversed || scheduling.isPending) return;
    scheduling.mutate(
      { apply_at: wall(begin), revert_at: hasEnd ? wall(end) : null },
      { onSuccess: onClose },
    );
  };
  const shown = (fault: string | undefined) => (isTried ? fault : undefined);
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('schedule.title')}
      subtitle={say('schedule.text', { zone: zone ?? 'UTC' })}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button kind="primary" size="md" type="submit" form="schedule" busy={scheduling.isPending}>
            {say('schedule.do')}
          </Button>
        </>
      }
    >
      <form id="schedule" onSubmit={submit} noValidate>
        {scheduling.error && refusals.length === 0 && (
          <Banner kind="danger">{errorText(scheduling.error)}</Banner>
        )}
        <p className={styles.soon}>
          {soon.map((moment) => (
            <Pill key={moment.day} on={wall(moment) === wall(begin)} onChange={() => setBegin(moment)}>
              {weekdayMoment(momentOf(moment.day, moment.time, zone), format.locale, zone)}
            </Pill>
          ))}
        </p>
        <Fields>
          <DateField
            name="apply_day"
            span={7}
            label={say('schedule.day')}
            value={begin.day}
            onChange={(date) => setBegin({ ...begin, day: date })}
            error={
              shown(first.day ?? (isPast ? say('schedule.past') : undefined)) ??
              (refused('/apply_at') ? say('schedule.past') : undefined)
            }
          />
          <TimeField
            name="apply_time"
            span={5}
            label={say('schedule.time')}
            value={begin.time}
            onChange={(time) => setBegin({ ...begin, time })}
            error={shown(first.time)}
          />
        </Fields>
        <p className={styles.ends}>
          <Checkbox label={say('schedule.ends')} checked={hasEnd} onChange={setHasEnd} />
        </p>
        {hasEnd && (
          <Fields>
            <DateField
              name="revert_day"
              span={7}
              label={say('schedule.endDay')}
              value={end.day}
              onChange={(date) => setEnd({ ...end, day: date })}
              error={
                shown(last.day ?? (isReversed ? say('schedule.order') : undefined)) ??
                (refused('/revert_at') ? say('schedule.order') : undefined)
              }
            />
            <TimeField
              name="revert_time"
              span={5}
              label={say('schedule.endTime')}
              value={end.time}
              onChange={(time) => setEnd({ ...end, time })}
              error={shown(last.time)}
            />
          </Fields>
        )}
        {isComplete && !isPast && !isReversed && (
          <OthersAt set={set} from={wall(begin)} to={hasEnd ? wall(end) : null} />
        )}
      </form>
    </Modal>
  );
}
