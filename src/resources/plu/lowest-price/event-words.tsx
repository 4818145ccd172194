import { usePageText } from '@/core/app/i18n/i18n';
import { Link } from '@/core/ui/layout/link';
import type { SheetEvent } from './answer';
import { texts } from './texts';
import styles from './lowest-price.module.css';

/**
 * Who set a price, and when or by which change set, with a link to it. `isOwned`: it is a parent's product, whose events
 * are the parent's.
 */
export function EventWords(props: {
  event: SheetEvent | null;
  isOwned: boolean;
  moment: (at: string) => string;
}) {
  const { event, isOwned, moment } = props;
  const say = usePageText('plu/lowest-price', texts);
  if (event === null) return isOwned ? say('parent') : '';
  const { id, at, who, changeset } = event;
  return (
    <span className={styles.events}>
      <Link href={`/audit?event=${id}`}>{moment(at)}</Link> <span className="muted">{who}</span>
      {changeset && (
        <>
          {' · '}
          <Link href={`/changes/${changeset.id}`}>{changeset.name}</Link>
          {changeset.line !== null && (
            <span className="muted">, {say('line', { line: changeset.line })}</span>
          )}
        </>
      )}
    </span>
  );
}
