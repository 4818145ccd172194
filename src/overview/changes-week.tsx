import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChangeSet } from '@/app/changes/change-sets';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { mayApprove } from '@/resources/changeset/may-approve';
import { byDue, stateWords, untilText, weekdayMoment } from '@/resources/changeset/set-words';
import { texts as setTexts } from '@/resources/changeset/texts';
import { Dot } from '@/ui/display/badge';
import { Link } from '@/ui/layout/link';
import { hasSets, mostShown as most, setsOfWeek, type Sets } from './reads';
import { overviewTexts } from './texts';
import styles from './overview.module.css';

/** Returns change sets for the person: those to approve, their own drafts, and what is scheduled within seven days. */
function useSetsOfWeek() {
  const { current, screens } = useApp();
  const screen = screens['changeset'];
  const { data, dataUpdatedAt } = useQuery({
    ...setsOfWeek(current),
    enabled: screen !== undefined && hasSets(current),
    select: ({ waiting, drafts, scheduled }) => {
      const mine = waiting.rows.filter((set) => mayApprove(set, current.me));
      return {
        waiting: { rows: mine, total: mine.length },
        drafts,
        scheduled: { ...scheduled, rows: scheduled.rows.toSorted(byDue) },
      };
    },
    placeholderData: keepPreviousData,
  });
  return { path: screen?.path ?? '', sets: data, readAt: dataUpdatedAt };
}

/** Change sets that concern the person this week; nothing without any. */
export function ChangesWeek() {
  const say = usePageText('overview', overviewTexts);
  const saySet = usePageText('changeset/pages', setTexts);
  const format = useFormat();
  const timeZone = useApp().current.me?.company.timezone;
  const { path, sets, readAt } = useSetsOfWeek();
  if (!sets || sets.waiting.total + sets.drafts.total + sets.scheduled.total === 0) return null;
  const risk = (set: ChangeSet) => stateWords(set, undefined, saySet, readAt);
  const rowsOf = (
    { rows, total }: Sets,
    head: (set: ChangeSet) => readonly string[],
    about: (set: ChangeSet) => ReactNode,
    all = path,
  ) => (
    <>
      {rows.slice(0, most).map((set) => (
        <li key={set.id}>
          <span className={styles.pairOfLines}>
            {head(set).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
          <span className={styles.pairOfLines}>
            <Link href={`${path}/${set.id}`}>{set.name}</Link>
            <span>{about(set)}</span>
          </span>
          <span className={styles.pairOfLines}>
            <b>{format.count(set.counts['items'] ?? 0)}</b>
            <span>{say('week.records', { count: set.counts['items'] ?? 0 })}</span>
          </span>
        </li>
      ))}
      {total > most && (
        <li>
          <Link href={all} className="link">
            {say('week.more', { count: total })}
          </Link>
        </li>
      )}
    </>
  );
  const about = (set: ChangeSet) => {
    const { sign, text } = risk(set);
    return (
      <>
        {sign === 'attention' && <Dot color="attention" />} {text}
      </>
    );
  };
  return (
    <section className={styles.block} aria-labelledby="week">
      <div className={styles.head}>
        <h2 id="week">{say('week')}</h2>
        <Link href={path} className="link">
          {say('week.all')}
        </Link>
      </div>
      <ul className={styles.sets}>
        {rowsOf(sets.waiting, () => [say('week.approve'), say('week.byYou')], about)}
        {rowsOf(
          sets.drafts,
          (set) => [say('week.draft'), format.moment(set.modified_at)],
          about,
          `${path}?made_by=me`,
        )}
        {rowsOf(
          sets.scheduled,
          (set) => [
            weekdayMoment(set.due_at, format.locale, timeZone),
            // It is not applied then, unless somebody takes it over.
            ...(set.problem === null ? [untilText(set.due_at, saySet, readAt)] : []),
          ],
          (set) => (set.problem === null ? (set.made_by ?? saySet('somebody')) : about(set)),
        )}
      </ul>
    </section>
  );
}
