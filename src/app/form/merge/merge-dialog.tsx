import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { pointerOf } from '@/contract/pointer';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { Dot, State } from '@/ui/display/badge';
import { Modal } from '@/ui/overlays/modal';
import { useApp } from '../../shell/app-context';
import { readsHistory } from '@/contract/history';
import { isObject, type JsonObject } from '@/record/json';
import { useFormat } from '../../i18n/use-format';
import { useDescribe } from '../engine/describe';
import { useRecordContext } from '../engine/record-context';
import { useFormText, type SayForm } from '../texts';
import { historyQuery } from '../history/history';
import type { Choice, DecidedMerge } from './merge-choices';
import { ConflictRow, ResolvedRow } from './merge-rows';
import styles from './merge.module.css';
import { textOf } from '../engine/number-text';

/**
 * Dialog for a record that two people changed: base, mine, theirs and the result, with a decision for each conflict.
 */
export function MergeDialog(props: {
  opened: boolean;
  name: string;
  base: JsonObject;
  theirs: JsonObject;
  decided: DecidedMerge;
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
  const { who, isMe } = useSaver(theirs, opened);
  const when = inSentence(format.moment(theirs['modified_at']), say);
  const { conflicts, settled, undecidedCount } = decided;
  return (
    <Modal
      opened={opened}
      onClose={onBack}
      width={1040}
      flush
      title={say(isMe ? 'merge.titleOwn' : 'merge.title', { name })}
      subtitle={
        next && yours
          ? say(isMe ? 'merge.byYou' : who ? 'merge.byWhom' : 'merge.by', { theirs: newer, yours, when, who })
          : say('merge.byUnknown')
      }
      footer={
        <>
          <span aria-live="polite">
            {undecidedCount > 0 ? (
              <span className={styles.left}>
                <State color="attention">
                  {say('merge.left', { left: undecidedCount, count: conflicts.length })}
                </State>
              </span>
            ) : (
              <State color="done">{say('merge.ready')}</State>
            )}
          </span>
          <Button kind="quiet" size="md" onClick={onBack}>
            {say('merge.back')}
          </Button>
          <Button
            kind="primary"
            size="md"
            kbd={saveKey}
            disabled={undecidedCount > 0}
            busy={busy}
            onClick={onSave}
          >
            {next ? say('merge.save', { version: next }) : say('merge.saveUnknown')}
          </Button>
        </>
      }
    >
      <table className={styles.table} aria-label={say('merge.label')}>
        <colgroup>
          {['field', 'before', 'side', 'side', 'end'].map((width, index) => (
            <col key={index} className={styles[width]} />
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
              <th scope="colgroup" colSpan={5}>
                <span className={styles.bandLine}>
                  <Dot color="attention" />
                  <b>{say(isMe ? 'merge.bothOwn' : 'merge.both')}</b>
                  <span className="grow" />
                  <Button kind="quiet" size="xs" onClick={() => onAll('mine')}>
                    {say('merge.allYours')}
                  </Button>
                  <Button kind="quiet" size="xs" onClick={() => onAll('theirs')}>
                    {say('merge.allTheirs')}
                  </Button>
                </span>
              </th>
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
              <th scope="colgroup" colSpan={5} aria-label={say('merge.settled')}>
                <span className={styles.bandLine}>
                  <span className="ok">
                    <Icon as={Check} size="s" />
                  </span>
                  <b>{say('merge.settled')}</b>
                </span>
              </th>
            </tr>
            {settled.map((change) => (
              <ResolvedRow key={pointerOf(change.path)} change={change} describe={describe} />
            ))}
          </tbody>
        )}
      </table>
    </Modal>
  );
}

/**
 * Returns who saved a version, if the user may read the trail, and whether it was the user; `who` is empty if
 * unknown.
 */
function useSaver(record: JsonObject, opened: boolean): { who: string; isMe: boolean } {
  const { client, me } = useApp().current;
  const { resource } = useRecordContext();
  const [id, version] = [textOf(record['id']), textOf(record['version'])];
  const isOpen = me !== null && readsHistory(me, resource) && record['company_id'] === me.company.id;
  const last = historyQuery(client, resource.name, id);
  const events = useQuery(
    queryOptions({
      ...last,
      // A history that was cached earlier does not include this version.
      queryKey: [...last.queryKey, version],
      enabled: isOpen && opened && version !== '',
    }),
  );
  const event = events.data?.find(({ after }) => isObject(after) && textOf(after['version']) === version);
  const by = textOf(event?.['user_id']);
  return { who: textOf(event?.['who']), isMe: by !== '' && by === me?.user?.id };
}

/** Converts "Today 14:32" for the middle of a sentence: "today at 14:32". */
function inSentence(text: string, say: SayForm): string {
  const [, day, time] = /^(.+) (\d\d[.:]\d\d)$/.exec(text) ?? [];
  const words = day && time ? say('merge.at', { day, time }) : text;
  return words.charAt(0).toLocaleLowerCase() + words.slice(1);
}
