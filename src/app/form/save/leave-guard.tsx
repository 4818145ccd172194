import { useEffect } from 'react';
import { useBlocker, useLocation, useNavigate, useNavigation } from 'react-router';
import { Button } from '@/ui/display/button';
import { Modal } from '@/ui/overlays/modal';
import { useUnloadGuard } from '../../shell/unload-guard';
import { useFormText } from '../texts';

/**
 * Asks before unsaved changes are discarded: in a dialog within the application, else as the browser does. `save` stores them and calls
 * `then` once they are, from when on one may leave; what is refused keeps the page.
 */
export function LeaveGuard({
  count,
  mayLeave,
  save = null,
}: {
  count: number;
  mayLeave: () => boolean;
  save?: ((then: () => void) => void) | null;
}) {
  const say = useFormText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      count > 0 && !mayLeave() && currentLocation.pathname !== nextLocation.pathname,
  );
  useUnloadGuard(count > 0);
  useRepeatNavigation(count > 0 && !mayLeave() && blocker.state !== 'proceeding');
  const stay = () => blocker.reset?.();
  const navigate = useNavigate();
  const saveAndLeave = () => {
    const { location } = blocker;
    stay();
    save?.(() => location && void navigate(location, { state: location.state }));
  };
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
          <Button kind={save ? 'default' : 'primary'} size="md" onClick={stay}>
            {say('leave.stay')}
          </Button>
          {save && (
            <Button kind="primary" size="md" onClick={saveAndLeave}>
              {say('leave.save')}
            </Button>
          )}
        </>
      }
    >
      <p>{say('leave.text', { count })}</p>
    </Modal>
  );
}

/**
 * Repeats a navigation that began before the user typed and is still loading, so that the guard asks about it. The
 * router shows a navigation in a transition, so it may become known here before or after what was typed.
 */
function useRepeatNavigation(isUnasked: boolean): void {
  const location = useLocation();
  const next = useNavigation().location;
  const navigate = useNavigate();
  useEffect(() => {
    if (!isUnasked || !next || next.pathname === location.pathname) return;
    // Navigating to the current address cancels the pending navigation.
    void navigate(location, { replace: true, state: location.state });
    void navigate(next, { state: next.state });
  }, [isUnasked, location, next, navigate]);
}
