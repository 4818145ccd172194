import { Check } from 'lucide-react';
import { pointerOf } from '../../contract/problem';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Dot, State } from '../../ui/mark';
import { Modal } from '../../ui/modal';
import type { JsonObject } from '../record/json';
import { useFormat } from '../use-format';
import { useDescribe } from './describe';
import { useFormText } from './form-context';
import type { Choice, Decided } from './merge-choices';
import { ConflictRow, SettledRow } from './merge-rows';
import styles from './merge.module.css';
import { textOf } from './number-text';

/** Two people changed a record: what it was, mine, theirs, and the result, which the person decides. */
export function MergeDialog(props: {
  opened: boolean;
  name: string;
  base: JsonObject;
  theirs: JsonObject;
  decided: Decided;
  busy: boolean;
  saveKey: string;
  onChoose: (pointer: string, choice: Choice) => void;
  onAll: (from: 'mine' | 'theirs') => void;
  onBack: () => void;
  onSave: () => void;
}) {
  const { opened, name, base, theirs, decided, busy, saveKey, onChoose, onAll, onBack, onSave } = props;
  const say = useFormText();
  const format = useFormat();
  const describe = useDescribe();
  const [yours, newer] = [textOf(base['version']), textOf(theirs['version'])];
  const next = /^\d+$/.test(newer) ? String(BigInt(newer) + 1n) : '';
  const when = inSentence(format.moment(theirs['modified_at']));
  const { conflicts, settled, left } = decided;
  return (
    <Modal
      opened={opened}
      onClose={onBack}
      width={1040}
      flush
      title={say('merge.title', { name })}
      subtitle={next && yours ? say('merge.by', { theirs: newer, yours, when }) : say('merge.byUnknown')}
      footer={
        <>
          <span aria-live="polite">
            {left > 0 ? (
              <span className={styles.left}>
                <State color="attention">{say('merge.left', { left, count: conflicts.length })}</State>
              </span>
            ) : (
              <State color="done">{say('merge.ready')}</State>
            )}
          </span>
          <Button kind="quiet" size="md" onClick={onBack}>
            {say('merge.back')}
          </Button>
          <Button kind="primary" size="md" kbd={saveKey} disabled={left > 0} busy={busy} onClick={onSave}>
            {next ? say('merge.save', { version: next }) : say('merge.saveUnknown')}
          </Button>
        </>
      }
    >
      <table className={styles.table} aria-label={say('merge.label')}>
        <colgroup>
          {['156px', '164px', '200px', '200px', undefined].map((width, index) => (
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{say('merge.field')}</th>
            <th scope="col">
              {say('merge.was')}
              {yours && <span className={styles.who}>{say('version', { version: yours })}</span>}
            </th>
            <th scope="col">
              {say('merge.yours')}
              <span className={styles.who}>{say('merge.notSaved')}</span>
            </th>
            <th scope="col">
              {say('merge.theirs')}
              {newer && <span className={styles.who}>{say('version', { version: newer })}</span>}
            </th>
            <th scope="col">{say('merge.result')}</th>
          </tr>
        </thead>
        {conflicts.length > 0 && (
          <tbody>
            <tr className={styles.band}>
              <td colSpan={5}>
                <span className={styles.bandLine}>
                  <Dot color="attention" />
                  <b>{say('merge.both')}</b>
                  <span className="grow" />
                  <Button kind="quiet" size="xs" onClick={() => onAll('mine')}>
                    {say('merge.allYours')}
                  </Button>
                  <Button kind="quiet" size="xs" onClick={() => onAll('theirs')}>
                    {say('merge.allTheirs')}
                  </Button>
                </span>
              </td>
            </tr>
            {conflicts.map((conflict) => (
              <ConflictRow
                key={pointerOf(conflict.path)}
                conflict={conflict}
                describe={describe}
                onChoose={(choice) => onChoose(pointerOf(conflict.path), choice)}
              />
            ))}
          </tbody>
        )}
        {settled.length > 0 && (
          <tbody>
            <tr className={styles.band}>
              <td colSpan={5}>
                <span className={styles.bandLine}>
                  <span className="ok">
                    <Icon as={Check} size="s" />
                  </span>
                  <b>{say('merge.settled')}</b>
                </span>
              </td>
            </tr>
            {settled.map((change) => (
              <SettledRow key={pointerOf(change.path)} change={change} describe={describe} />
            ))}
          </tbody>
        )}
      </table>
    </Modal>
  );
}

/** "Today 14:32" as it stands in the middle of a sentence. */
const inSentence = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1);
