import { Controller, useForm, useWatch } from 'react-hook-form';
import { Button } from '../../ui/display/button';
import { Modal } from '../../ui/overlays/modal';
import { TextField } from '../../ui/fields/text-field';
import { controlled } from '../../ui/fields/field';
import { useText } from '../i18n/i18n';

/** Dialog that names a new view. Warns before a view of the same name is replaced. */
export function ViewDialog(props: {
  taken: readonly string[];
  onSave: (name: string) => void;
  onClose: () => void;
}) {
  const { taken, onSave, onClose } = props;
  const say = useText();
  const { control, handleSubmit } = useForm({ defaultValues: { name: '' } });
  const isTaken = taken.includes(useWatch({ control, name: 'name' }).trim());
  const save = handleSubmit(({ name }) => onSave(name.trim()));
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('view.keep')}
      footer={
        <>
          <span className="grow" />
          <Button size="md" onClick={onClose}>
            {say('used.stay')}
          </Button>
          <Button kind="primary" size="md" onClick={() => void save()}>
            {say(isTaken ? 'view.replace' : 'view.keep')}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => void save(event)}>
        <Controller
          control={control}
          name="name"
          rules={{ validate: (name) => name.trim() !== '' || say('view.nameMissing') }}
          render={(field) => (
            <TextField
              {...controlled(field)}
              label={say('view.name')}
              maxLength={60}
              help={say(isTaken ? 'view.taken' : 'view.help')}
            />
          )}
        />
      </form>
    </Modal>
  );
}
