import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { RecentChange } from '@/contract/recent-changes';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { texts as trailTexts } from '@/resources/event/texts';
import { TodayContext } from '@/ui/display/ui-strings';
import { Link } from '@/ui/layout/link';
import { changesByOthers, hasOthers, toldFrom } from './reads';
import { overviewTexts } from './texts';
import styles from './overview.module.css';

/** What others changed in the last week, the newest first; each leads to its history. Nothing without any. */
export function ChangedByOthers() {
  const say = usePageText('overview', overviewTexts);
  const tell = usePageText('event/texts', trailTexts);
  const format = useFormat();
  const { screens, current } = useApp();
  const today = use(TodayContext)();
  const from = toldFrom(today);
  const { data } = useQuery({ ...changesByOthers(current, today), enabled: hasOthers(current) });
  const trail = screens['event']?.path;
  if (!data || data.total === 0 || trail === undefined) return null;
  const whole = new URLSearchParams({ from, entity: data.entities.join(',') });
  const kindOf = (entity: string) => {
    const key = `one.${entity}`;
    return tell(key) === key ? entity : tell(key);
  };
  const historyOf = ({ changeset, entity_id }: RecentChange) =>
    `${trail}?${changeset ? `changeset_id=${changeset.id}` : `entity_id=${entity_id}`}`;
  return (
    <section className={styles.block} aria-labelledby="others">
      <div className={styles.head}>
        <h2 id="others">{say('others')}</h2>
        <span className={styles.note}>
          {say(data.is_complete ? 'others.since' : 'others.more', {
            day: format.day(from),
            count: data.total,
          })}
        </span>
        <Link href={`${trail}?${whole.toString()}`} className="link">
          {say('others.trail')}
        </Link>
      </div>
      <ul className={styles.others}>
        {data.changes.map((change) => (
          <li key={change.event_id}>
            <span className="cut">{change.who ?? tell('somebody')}</span>
            <Link href={historyOf(change)}>
              <span className="muted">
                {say('others.what', {
                  what: tell(change.what),
                  kind: kindOf(change.changeset ? 'changeset' : change.entity),
                })}{' '}
              </span>
              <b>{change.changeset?.name ?? change.name ?? ''}</b>
              {change.events > 1 && (
                <span className="muted"> {say('others.events', { count: change.events })}</span>
              )}
            </Link>
            <span className="muted">{format.moment(change.at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
