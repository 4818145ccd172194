import { useQuery } from '@tanstack/react-query';
import type { ChangeSet } from '@/app/changes/change-sets';
import { outcomesQuery } from '@/app/changes/outcome/outcome-query';
import { endsText, outcomeTexts, overlapText, sinceText } from '@/app/changes/outcome/outcome-texts';
import type { SetOutcome } from '@/contract/change-set-outcome';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Link } from '@/ui/layout/link';
import { weekdayMoment } from '../set-words';
import { mayAct } from '../may-approve';
import type { Moves } from './use-moves';
import styles from './set-outcome.module.css';

/** What becomes of a set that is not applied: what its preview said and does not hold, and the sets that change the same cells. */
export function SetOutcomeNotes({ set, moves }: { set: ChangeSet; moves: Moves }) {
  const say = usePageText('changes/outcome', outcomeTexts);
  const { client, me } = useApp().current;
  const outcome = useQuery(outcomesQuery(client, [set])).data?.get(set.id);
  const since = outcome ? sinceText(outcome, say) : null;
  if (!outcome || (since === null && outcome.others.length === 0)) return null;
  // A set that is scheduled is previewed as a draft.
  const act = (['preview', 'reopen'] as const).find((one) => mayAct(set, one, me));
  return (
    <div className={styles.notes}>
      {since !== null && (
        <Banner
          kind="attention"
          action={
            act && (
              <Button size="sm" busy={moves.busy === act} onClick={() => moves.move(act)}>
                {say(act === 'preview' ? 'again' : 'unschedule')}
              </Button>
            )
          }
        >
          {since}
        </Banner>
      )}
      {outcome.others.length > 0 && <Others outcome={outcome} />}
    </div>
  );
}

/** What other sets do to the same cells if this one had some times, as the dialog of a schedule says it. */
export function OthersAt({ set, from, to }: { set: ChangeSet; from: string; to: string | null }) {
  const { client } = useApp().current;
  const asked = { ask: 'others', apply_at: from, ...(to !== null && { revert_at: to }) } as const;
  const outcome = useQuery(outcomesQuery(client, [set], asked)).data?.get(set.id);
  if (!outcome || outcome.others.length === 0) return null;
  return (
    <div className={styles.dialog} aria-live="polite">
      <Others outcome={outcome} />
    </div>
  );
}

/** The other sets that change the same cells, each with its time and what becomes of them, and what stands in the end. */
function Others({ outcome }: { outcome: SetOutcome }) {
  const say = usePageText('changes/outcome', outcomeTexts);
  const format = useFormat();
  const { me } = useApp().current;
  const when = (at: string) => weekdayMoment(at, format.locale, me?.company.timezone);
  const timesOf = (from: string | null, to: string | null): string => {
    if (from === null) return to === null ? '' : say('until', { to: when(to) });
    return to === null ? when(from) : say('ended', { from: when(from), to: when(to) });
  };
  return (
    <Banner kind={outcome.others.some(({ waits }) => waits > 0) ? 'attention' : 'note'}>
      <b>{say('shared', { count: outcome.ends.cells })}</b>
      <ul className={styles.list}>
        {outcome.others.map((other) => (
          <li key={other.id}>
            <Link className="link" href={`/changes/${other.id}`}>
              {other.name}
            </Link>
            {`, ${timesOf(other.due_at, other.revert_due_at)}, ${overlapText(other, say)}.`}
          </li>
        ))}
      </ul>
      {outcome.other_sets > outcome.others.length && (
        <p>{say('moreSets', { count: outcome.other_sets - outcome.others.length })}</p>
      )}
      <p>{endsText(outcome, say)}</p>
      {!outcome.is_complete && <p>{say('some')}</p>}
    </Banner>
  );
}
