import { ListX, RotateCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { usePageText, useText, defineTexts } from '../i18n/i18n';
import { RequestError } from '../data/request-error';
import { BulkAction, BulkNote, FootBar } from '@/ui/layout/page';
import { LazyModal } from '@/ui/overlays/lazy-modal';
import type { BulkResult, Failure } from './selection/bulk';
import './selection/bulk';
import type { Screen } from '../shell/screen';
import { BulkTools } from './selection/bulk-tools';
import styles from './list-foot.module.css';
import type { BulkChange } from './selection/bulk';
import type { Bulk } from './selection/use-bulk';
import type { Selection } from './selection/selection';

/** Texts of the foot of a list: the selection, what is done with it, and what came of it. */
const texts = defineTexts({
  en: {
    selected_one: '{{count, number}} selected',
    selected_other: '{{count, number}} selected',
    selectAll: 'Select all {{count, number}}',
    clear: 'Clear',
    running: '{{done, number}} of {{count, number}}',
    stop: 'Stop',
    deactivated_one: '{{name}} deactivated',
    deactivated_other: '{{count, number}} deactivated',
    activated_one: '{{name}} activated',
    activated_other: '{{count, number}} activated',
    edited_one: '{{name}} changed',
    edited_other: '{{count, number}} changed',
    nothingToDo: 'Nothing to change: all of them were so already',
    undone: 'Undone',
    details: 'Show which',
    failedTitle: 'Not changed',
    changedSince: 'Somebody has changed it since: read the list again',
    owned: 'Only {{company}} can change it',
    ownedUnknown: 'Only the parent company can change it',
    stopped: 'Stopped before its turn',
    unlike: 'It was changed, and the server has changed more than that: {{fields}}',
  },
  fi: {
    selected_one: '{{count, number}} valittu',
    selected_other: '{{count, number}} valittu',
    selectAll: 'Valitse kaikki {{count, number}}',
    clear: 'Tyhjennä',
    running: '{{done, number}} / {{count, number}}',
    stop: 'Keskeytä',
    deactivated_one: '{{name}} poistettiin käytöstä',
    deactivated_other: '{{count, number}} poistettiin käytöstä',
    activated_one: '{{name}} otettiin käyttöön',
    activated_other: '{{count, number}} otettiin käyttöön',
    edited_one: '{{name}} muutettiin',
    edited_other: '{{count, number}} muutettiin',
    nothingToDo: 'Ei muutettavaa: ne ovat jo näin',
    undone: 'Kumottu',
    details: 'Näytä mitkä',
    failedTitle: 'Jäi muuttamatta',
    changedSince: 'Joku on muuttanut tätä sillä välin: päivitä luettelo',
    owned: '{{company}} omistaa tämän ja on ainoa, joka voi muuttaa sitä',
    ownedUnknown: 'Emoyhtiö omistaa tämän ja on ainoa, joka voi muuttaa sitä',
    stopped: 'Keskeytettiin ennen sen vuoroa',
    unlike: 'Se muuttui, ja palvelin muutti muutakin: {{fields}}',
  },
});

/** Foot of a list: the selection and its actions, the progress of a bulk action, and its result. */
export function ListFoot(props: {
  screen: Screen;
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
  const sayAll = useText();
  const say = usePageText('grid/foot', texts);
  const { state } = bulk;
  if (state.step === 'running')
    return (
      <FootBar bulk label={say('selected', { count: state.count })}>
        <output>
          <b>{say('running', { done: state.done, count: state.count })}</b>
        </output>
        <progress
          className={styles.progress}
          value={state.done}
          max={state.count}
          aria-label={sayAll('list.loading')}
        />
        <span className="grow" />
        <BulkAction onClick={bulk.stop}>{say('stop')}</BulkAction>
      </FootBar>
    );
  if (state.step === 'done')
    return <Result bulk={bulk} result={state.result} change={state.change} undone={state.isUndo} />;
  if (selection.size === 0) return null;
  return (
    <FootBar bulk label={say('selected', { count: selection.size })}>
      <output>
        <b>{say('selected', { count: selection.size })}</b>
      </output>
      {mayWrite && <BulkTools screen={props.screen} selection={selection} bulk={bulk} onDone={onClear} />}
      <span className="grow" />
      {selecting && <BulkNote>{say('running', { done: selecting.loaded, count: selecting.total })}</BulkNote>}
      {selectError && <BulkNote>{errorText(selectError)}</BulkNote>}
      {total !== null && selection.size < total && (
        <BulkAction disabled={selecting !== null} onClick={onSelectAll}>
          {say('selectAll', { count: total })}
        </BulkAction>
      )}
      <BulkAction kbd="Esc" onClick={onClear}>
        {say('clear')}
      </BulkAction>
    </FootBar>
  );
}

function Result(props: { bulk: Bulk; result: BulkResult; change: BulkChange; undone: boolean }) {
  const { bulk, result, change, undone } = props;
  const sayAll = useText();
  const say = usePageText('grid/foot', texts);
  const [shown, setShown] = useState(false);
  const { changed, failed } = result;
  const name = changed[0]?.name ?? '';
  const done = !('active' in change) ? 'edited' : change.active ? 'activated' : 'deactivated';
  const did = say(done, { count: changed.length, name });
  const nothing = changed.length === 0 && failed.length === 0;
  return (
    <>
      <FootBar bulk label={say('failedTitle')}>
        <output className={styles.result}>
          {changed.length > 0 && <b>{undone ? say('undone') : did}</b>}
          {nothing && say('nothingToDo')}
          {failed.length > 0 && <span>{sayAll('bulk.failed', { count: failed.length })}</span>}
        </output>
        {failed.length > 0 && (
          <BulkAction icon={ListX} onClick={() => setShown(true)}>
            {say('details')}
          </BulkAction>
        )}
        {failed.some(({ why }) => why !== 'owned') && (
          <BulkAction icon={RotateCw} onClick={bulk.retry}>
            {sayAll('cell.retry')}
          </BulkAction>
        )}
        {changed.length > 0 && !undone && (
          <BulkAction icon={Undo2} onClick={bulk.undo}>
            {sayAll('bulk.undo')}
          </BulkAction>
        )}
        <span className="grow" />
        <BulkAction kbd="Esc" onClick={bulk.close}>
          {sayAll('part.close')}
        </BulkAction>
      </FootBar>
      <LazyModal opened={shown} onClose={() => setShown(false)} title={say('failedTitle')} flush>
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
  const say = usePageText('grid/foot', texts);
  const errorText = useErrorText();
  const parent = useApp().current.me?.company.parent;
  if (why === 'owned' || (why instanceof RequestError && why.problem?.code === 'owned_by_parent'))
    return <span>{parent ? say('owned', { company: parent.name }) : say('ownedUnknown')}</span>;
  if (why === 'stopped') return <span>{say('stopped')}</span>;
  if (why instanceof RequestError && why.status === 412) return <span>{say('changedSince')}</span>;
  if ('deviations' in why) return <span>{say('unlike', { fields: why.deviations.join(', ') })}</span>;
  return <span>{errorText(why)}</span>;
}
