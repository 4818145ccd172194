import { useState } from 'react';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/modal';
import { TextField } from '../../ui/text-field';
import { useText } from '../i18n';

/** Names what a list shows. A name that is taken is said to be replaced before it is. */
export function ViewDialog(props: {
  taken: readonly string[];
  onSave: (name: string) => void;
  onClose: () => void;
}) {
  const { taken, onSave, onClose } = props;
  const say = useText();
  const [name, setName] = useState('');
  const [isTold, setIsTold] = useState(false);
  const named = name.trim();
  const save = () => {
    if (named === '') setIsTold(true);
    else onSave(named);
  };
  return (
    <Modal
      opened
      asks
      onClose={onClose}
      title={say('view.keep')}
      footer={
        <>
          <span className="grow" />
          <Button size="md" onClick={onClose}>
            {say('used.stay')}
          </Button>
          <Button kind="primary" size="md" onClick={save}>
            {say(taken.includes(named) ? 'view.replace' : 'view.keep')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={say('view.name')}
          value={name}
          onChange={setName}
          maxLength={60}
          error={isTold && named === '' ? say('view.nameMissing') : undefined}
          help={taken.includes(named) ? say('view.taken') : say('view.help')}
        />
      </form>
    </Modal>
  );
}
