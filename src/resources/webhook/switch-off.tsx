import { useMutation } from '@tanstack/react-query';
import { useTextOf } from '@/app/i18n/i18n';
import { isGivenUp } from '@/app/session/given-up';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';

/** Switches a webhook on or off. */
export function useSwitch(id: string, done?: () => void) {
  const { client } = useApp().current;
  return useMutation({
    mutationKey: ['webhook', 'switch'],
    mutationFn: (active: boolean) => client.put('webhook', id, JSON.stringify({ active })),
    onSuccess: () => done?.(),
  });
}

/** Asks before a webhook is switched off: what waits is not sent any more. */
export function SwitchOffDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const say = useTextOf('webhook');
  const textOfError = useErrorText();
  const switching = useSwitch(id, onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('switchOff.title', { name })}
      footer={
        <DialogFoot
          cancel={say('switchOff.cancel')}
          onCancel={onClose}
          kind="danger"
          busy={switching.isPending}
          busyLabel={say('switchOff.doing')}
          onDo={() => switching.mutate(false)}
        >
          {say('switchOff')}
        </DialogFoot>
      }
    >
      <p>{say('switchOff.text')}</p>
      {switching.error && !isGivenUp(switching.error) && (
        <Banner kind="danger">
          {say('switch.failed')} {textOfError(switching.error)}
        </Banner>
      )}
    </Modal>
  );
}
