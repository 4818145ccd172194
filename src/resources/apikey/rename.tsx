import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { controlled } from '@/ui/fields/field';
import { useTextOf } from '@/app/i18n/i18n';
import { RequestError } from '@/app/data/request-error';
import { Banner } from '@/ui/display/banner';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { TextField } from '@/ui/fields/text-field';
import { apikey } from './contract';

/**
 * Dialog that renames an API key. It sends the version that is shown as `If-Match`, and reports if the key was changed
 * meanwhile.
 */
export function Rename(props: { id: string; name: string; etag: string | null; onClose: () => void }) {
  const { id, name, etag, onClose } = props;
  const { client } = useApp().current;
  const say = useTextOf('apikey');
  const textOfError = useErrorText();
  const { control, handleSubmit } = useForm({ defaultValues: { name } });
  const renaming = useMutation({
    mutationKey: ['apikey', 'rename'],
    mutationFn: (next: string) =>
      client.put('apikey', id, JSON.stringify({ name: next }), { ifMatch: etag ?? undefined }),
    onSuccess: onClose,
  });
  const validate = (typed: string) =>
    typed.trim() === ''
      ? say('rename.missing')
      : apikey.fields.name.schema.safeParse(typed.trim()).success || say('rename.long');
  const save = handleSubmit((typed) => {
    const next = typed.name.trim();
    if (next === name) onClose();
    else renaming.mutate(next);
  });
  const isStale = renaming.error instanceof RequestError && renaming.error.status === 412;
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('rename.title', { name })}
      footer={
        <DialogFoot
          cancel={say('rename.cancel')}
          onCancel={onClose}
          busy={renaming.isPending}
          busyLabel={say('rename.doing')}
          onDo={() => void save()}
        >
          {say('rename.do')}
        </DialogFoot>
      }
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Controller
          control={control}
          name="name"
          rules={{ validate }}
          render={(field) => (
            <TextField {...controlled(field)} label={say('name')} help={say('rename.help')} />
          )}
        />
      </form>
      {renaming.error && (
        <Banner kind="danger">
          {say('rename.failed')} {isStale ? say('rename.stale') : textOfError(renaming.error)}
        </Banner>
      )}
    </Modal>
  );
}
