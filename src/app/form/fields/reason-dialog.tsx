import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { controlled } from '@/ui/fields/field';
import { TextAreaField } from '@/ui/fields/text-field';
import { Modal } from '@/ui/overlays/modal';
import { useErrorText } from '../../shell/error-text';
import styles from './reason-dialog.module.css';

/** The texts of a `ReasonDialog`. */
export interface ReasonDialogTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly label: string;
  /** The error at the field when the dialog is submitted without a reason. */
  readonly missing: string;
  readonly cancel: string;
  readonly confirm: string;
}

/**
 * Dialog for a write that needs a reason. Submits `send(reason)`, the reason trimmed and never empty, and closes when
 * the write has succeeded. A failed write is shown above the field and what was typed stays: `errorText` words it, by
 * default the one of `useErrorText`.
 */
export function ReasonDialog(props: {
  texts: ReasonDialogTexts;
  mutationKey: readonly string[];
  send: (reason: string) => Promise<unknown>;
  errorText?: ((error: Error) => string) | undefined;
  isDestructive?: boolean | undefined;
  onClose: () => void;
}) {
  const { texts, mutationKey, send, isDestructive, onClose } = props;
  const defaultErrorText = useErrorText();
  const errorText = props.errorText ?? defaultErrorText;
  const { control, formState, handleSubmit } = useForm({ defaultValues: { reason: '' } });
  const write = useMutation({
    mutationKey,
    mutationFn: ({ reason }: { reason: string }) => send(reason.trim()),
    onSuccess: onClose,
  });
  const submit = handleSubmit((values) => write.mutate(values));
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      dismissible={!formState.isDirty && !write.isPending}
      title={texts.title}
      subtitle={texts.subtitle}
      footer={
        <>
          <span className="grow" />
          <Button size="md" disabled={write.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            size="md"
            kind={isDestructive ? 'danger' : 'primary'}
            busy={write.isPending}
            onClick={() => void submit()}
          >
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {write.error && <Banner kind="danger">{errorText(write.error)}</Banner>}
        <Controller
          control={control}
          name="reason"
          rules={{ validate: (reason) => reason.trim() !== '' || texts.missing }}
          render={(field) => <TextAreaField {...controlled(field)} label={texts.label} rows={3} required />}
        />
      </div>
    </Modal>
  );
}
