import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import type { FirstHourSteps } from '@/contract/first-hour';
import { useIdempotencyKey } from '@/app/data/idempotency-key';
import { usePageText } from '@/app/i18n/i18n';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SelectField } from '@/ui/fields/choices/select-field';
import { controlled } from '@/ui/fields/field';
import { TextField } from '@/ui/fields/text-field';
import { firstHourTexts } from './texts';
import styles from './first-hour.module.css';

const made = z.looseObject({ id: z.string() });

/** Hours at which shops change the day. */
const hours = ['00:00', '01:00', '02:00', '03:00', '04:00', '05:00', '06:00'];

/** Form of the first location and its register, or of the register alone where a location is there. */
export function PlaceStep({
  location,
  onDone,
}: {
  location: FirstHourSteps['location'];
  onDone: () => void;
}) {
  const say = usePageText('overview/first-hour', firstHourTexts);
  const textOfError = useErrorText();
  const { client } = useApp().current;
  const { control, handleSubmit } = useForm({
    defaultValues: { location: '', register: say('place.first'), ends: '00:00' },
  });
  // What was stored before the other failed is not stored once more.
  const stored = useRef<string | null>(location?.id ?? null);
  const placeKey = useIdempotencyKey();
  const registerKey = useIdempotencyKey();
  const add = useMutation({
    mutationKey: ['location', 'create'],
    mutationFn: async (typed: { location: string; register: string; ends: string }) => {
      const data = { day_cutover: typed.ends };
      const place = JSON.stringify({ name: typed.location.trim(), location_num: 1, data });
      stored.current ??= await created('location', place, placeKey(place));
      const register = JSON.stringify({
        name: typed.register.trim(),
        pos_num: 1,
        location_id: stored.current,
      });
      return created('pos', register, registerKey(register));
    },
    onSuccess: onDone,
  });
  const created = async (resource: string, body: string, idempotencyKey: string): Promise<string> =>
    made.parse(JSON.parse((await client.post(resource, body, { idempotencyKey })).text)).id;
  const needed = (text: string) => text.trim() !== '' || say('place.missing');
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit((typed) => add.mutate(typed))(event);
      }}
    >
      {add.error && <Banner kind="danger">{textOfError(add.error)}</Banner>}
      {!location && (
        <Controller
          control={control}
          name="location"
          rules={{ validate: needed }}
          render={(box) => (
            <TextField
              {...controlled(box)}
              label={say('place.location')}
              help={say('place.location.example')}
            />
          )}
        />
      )}
      <Controller
        control={control}
        name="register"
        rules={{ validate: needed }}
        render={(box) => <TextField {...controlled(box)} label={say('place.name')} />}
      />
      {!location && (
        <Controller
          control={control}
          name="ends"
          render={(box) => (
            <SelectField
              {...controlled(box)}
              label={say('place.ends')}
              help={say('place.ends.help')}
              options={hours.map((value) => ({ value, label: value }))}
            />
          )}
        />
      )}
      <div>
        <Button kind="primary" type="submit" busy={add.isPending}>
          {say(location ? 'place.doOne' : 'place.do')}
        </Button>
      </div>
    </form>
  );
}
