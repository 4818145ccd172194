import { useState, type FormEvent } from 'react';
import type { ChangeSet } from '@/core/app/changes/change-sets';
import { usePageText } from '@/core/app/i18n/i18n';
import { useErrorText } from '@/core/app/shell/error-text';
import { Banner } from '@/core/ui/display/banner';
import { Button } from '@/core/ui/display/button';
import { TextField } from '@/core/ui/fields/text-field';
import { Modal } from '@/core/ui/overlays/modal';
import { texts } from '../../texts';
import type { Moves } from '../use-moves';

/** Dialog for the name of a set, which may be changed at any time. */
export function RenameDialog(props: { set: ChangeSet; moves: Moves; onClose: () => void }) {
  const { set, moves, onClose } = props;
  const say = usePageText('changeset/pages', texts);
  const errorText = useErrorText();
  const [name, setName] = useState(set.name);
  const { renaming } = moves;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || renaming.isPending) return;
    renaming.mutate(name.trim(), { onSuccess: onClose });
  };
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('rename')}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button
            kind="primary"
            size="md"
            type="submit"
            form="rename"
            busy={renaming.isPending}
            disabled={name.trim() === ''}
          >
            {say('rename.do')}
          </Button>
        </>
      }
    >
      <form id="rename" onSubmit={submit}>
        {renaming.error && <Banner kind="danger">{errorText(renaming.error)}</Banner>}
        <TextField name="name" label={say('new.name')} value={name} onChange={setName} maxLength={400} />
      </form>
    </Modal>
  );
}
