import { useMutation } from '@tanstack/react-query';
import { useTextOf } from '@/app/i18n/i18n';
import { AskDialog } from '@/app/session/ask-dialog';
import { useApp } from '@/app/shell/app-context';

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
  const switching = useSwitch(id, onClose);
  return (
    <AskDialog
      onClose={onClose}
      title={say('switchOff.title', { name })}
      text={say('switchOff.text')}
      cancel={say('switchOff.cancel')}
      label={say('switchOff')}
      doing={say('switchOff.doing')}
      failed={say('switch.failed')}
      action={switching}
      onDo={() => switching.mutate(false)}
    />
  );
}
