import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../../ui/display/button';
import { LazyModal } from '../../../ui/overlays/lazy-modal';
import { FootBar } from '../../../ui/layout/page';
import { useText, useTextOf } from '../../i18n/i18n';
import type { Screen } from '../../shell/screen';
import type { Bulk } from '../selection/use-bulk';
import { cellKey, type CellEdits, type CellMark } from './cell-edits';
import { useFailureText } from './failure-text';
import { failureValues } from './use-cell-edits';

/**
 * Bar below a list for a change that could not be saved: the reason, and the buttons to save it again or discard it.
 */
export function UnsavedCells(props: {
  screen: Screen;
  edits: CellEdits;
  marks: ReadonlyMap<string, CellMark>;
  /** The key of the open cell, which shows its own error. */
  openCell: string | null;
}) {
  const { screen, edits, marks, openCell } = props;
  const say = useText();
  const label = useTextOf(screen.contract.name);
  const failureText = useFailureText();
  const failed = [...marks.values()].filter(({ why }) => why !== null);
  const mark = failed.find(({ id, field }) => cellKey(id, field) !== openCell);
  const isConflict = mark?.why?.kind === 'conflict';
  const key = mark && cellKey(mark.id, mark.field);
  return (
    <>
      {mark && key !== undefined && (
        <FootBar label={say('cell.notSaved', failureValues(mark, label))}>
          <output>
            <b>{say('cell.notSaved', failureValues(mark, label))}</b>{' '}
            <span className="muted">
              {failureText(mark)}
              {failed.length > 1 && ` (${say('cell.more', { count: failed.length - 1 })})`}
            </span>
          </output>
          <span className="grow" />
          {mark.why?.kind !== 'unchosen' && (
            <Button onClick={() => edits.retry(key)}>
              {isConflict ? say('cell.keepMine', { value: mark.typed }) : say('cell.retry')}
            </Button>
          )}
          <Button kind="quiet" onClick={() => edits.discard(key)}>
            {say(isConflict ? 'cell.takeTheirs' : 'cell.drop')}
          </Button>
        </FootBar>
      )}
    </>
  );
}

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
