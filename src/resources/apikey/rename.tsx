import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '@/core/app/app-context';
import { useErrorText } from '@/core/app/error-text';
import { useTextOf } from '@/core/app/i18n';
import { RequestError } from '@/core/app/request-error';
import { Banner } from '@/core/ui/banner';
import { Button } from '@/core/ui/button';
import { Modal } from '@/core/ui/modal';
import { TextField } from '@/core/ui/text-field';
import { apikey } from './contract';

/** What a key is called is not final: another name, on the version that is shown. */
export function Rename(props: { id: string; name: string; etag: string | null; onClose: () => void }) {
  const { id, name, etag, onClose } = props;
  const { client } = useApp().current;
  const say = useTextOf('apikey');
  const textOfError = useErrorText();
  const [typed, setTyped] = useState(name);
  const [wrong, setWrong] = useState<string>();
  const renaming = useMutation({
    mutationKey: ['apikey', 'rename'],
    mutationFn: () =>
      client.put('apikey', id, JSON.stringify({ name: typed.trim() }), { ifMatch: etag ?? undefined }),
    onSuccess: onClose,
  });
  const save = () => {
    const { success } = apikey.fields.name.schema.safeParse(typed.trim());
    const found = typed.trim() === '' ? say('rename.missing') : success ? undefined : say('rename.long');
    setWrong(found);
    if (found !== undefined) return;
    if (typed.trim() === name) onClose();
    else renaming.mutate();
  };
  const isStale = renaming.error instanceof RequestError && renaming.error.status === 412;
  return (
    <Modal
      opened
      asks
      onClose={onClose}
      title={say('rename.title', { name })}
      footer={
        <>
          <span className="grow" />
          <Button size="md" onClick={onClose}>
            {say('rename.cancel')}
          </Button>
          <Button
            kind="primary"
            size="md"
            busy={renaming.isPending}
            busyLabel={say('rename.doing')}
            onClick={save}
          >
            {say('rename.do')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          name="name"
          label={say('name')}
          help={say('rename.help')}
          value={typed}
          error={wrong}
          onChange={setTyped}
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
