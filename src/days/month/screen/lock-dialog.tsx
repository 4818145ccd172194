import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { controlled } from '@/ui/fields/field';
import { TextField } from '@/ui/fields/text-field';
import { Modal } from '@/ui/overlays/modal';
import type { Month } from '../schema';
import { longMonth, weekdayDate } from './month-names';
import { lockMonth } from './month-query';
import { monthTexts } from './month-texts';
import styles from './month.module.css';

/** Dialog that locks a month; of each missing day it asks why, and of questions that are open, why they may stay. */
export function LockDialog({ month, onClose }: { month: Month; onClose: () => void }) {
  const say = usePageText('businessday/month', monthTexts);
  const { locale } = useFormat();
  const errorText = useErrorText();
  const { client } = useApp().current;
  const missing = month.settle.filter(({ kind }) => kind === 'missing');
  const { control, formState, handleSubmit } = useForm({
    defaultValues: { reasons: missing.map(() => ''), questions: '' },
  });
  const asks = month.questions.length > 0;
  const write = useMutation({
    mutationKey: ['businessday', 'lock'],
    mutationFn: ({ reasons, questions }: { reasons: readonly string[]; questions: string }) =>
      lockMonth(client, month.month, {
        missing: missing.map(({ location_id, date }, at) => ({
          location_id,
          date,
          reason: reasons[at]?.trim() ?? '',
        })),
        ...(asks && { questions: questions.trim() }),
      }),
    onSuccess: onClose,
  });
  const submit = handleSubmit((values) => write.mutate(values));
  return (
    <Modal
      opened
      asksForInput={missing.length > 0 || asks}
      onClose={onClose}
      dismissible={!formState.isDirty && !write.isPending}
      title={say('lock.title', { month: longMonth(month.month, locale) })}
      subtitle={say('lock.text')}
      footer={
        <>
          <span className="grow" />
          <Button size="md" disabled={write.isPending} onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" kind="primary" busy={write.isPending} onClick={() => void submit()}>
            {say('lock')}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {write.error && <Banner kind="danger">{errorText(write.error)}</Banner>}
        {missing.length > 0 && <h3>{say('lock.missing')}</h3>}
        {missing.map(({ location_id, location_name, date }, at) => (
          <Controller
            key={`${location_id} ${date}`}
            control={control}
            name={`reasons.${at}`}
            rules={{ validate: (reason) => reason.trim() !== '' || say('lock.needed') }}
            render={(field) => (
              <TextField
                {...controlled(field)}
                label={say('lock.reason', { location: location_name, date: weekdayDate(date, locale) })}
                required
              />
            )}
          />
        ))}
        {asks && (
          <>
            <h3>{say('lock.questions', { count: month.questions.length })}</h3>
            <ul className={styles.asked}>
              {month.questions.map(({ id, location_name, date, text }) => (
                <li key={id}>
                  <span className="meta">
                    {location_name}, {weekdayDate(date, locale)}
                  </span>
                  {text}
                </li>
              ))}
            </ul>
            <Controller
              control={control}
              name="questions"
              rules={{ validate: (reason) => reason.trim() !== '' || say('lock.needed') }}
              render={(field) => (
                <TextField {...controlled(field)} label={say('lock.questions.reason')} required />
              )}
            />
          </>
        )}
      </div>
    </Modal>
  );
}
