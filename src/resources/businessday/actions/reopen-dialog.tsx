import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useApp } from '@/core/app/shell/app-context';
import { useErrorText } from '@/core/app/shell/error-text';
import { ReasonField, type Reason } from '@/core/app/form/fields/reason-field';
import { usePageText } from '@/core/app/i18n/i18n';
import { Banner } from '@/core/ui/display/banner';
import { Button } from '@/core/ui/display/button';
import { Modal } from '@/core/ui/overlays/modal';
import { changeDay, ChangedSince } from './change-day';
import { dayTexts } from './day-texts';
import { noteWith } from './note';
import type { DayReport } from '../report/data/report-query';
import styles from '../report/report.module.css';

/** A closed day is opened again, with the reason that the service asks for (docs/design.md#7-resources-and-fields). */
export function ReopenDialog({ day, onClose }: { day: DayReport['businessday']; onClose: () => void }) {
  const say = usePageText('businessday/day', dayTexts);
  const { current } = useApp();
  const errorText = useErrorText();
  const { control, formState, handleSubmit } = useForm<Reason>({ defaultValues: { reason: '' } });
  const reopen = useMutation({
    mutationKey: ['businessday', 'reopen'],
    mutationFn: ({ reason }: Reason) =>
      changeDay(current, day, (data) => ({
        fields: { status: 'open', closed_at: null },
        data: { note: noteWith(data['note'], reason) },
      })),
    onSuccess: onClose,
  });
  const confirm = handleSubmit((typed) => reopen.mutate(typed));
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      dismissible={!formState.isDirty}
      title={say('reopen.title')}
      subtitle={say('reopen.text')}
      footer={
        <>
          <span className="grow" />
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" kind="primary" busy={reopen.isPending} onClick={() => void confirm()}>
            {say('reopen.do')}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {reopen.error && (
          <Banner kind="danger">
            {reopen.error instanceof ChangedSince ? say('changed') : errorText(reopen.error)}
          </Banner>
        )}
        <ReasonField control={control} label={say('reopen.reason')} missing={say('reopen.missing')} />
      </div>
    </Modal>
  );
}
