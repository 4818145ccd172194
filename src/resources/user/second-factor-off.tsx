import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTextOf } from '@/app/i18n/i18n';
import { RequestError } from '@/app/data/request-error';
import { isGivenUp } from '@/app/session/given-up';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { toast } from '@/ui/overlays/toast-store';

/** Button that turns the second factor of a person off who has lost it, with the question whether to. */
export function SecondFactorOff({ id, name }: { id: string; name: string }) {
  const { client } = useApp().current;
  const say = useTextOf('user');
  const textOfError = useErrorText();
  const [opened, setOpened] = useState(false);
  const turningOff = useMutation({
    mutationKey: ['user', 'second-factor'],
    mutationFn: () => client.post(`user/${encodeURIComponent(id)}/second-factor/off`, ''),
    onSuccess() {
      setOpened(false);
      toast.saved({ title: say('second.done'), detail: name });
    },
  });
  const { error } = turningOff;
  const code = error instanceof RequestError ? error.problem?.code : undefined;
  const failed =
    code === 'works_elsewhere'
      ? say('second.elsewhere', { name })
      : code === 'second_factor_needed'
        ? say('second.needed')
        : error && `${say('second.failed')} ${textOfError(error)}`;
  const close = () => {
    setOpened(false);
    turningOff.reset();
  };
  return (
    <>
      <Button onClick={() => setOpened(true)}>{say('second.off')}</Button>
      <Modal
        opened={opened}
        onClose={close}
        title={say('second.title', { name })}
        footer={
          <DialogFoot
            cancel={say('second.cancel')}
            onCancel={close}
            kind="danger"
            busy={turningOff.isPending}
            busyLabel={say('second.doing')}
            onDo={() => turningOff.mutate()}
          >
            {say('second.do')}
          </DialogFoot>
        }
      >
        <p>{say('second.text', { name })}</p>
        {failed && !isGivenUp(error) && <Banner kind="danger">{failed}</Banner>}
      </Modal>
    </>
  );
}
