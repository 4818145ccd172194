import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { useChangeSets } from '@/app/changes/use-change-sets';
import { usePageText } from '@/app/i18n/i18n';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { TextField } from '@/ui/fields/text-field';
import { Modal } from '@/ui/overlays/modal';
import { texts } from '../texts';

/** Dialog that makes an empty draft and opens it: what is changed from then on can be collected in it. */
export function NewDialog({ onClose }: { onClose: () => void }) {
  const say = usePageText('changeset/pages', texts);
  const changeSets = useChangeSets();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const making = useMutation({
    mutationKey: ['changeset', 'make'],
    mutationFn: () => changeSets.collect({ name: name.trim(), origin: 'grid' }, []),
    onSuccess: (id) => void navigate(`/changes/${id}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !making.isPending) making.mutate();
  };
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('newSet')}
      subtitle={say('new.text')}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button
            kind="primary"
            size="md"
            type="submit"
            form="new-change-set"
            busy={making.isPending}
            disabled={name.trim() === ''}
          >
            {say('new.do')}
          </Button>
        </>
      }
    >
      <form id="new-change-set" onSubmit={submit}>
        {making.error && <Banner kind="danger">{errorText(making.error)}</Banner>}
        <TextField name="name" label={say('new.name')} value={name} onChange={setName} maxLength={400} />
      </form>
    </Modal>
  );
}
