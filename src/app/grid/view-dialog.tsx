import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { acts, allows } from '@/contract/role';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { Banner } from '@/ui/display/banner';
import { Checkbox } from '@/ui/fields/choices/choice';
import { TextField } from '@/ui/fields/text-field';
import { controlled } from '@/ui/fields/field';
import { RequestError } from '../data/request-error';
import { defineTexts, useText } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import type { View } from './columns/column-preferences';
import { shareView } from './shared-views';

const texts = defineTexts({
  en: {
    name: 'Name of the view',
    nameMissing: 'Give the view a name',
    help: 'Keeps search, filters, order and columns, for you on this machine.',
    taken: 'There is a view of this name.',
    keep: 'Save view',
    replace: 'Replace it',
    share: 'Share with the company',
    sharedHelp: 'Everybody in the company sees it in this list.',
    sharedTaken: 'The company has a view of this name. Choose another one.',
  },
  fi: {
    name: 'Näkymän nimi',
    nameMissing: 'Anna näkymälle nimi',
    help: 'Säilyttää haun, suodattimet, järjestyksen ja sarakkeet sinulle tällä koneella.',
    taken: 'Samanniminen näkymä on jo.',
    keep: 'Tallenna näkymä',
    replace: 'Korvaa se',
    share: 'Jaa yritykselle',
    sharedHelp: 'Kaikki yrityksessä näkevät sen tässä luettelossa.',
    sharedTaken: 'Yrityksellä on jo tämänniminen näkymä. Valitse toinen nimi.',
  },
});

/**
 * Dialog that names a new view of a list. Warns before a view of the same name is replaced. Whoever may share views can
 * share it with the company instead.
 */
export function ViewDialog(props: {
  resource: string;
  view: Omit<View, 'name'>;
  taken: readonly string[];
  onSave: (view: View) => void;
  onClose: () => void;
}) {
  const { resource, view, taken, onSave, onClose } = props;
  const { client, me, server } = useApp().current;
  const canShare = server.can.sharedViews && (!me?.rights || allows(me, acts.shareViews));
  const share = useMutation({
    mutationKey: ['shared_view', 'share'],
    mutationFn: async (named: View) => shareView(client, resource, named),
  });
  const say = useText();
  const sayHere = useLazyTexts('view-dialog', texts);
  const errorText = useErrorText();
  const { control, handleSubmit, setError, formState } = useForm({ defaultValues: { name: '' } });
  const [isShared, setIsShared] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const typed = useWatch({ control, name: 'name' }).trim();
  const isTaken = !isShared && taken.includes(typed);
  const save = handleSubmit(async ({ name }) => {
    setFailure(null);
    try {
      const named = { ...view, name: name.trim() };
      if (isShared) await share.mutateAsync(named);
      else onSave(named);
      onClose();
    } catch (error) {
      const isNameTaken = error instanceof RequestError && error.problem?.code === 'name_taken';
      if (isNameTaken) setError('name', { message: sayHere('sharedTaken') });
      else setFailure(errorText(error));
    }
  });
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={sayHere('keep')}
      footer={
        <DialogFoot
          cancel={say('used.stay')}
          onCancel={onClose}
          disabled={formState.isSubmitting}
          onDo={() => void save()}
        >
          {sayHere(isTaken ? 'replace' : 'keep')}
        </DialogFoot>
      }
    >
      <form onSubmit={(event) => void save(event)}>
        <Controller
          control={control}
          name="name"
          rules={{ validate: (name) => name.trim() !== '' || sayHere('nameMissing') }}
          render={(field) => (
            <TextField
              {...controlled(field)}
              label={sayHere('name')}
              maxLength={60}
              help={isShared ? sayHere('sharedHelp') : sayHere(isTaken ? 'taken' : 'help')}
            />
          )}
        />
        {canShare && <Checkbox checked={isShared} onChange={setIsShared} label={sayHere('share')} />}
        {failure !== null && <Banner kind="danger">{failure}</Banner>}
      </form>
    </Modal>
  );
}
