import { History } from 'lucide-react';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Modal } from '@/ui/overlays/modal';
import { DateField, TimeField } from '@/ui/fields/dates/date-field';
import { controlled } from '@/ui/fields/field';
import { useApp } from './app-context';
import { momentOf, localDayAndTime } from '../i18n/clock';
import { useLanguage } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import styles from './as-of.module.css';

const texts = {
  en: {
    title: 'As it was',
    text: 'Shows everything as it stood at the end of that minute. Nothing can be changed there.',
    day: 'Day',
    time: 'Time',
    show: 'Show',
    cancel: 'Cancel',
    was: (moment: string) => `As it was on ${moment}. Read-only.`,
    change: 'Another time',
    now: 'Back to now',
  },
  fi: {
    title: 'Sellaisena kuin oli',
    text: 'Näyttää kaiken sellaisena kuin se oli sen minuutin lopussa. Siellä mitään ei voi muuttaa.',
    day: 'Päivä',
    time: 'Kello',
    show: 'Näytä',
    cancel: 'Peruuta',
    was: (moment: string) => `Tilanne ${moment}. Vain luettavissa.`,
    change: 'Toinen aika',
    now: 'Takaisin nykyhetkeen',
  },
};

/**
 * Banner that says that the page shows a past state (`asOf`, an ISO date-time), with a way back; and while
 * `choosing` the dialog that asks for the moment. Days and times are in the company's time zone.
 */
export function AsOf(props: {
  asOf: string | null;
  choosing: boolean;
  onChoosing: (on: boolean) => void;
  onChange: (moment: string | null) => void;
}) {
  const { asOf, choosing, onChoosing, onChange } = props;
  const format = useFormat();
  const say = texts[useLanguage().language];
  return (
    <>
      {asOf !== null && (
        <div className={styles.banner}>
          <Banner
            kind="note"
            icon={History}
            action={
              <>
                <Button onClick={() => onChoosing(true)}>{say.change}</Button>
                <Button onClick={() => onChange(null)}>{say.now}</Button>
              </>
            }
          >
            {say.was(format.momentLong(asOf))}
          </Banner>
        </div>
      )}
      {choosing && (
        <Choose
          asOf={asOf}
          onClose={() => onChoosing(false)}
          onChoose={(moment) => {
            onChoosing(false);
            onChange(moment);
          }}
        />
      )}
    </>
  );
}

function Choose(props: { asOf: string | null; onClose: () => void; onChoose: (moment: string) => void }) {
  const { asOf, onClose, onChoose } = props;
  const { me } = useApp().current;
  const timeZone = me?.company.timezone;
  const say = texts[useLanguage().language];
  const [now] = useState(() => asOf ?? new Date().toISOString());
  const { control } = useForm({ defaultValues: localDayAndTime(now, timeZone) });
  const [day, time] = useWatch({ control, name: ['day', 'time'] });
  const moment = momentOf(day, time, timeZone);
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say.title}
      subtitle={say.text}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button
            kind="primary"
            disabled={moment === null}
            onClick={() => moment !== null && onChoose(moment)}
          >
            {say.show}
          </Button>
        </>
      }
    >
      <div className={styles.choice}>
        <Controller
          control={control}
          name="day"
          render={(field) => <DateField {...controlled(field)} label={say.day} />}
        />
        <Controller
          control={control}
          name="time"
          render={(field) => <TimeField {...controlled(field)} label={say.time} />}
        />
      </div>
    </Modal>
  );
}
