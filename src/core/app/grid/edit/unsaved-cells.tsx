import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../../ui/display/button';
import { preloadModal, LazyModal } from '../../../ui/overlays/lazy-modal';
import { FootBar } from '../../../ui/layout/page';
import { useText, useTextOf } from '../../i18n/i18n';
import type { Screen } from '../../shell/screen';
import type { Bulk } from '../selection/use-bulk';
import { keyOf, type CellEdits, type CellMark } from './cell-edits';
import { useFailureText } from './failure-text';
import { titleOf } from './use-cell-edits';

/** Under a list: what was typed into its cells and is not saved, why, and what can be done about it. */
export function UnsavedCells(props: {
  screen: Screen;
  edits: CellEdits;
  marks: ReadonlyMap<string, CellMark>;
  /** The cell that is open: it says itself what is wrong. */
  openCell: string | null;
}) {
  const { screen, edits, marks, openCell } = props;
  const say = useText();
  const label = useTextOf(screen.contract.name);
  const failureText = useFailureText();
  const failed = [...marks.values()].filter(({ why }) => why !== null);
  const mark = failed.find(({ id, field }) => keyOf(id, field) !== openCell);
  const isConflict = mark?.why?.kind === 'conflict';
  const key = mark && keyOf(mark.id, mark.field);
  return (
    <>
      {mark && key !== undefined && (
        <FootBar label={say('cell.notSaved', titleOf(mark, label))}>
          <output>
            <b>{say('cell.notSaved', titleOf(mark, label))}</b>{' '}
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
          <Button kind="quiet" onClick={() => edits.drop(key)}>
            {say(isConflict ? 'cell.takeTheirs' : 'cell.drop')}
          </Button>
        </FootBar>
      )}
    </>
  );
}

/** Asks before a list is left with changes that are not saved, or while a bulk action runs; that is stopped then. */
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
  useEffect(preloadModal, []);
  // With every step of scrolling this is drawn anew.
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
