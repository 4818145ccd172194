import { Ban, CircleCheck, ListX, RotateCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { useText } from '../i18n/i18n';
import { RequestError } from '../data/request-error';
import { BulkAction, BulkNote, FootBar } from '../../ui/layout/page';
import { LazyModal } from '../../ui/overlays/lazy-modal';
import type { BulkResult, Failure } from './selection/bulk';
import styles from './list-foot.module.css';
import type { Bulk } from './selection/use-bulk';
import type { Selection } from './selection/selection';

/** Foot of a list: the selection and its actions, the progress of a bulk action, and its result. */
export function ListFoot(props: {
  selection: Selection;
  bulk: Bulk;
  mayWrite: boolean;
  /** How many records match; null while unknown. */
  total: number | null;
  /** Progress of reading all matching records in order to select them. */
  selecting: { loaded: number; total: number } | null;
  /** The error that prevented selecting all. */
  selectError: Error | null;
  onSelectAll: () => void;
  onClear: () => void;
}) {
  const { selection, bulk, mayWrite, total, selecting, selectError, onSelectAll, onClear } = props;
  const errorText = useErrorText();
  const say = useText();
  const { state } = bulk;
  if (state.step === 'running')
    return (
      <FootBar bulk label={say('bulk.selected', { count: state.count })}>
        <output>
          <b>{say('bulk.running', { done: state.done, count: state.count })}</b>
        </output>
        <progress
          className={styles.progress}
          value={state.done}
          max={state.count}
          aria-label={say('list.loading')}
        />
        <span className="grow" />
        <BulkAction onClick={bulk.stop}>{say('bulk.stop')}</BulkAction>
      </FootBar>
    );
  if (state.step === 'done')
    return <Result bulk={bulk} result={state.result} active={state.active} undone={state.isUndo} />;
  if (selection.size === 0) return null;
  const records = [...selection.values()];
  return (
    <FootBar bulk label={say('bulk.selected', { count: selection.size })}>
      <output>
        <b>{say('bulk.selected', { count: selection.size })}</b>
      </output>
      {mayWrite && (
        <>
          <BulkAction icon={CircleCheck} onClick={() => bulk.run(records, true)}>
            {say('bulk.activate')}
          </BulkAction>
          <BulkAction icon={Ban} onClick={() => bulk.run(records, false)}>
            {say('bulk.deactivate')}
          </BulkAction>
        </>
      )}
      <span className="grow" />
      {selecting && (
        <BulkNote>{say('bulk.running', { done: selecting.loaded, count: selecting.total })}</BulkNote>
      )}
      {selectError && <BulkNote>{errorText(selectError)}</BulkNote>}
      {total !== null && selection.size < total && (
        <BulkAction disabled={selecting !== null} onClick={onSelectAll}>
          {say('bulk.selectAll', { count: total })}
        </BulkAction>
      )}
      <BulkAction kbd="Esc" onClick={onClear}>
        {say('bulk.clear')}
      </BulkAction>
    </FootBar>
  );
}

function Result(props: { bulk: Bulk; result: BulkResult; active: boolean; undone: boolean }) {
  const { bulk, result, active, undone } = props;
  const say = useText();
  const [shown, setShown] = useState(false);
  const { changed, failed } = result;
  const name = changed[0]?.name ?? '';
  const did = say(active ? 'bulk.activated' : 'bulk.deactivated', { count: changed.length, name });
  const nothing = changed.length === 0 && failed.length === 0;
  return (
    <>
      <FootBar bulk label={say('bulk.failedTitle')}>
        <output className={styles.result}>
          {changed.length > 0 && <b>{undone ? say('bulk.undone') : did}</b>}
          {nothing && say('bulk.nothingToDo')}
          {failed.length > 0 && <span>{say('bulk.failed', { count: failed.length })}</span>}
        </output>
        {failed.length > 0 && (
          <BulkAction icon={ListX} onClick={() => setShown(true)}>
            {say('bulk.details')}
          </BulkAction>
        )}
        {failed.some(({ why }) => why !== 'owned') && (
          <BulkAction icon={RotateCw} onClick={bulk.retry}>
            {say('cell.retry')}
          </BulkAction>
        )}
        {changed.length > 0 && !undone && (
          <BulkAction icon={Undo2} onClick={bulk.undo}>
            {say('bulk.undo')}
          </BulkAction>
        )}
        <span className="grow" />
        <BulkAction kbd="Esc" onClick={bulk.close}>
          {say('part.close')}
        </BulkAction>
      </FootBar>
      <LazyModal opened={shown} onClose={() => setShown(false)} title={say('bulk.failedTitle')} flush>
        <ul className={styles.failures}>
          {failed.map(({ record, why }) => (
            <li key={record.id}>
              <b>{record.name}</b>
              <Why why={why} />
            </li>
          ))}
        </ul>
      </LazyModal>
    </>
  );
}

/** The reason why one record was not changed. */
function Why({ why }: { why: Failure }) {
  const say = useText();
  const errorText = useErrorText();
  const parent = useApp().current.me?.company.parent;
  if (why === 'owned' || (why instanceof RequestError && why.problem?.code === 'owned_by_parent'))
    return <span>{parent ? say('bulk.owned', { company: parent.name }) : say('bulk.ownedUnknown')}</span>;
  if (why === 'stopped') return <span>{say('bulk.stopped')}</span>;
  if (why instanceof RequestError && why.status === 412) return <span>{say('bulk.changedSince')}</span>;
  if ('deviations' in why) return <span>{say('bulk.unlike', { fields: why.deviations.join(', ') })}</span>;
  return <span>{errorText(why)}</span>;
}
