import type { SetOutcome } from '@/contract/change-set-outcome';
import { Link } from '@/ui/layout/link';
import { usePageText } from '../../i18n/i18n';
import { endsText, outcomeTexts, overlapText } from './outcome-texts';
import styles from './overlap-list.module.css';

/** The other sets that change the same cells, each with its time and what becomes of them, and what stands in the end. */
export function OverlapList(props: {
  outcome: SetOutcome;
  /** The address of the list of sets. */
  path: string;
  /** Says a moment of a set. */
  when: (at: string) => string;
}) {
  const { outcome, path, when } = props;
  const say = usePageText('changes/outcome', outcomeTexts);
  const timesOf = (from: string | null, to: string | null): string => {
    if (from === null) return to === null ? '' : say('until', { to: when(to) });
    return to === null ? when(from) : say('ended', { from: when(from), to: when(to) });
  };
  return (
    <>
      <ul className={styles.list}>
        {outcome.others.map((other) => (
          <li key={other.id}>
            <Link className="link" href={`${path}/${other.id}`}>
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
    </>
  );
}
