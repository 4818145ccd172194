import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/modal';
import { useFormText } from './form-context';

/** Asks before unsaved changes are left behind: inside the application in a dialog, else as the browser does. */
export function LeaveGuard({ count, free }: { count: number; free: () => boolean }) {
  const say = useFormText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      count > 0 && !free() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (count === 0) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [count]);
  const stay = () => blocker.reset?.();
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title={say('leave.title')}
      footer={
        <>
          <span className="grow" />
          <Button kind="danger" size="md" onClick={() => blocker.proceed?.()}>
            {say('leave.go')}
          </Button>
          <Button kind="primary" size="md" onClick={stay}>
            {say('leave.stay')}
          </Button>
        </>
      }
    >
      <p>{say('leave.text', { count })}</p>
    </Modal>
  );
}
