import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../../ui/display/button';
import { LazyModal } from '../../../ui/overlays/lazy-modal';
import { useText } from '../../i18n/i18n';
import type { Bulk } from '../selection/use-bulk';
import type { CellMark } from './cell-edits';

/** Asks before a list is left with unsaved changes or during a bulk action; leaving stops the action. */
export function LeaveList({ marks, bulk }: { marks: ReadonlyMap<string, CellMark>; bulk: Bulk }) {
  const say = useText();
  const count = [...marks.values()].filter(({ why }) => why !== null).length;
  const isRunning = bulk.state.step === 'running';
  const isOpen = count > 0 || isRunning;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOpen && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isOpen) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOpen]);
  // This renders with every scroll step.
  if (blocker.state !== 'blocked') return null;
  const stay = () => blocker.reset();
  const leave = () => {
    bulk.stop();
    blocker.proceed();
  };
  return (
    <LazyModal
      opened
      onClose={stay}
      title={say('leave.title')}
      footer={
        <>
          <span className="grow" />
          <Button kind="danger" size="md" onClick={leave}>
            {say('leave.go')}
          </Button>
          <Button kind="primary" size="md" onClick={stay}>
            {say('leave.stay')}
          </Button>
        </>
      }
    >
      {count > 0 && <p>{say('leave.cells', { count })}</p>}
      {isRunning && <p>{say('leave.bulk')}</p>}
    </LazyModal>
  );
}
