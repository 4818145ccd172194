import { Check, Clock, Eye, Square, Undo2, UserCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ChangeSet } from '@/app/changes/change-sets';
import { leftAlone, type SetAct } from '@/contract/change-set-acts';
import { useMostUnapproved } from '@/app/changes/use-most-at-once';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { Me } from '@/app/session/session';
import { useApp } from '@/app/shell/app-context';
import { Dot } from '@/ui/display/badge';
import { Button } from '@/ui/display/button';
import { Modal } from '@/ui/overlays/modal';
import { Progress } from '../progress';
import { mayAct, mayApprove } from '../may-approve';
import { useSetProgress } from '../set-query';
import { weekdayMoment } from '../set-words';
import { texts } from '../texts';
import { useMoments } from '../use-moments';
import { ScheduleDialog } from './dialogs/schedule-dialog';
import type { Moves } from './use-moves';
import styles from './foot.module.css';

/** What the keyboard's Ctrl Enter does: the one primary action of a set as it stands; null if there is none. */
export type Primary = {
  readonly action: 'preview' | 'apply' | 'approve' | 'request';
  readonly count: number;
} | null;

/** Returns the primary action of a set: what brings it further, as far as this person may. */
export function primaryOf(set: ChangeSet, needsApproval: boolean, me: Me | null): Primary {
  const apply = (left: number): Primary =>
    left > 0 && mayAct(set, 'apply', me) ? { action: 'apply', count: left } : null;
  const count = (name: string) => set.counts[name] ?? 0;
  const rest = count('ready');
  switch (set.status) {
    case 'draft':
      if (count('items') === 0) return null;
      if (count('open') > 0 || set.previewed_at === null) return { action: 'preview', count: 0 };
      if (rest === 0) return null;
      return needsApproval ? { action: 'request', count: rest } : apply(rest);
    case 'waiting':
      return mayApprove(set, me) ? { action: 'approve', count: 0 } : null;
    case 'stopped':
      if (count('open') > 0) return { action: 'preview', count: 0 };
      return apply(rest);
    case 'applied':
      return apply(rest);
    default:
      return null;
  }
}

/** Returns whether a set waits for the approval of somebody else. */
export function useNeedsApproval(set: ChangeSet): boolean {
  const most = useMostUnapproved();
  return set.approved_by === null && (set.counts['items'] ?? 0) > most;
}

/** The quiet bar at the foot: what is left to do, what the set waits for, and what can be done with it. */
export function Foot(props: {
  set: ChangeSet;
  moves: Moves;
  primary: Primary;
  needsApproval: boolean;
  /** Whether refused lines of a file are kept with it. */
  hasRefused: boolean;
}) {
  const { set, moves, primary, needsApproval, hasRefused } = props;
  const say = usePageText('changeset/pages', texts);
  const { current } = useApp();
  const { me } = current;
  const format = useFormat();
  const progress = useSetProgress(set);
  const [dialog, setDialog] = useState<'schedule' | 'discard' | 'empty' | null>(null);
  const count = (name: string) => set.counts[name] ?? 0;
  // In a set that was undone nothing is chosen any more.
  const conflicts = set.undone_by === null ? count('conflict') : 0;
  const may = (act: SetAct) => mayAct(set, act, me);
  const isLeft = set.problem === leftAlone;
  const isPreviewed = set.status === 'draft' && count('open') === 0 && set.previewed_at !== null;
  const isEmptiable = may('empty') && (count('items') > 0 || hasRefused);
  if (set.status === 'discarded' && !isEmptiable) return null;
  if (set.status === 'applied' && primary === null && conflicts === 0 && !isLeft) return null;
  const busy = (action: Moves['busy']) => moves.busy === action;
  const primaryButton = primary && (
    <PrimaryButton
      primary={primary}
      set={set}
      busy={busy(primary.action)}
      onClick={() => moves.move(primary.action)}
    />
  );
  return (
    <section className={styles.foot} aria-label={say('foot')} data-takes-tabs>
      {conflicts > 0 && (
        <span className={styles.left}>
          <Dot color="attention" /> <b>{format.count(conflicts)}</b> {say('leftToChoose')}
        </span>
      )}
      {progress ? (
        <Progress label={say(`state.${set.status}`)} {...progress} />
      ) : (
        <span className={styles.said} aria-live="polite">
          {moves.failure === null ? (
            <Said set={set} needsApproval={needsApproval} />
          ) : (
            <span className={styles.failed} role="alert">
              {moves.failure}
            </span>
          )}
        </span>
      )}
      <span className="grow" />
      <span className={styles.others}>
        {may('stop') && set.status !== 'scheduled' && (
          <Button icon={Square} busy={busy('stop')} onClick={() => moves.move('stop')}>
            {say('stop')}
          </Button>
        )}
        {isEmptiable && (
          <Button kind="quiet" onClick={() => setDialog('empty')}>
            {say('emptyIt')}
          </Button>
        )}
        {may('discard') && (
          <Button kind="quiet" onClick={() => setDialog('discard')}>
            {say('discard')}
          </Button>
        )}
        {may('reopen') && (
          <Button icon={Undo2} busy={busy('reopen')} onClick={() => moves.move('reopen')}>
            {say(set.status === 'scheduled' ? 'unschedule' : mayApprove(set, me) ? 'return' : 'takeBack')}
          </Button>
        )}
        {may('take_over') && (
          <Button icon={UserCheck} busy={busy('take_over')} onClick={() => moves.move('take_over')}>
            {say('takeOver')}
          </Button>
        )}
        {isPreviewed && count('items') > 0 && (
          <>
            <Button icon={Eye} busy={busy('preview')} onClick={() => moves.move('preview')}>
              {say('previewAgain')}
            </Button>
            {primary?.action !== 'request' && set.approved_by === null && (
              <Button icon={UserCheck} busy={busy('request')} onClick={() => moves.move('request')}>
                {say('ask')}
              </Button>
            )}
            {!needsApproval && may('schedule') && count('ready') > 0 && (
              <Button icon={Clock} onClick={() => setDialog('schedule')}>
                {say('schedule')}
              </Button>
            )}
          </>
        )}
      </span>
      {primaryButton}
      {dialog === 'schedule' && <ScheduleDialog set={set} moves={moves} onClose={() => setDialog(null)} />}
      {(dialog === 'discard' || dialog === 'empty') && (
        <Modal
          opened
          onClose={() => setDialog(null)}
          title={say(dialog === 'empty' ? 'empty.ask' : 'discard.ask', { name: set.name })}
          footer={
            <>
              <Button size="md" onClick={() => setDialog(null)}>
                {say('cancel')}
              </Button>
              <Button
                size="md"
                kind="danger"
                onClick={() => {
                  setDialog(null);
                  moves.move(dialog);
                }}
              >
                {say(dialog === 'empty' ? 'emptyIt' : 'discard')}
              </Button>
            </>
          }
        >
          <p>{say(`${dialog}.text`)}</p>
        </Modal>
      )}
    </section>
  );
}

const icons = { preview: Eye, apply: Check, approve: Check, request: UserCheck } as const;

function PrimaryButton(props: {
  primary: NonNullable<Primary>;
  set: ChangeSet;
  busy: boolean;
  onClick: () => void;
}) {
  const { primary, set, busy, onClick } = props;
  const say = usePageText('changeset/pages', texts);
  const { action, count } = primary;
  const words = {
    preview: say('preview'),
    apply: say(set.status === 'draft' ? 'apply' : 'applyRest', { count }),
    approve: say('approve'),
    request: say('ask'),
  };
  return (
    <Button
      kind="primary"
      icon={action === 'apply' ? undefined : icons[action]}
      kbd="Ctrl Enter"
      busy={busy}
      aria-keyshortcuts="Control+Enter"
      onClick={onClick}
    >
      {words[action]}
    </Button>
  );
}

/** What is to be known of a set before something is done with it. */
function Said({ set, needsApproval }: { set: ChangeSet; needsApproval: boolean }): ReactNode {
  const say = usePageText('changeset/pages', texts);
  const format = useFormat();
  const moments = useMoments();
  const { me } = useApp().current;
  const count = (name: string) => set.counts[name] ?? 0;
  const weekday = (at: string | null) => weekdayMoment(at, format.locale, me?.company.timezone);
  switch (set.status) {
    case 'draft': {
      // The page says so in the place of the changes.
      if (count('items') === 0) return null;
      if (set.problem !== null) return say(`problem.${set.problem}`);
      if (count('open') > 0 || set.previewed_at === null) return say('openItems', { count: count('open') });
      const words = [say('previewedAt', { when: moments.inSentence(set.previewed_at) })];
      if (needsApproval) words.push(say('needsApproval'));
      if (set.approved_by !== null) words.push(say('isApproved', { who: set.approved_by }));
      if (set.approved_by !== null && !mayAct(set, 'apply', me)) words.push(say('othersApply'));
      return words.join(' ');
    }
    case 'waiting':
      return say(mayApprove(set, me) ? 'waitsForYou' : 'waitsFor', {
        who: set.requested_by ?? say('somebody'),
      });
    case 'scheduled':
      if (set.problem !== null) return say(`problem.${set.problem}`);
      return set.revert_due_at === null
        ? say('scheduledFor', { when: weekday(set.due_at) })
        : say('scheduledBack', { when: weekday(set.due_at), back: weekday(set.revert_due_at) });
    case 'stopped':
      return [
        say('stoppedAt', { done: count('applied'), total: count('items') }),
        ...(set.problem === null ? [] : [say(`problem.${set.problem}`)]),
      ].join(' ');
    default:
      return set.problem === null ? null : say(`problem.${set.problem}`);
  }
}
