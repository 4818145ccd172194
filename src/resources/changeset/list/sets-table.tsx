import { Clock, Square, Undo2 } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import type { ChangeSet } from '@/app/changes/change-sets';
import { isEmptyNow, outcomeTexts, shortTexts } from '@/app/changes/outcome/outcome-texts';
import type { SetOutcome } from '@/contract/change-set-outcome';
import { useChangeSets } from '@/app/changes/use-change-sets';
import { usePageText, type SayOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useErrorText } from '@/app/shell/error-text';
import { Dot } from '@/ui/display/badge';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import { useNarrowerThan } from '@/ui/layout/use-phone';
import { toast } from '@/ui/overlays/toast-store';
import { cx } from '@/ui/style/cx';
import { useIsPrinting } from '@/ui/style/printing';
import { Progress } from '../progress';
import { isWorking, useSetProgress } from '../set-query';
import { originIcon, originText, stateWords, weekdayMoment } from '../set-words';
import { texts } from '../texts';
import type { SetSection } from './use-sets';
import styles from './list.module.css';

const all = ['name', 'from', 'records', 'cells', 'by', 'when', 'state', 'action'] as const;
type Column = (typeof all)[number];
const wideOnly = new Set<string>(['cells', 'by']);
const toRight = new Set<string>(['records', 'cells']);

/** Table of change sets under the headings of their groups. On a phone each set is a block of two lines. */
export function SetsTable(props: {
  sections: readonly SetSection[];
  /** All sets that were read: the one that took another back says how much went back. */
  sets: readonly ChangeSet[];
  /** What becomes of those that are not applied, by id, as soon as it is known. */
  outcomes: ReadonlyMap<string, SetOutcome> | undefined;
  timeZone: string | undefined;
  /** When the sets were read, in milliseconds. */
  readAt: number;
}) {
  const { sections, sets, outcomes, timeZone, readAt } = props;
  const say = usePageText('changeset/pages', texts);
  const format = useFormat();
  const columns = useColumns();
  const byId = new Map(sets.map((set) => [set.id, set]));
  return (
    <table className={styles.table} aria-label={say('sets')}>
      <colgroup>
        {columns.map((column) => (
          <col key={column} className={styles[`col-${column}`]} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={cx(toRight.has(column) && styles.right, styles[column])}>
              {column === 'action' ? (
                <span className="vh">{say('column.action')}</span>
              ) : (
                say(`column.${column}`)
              )}
            </th>
          ))}
        </tr>
      </thead>
      {sections.map(({ group, sets: ofGroup }) => (
        <tbody key={group}>
          <tr className={styles.band}>
            <th scope="rowgroup" colSpan={columns.length}>
              <b>{say(`group.${group}`)}</b>{' '}
              <span>
                {group === 'applied' || group === 'undone'
                  ? say('lastDays', { count: ofGroup.length })
                  : format.count(ofGroup.length)}
              </span>
            </th>
          </tr>
          {ofGroup.map((set) => (
            <SetRow
              key={set.id}
              set={set}
              undo={set.undone_by === null ? undefined : byId.get(set.undone_by)}
              outcome={outcomes?.get(set.id)}
              columns={columns}
              isMine={group === 'mine'}
              timeZone={timeZone}
              readAt={readAt}
              say={say}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Returns the columns that there is room for. Left out, not hidden: cells would take the widths of other columns. */
function useColumns(): readonly Column[] {
  const isNarrow = useNarrowerThan(1280);
  const isPrinting = useIsPrinting();
  if (isPrinting) return all.filter((column) => !wideOnly.has(column) && column !== 'action');
  return isNarrow ? all.filter((column) => !wideOnly.has(column)) : all;
}

function SetRow(props: {
  set: ChangeSet;
  undo: ChangeSet | undefined;
  outcome: SetOutcome | undefined;
  columns: readonly Column[];
  isMine: boolean;
  timeZone: string | undefined;
  readAt: number;
  say: SayOf;
}) {
  const { set, undo, outcome, columns, isMine, timeZone, readAt, say } = props;
  const sayOutcome = usePageText('changes/outcome', outcomeTexts);
  const format = useFormat();
  const weekday = (at: string | null) => weekdayMoment(at, format.locale, timeZone);
  const notes = [
    ...(set.status !== 'discarded' && set.undone_by === null && set.revert_due_at !== null
      ? [say('back', { when: weekday(set.revert_due_at) })]
      : []),
    ...(set.missed ? [say('missed')] : []),
  ];
  const when =
    set.status === 'scheduled' ? weekday(set.due_at) : format.moment(set.applied_at ?? set.modified_at);
  const isOver = set.status === 'discarded' || set.undone_by !== null;
  const by = set.status === 'applied' ? set.applied_by : set.made_by;
  return (
    <tr className={cx(styles.row, isOver && styles.over)}>
      <th scope="row" className={styles.name}>
        <Link href={`/changes/${set.id}`} title={set.name}>
          {set.name}
        </Link>
        {notes.map((note) => (
          <span key={note} className={styles.note}>
            {note}
          </span>
        ))}
        {outcome &&
          shortTexts(outcome, sayOutcome).map((text) => (
            <span key={text} className={styles.outcome} title={text}>
              <Dot color="attention" />
              <span>{text}</span>
            </span>
          ))}
      </th>
      <td className={styles.from}>
        <span>
          <Icon as={originIcon(set.origin)} />
          {originText(set.origin, say)}
        </span>
      </td>
      <td className={cx(styles.right, styles.records)}>{format.count(set.counts['items'] ?? 0)}</td>
      {columns.includes('by') && (
        <>
          <td className={cx(styles.right, styles.muted, styles.cells)}>
            {format.count(set.counts['cells'] ?? 0)}
          </td>
          <td className={cx(styles.muted, styles.by)} title={by ?? undefined}>
            {by ?? say('somebody')}
          </td>
        </>
      )}
      <td className={cx(styles.muted, styles.when)}>{when}</td>
      <td className={styles.state}>
        <SetState
          set={set}
          undo={undo}
          emptyText={isEmptyNow(outcome) ? sayOutcome('shortEmpty') : null}
          readAt={readAt}
          say={say}
        />
      </td>
      {columns.includes('action') && (
        <td className={styles.action}>
          <RowAction set={set} isMine={isMine} say={say} />
        </td>
      )}
    </tr>
  );
}

function SetState(props: {
  set: ChangeSet;
  undo: ChangeSet | undefined;
  /** What is said if nothing is left to change. */
  emptyText: string | null;
  readAt: number;
  say: SayOf;
}) {
  const { set, undo, emptyText, readAt, say } = props;
  const progress = useSetProgress(set);
  if (progress) return <Progress label={say(`state.${set.status}`)} {...progress} />;
  const known = stateWords(set, undo, say, readAt);
  const { sign, text } =
    emptyText === null
      ? known
      : {
          sign: 'attention' as const,
          text: set.status === 'scheduled' ? `${known.text}: ${emptyText}` : emptyText,
        };
  return (
    <span className={styles.words} title={text}>
      {sign === 'clock' ? (
        <Icon as={Clock} size="s" />
      ) : sign === 'undo' ? (
        <Icon as={Undo2} size="s" />
      ) : (
        <Dot color={sign} />
      )}
      <span className="cut">{text}</span>
    </span>
  );
}

/** The one action of a row, if there is one: Stop, Look or Undo. */
function RowAction({ set, isMine, say }: { set: ChangeSet; isMine: boolean; say: SayOf }) {
  const changeSets = useChangeSets();
  const errorText = useErrorText();
  const stopping = useMutation({
    mutationKey: ['changeset', 'move'],
    mutationFn: () => changeSets.move(set.id, 'stop'),
    onError: (error) => toast.failed({ title: say('failed'), detail: errorText(error) }),
  });
  const label = (action: string) => `${say(action)}: ${set.name}`;
  if (isWorking(set) && set.status !== 'preparing')
    return (
      <Button
        size="xs"
        icon={Square}
        busy={stopping.isPending}
        onClick={() => stopping.mutate()}
        aria-label={label('stop')}
      >
        {say('stop')}
      </Button>
    );
  if (isMine || set.status === 'stopped')
    return (
      <Button size="xs" kind="quiet" href={`/changes/${set.id}`} aria-label={label('look')}>
        {say('look')}
      </Button>
    );
  if (set.status === 'applied' && set.undone_by === null && (set.counts['applied'] ?? 0) > 0)
    return (
      <Button
        size="xs"
        kind="quiet"
        icon={Undo2}
        href={`/changes/${set.id}?undo=true`}
        aria-label={label('undo')}
      >
        {say('undo')}
      </Button>
    );
  return null;
}
